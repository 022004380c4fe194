/** How undici gets its sockets: the guard dials, TLS is put on top, nothing else can open a connection. */
import type { Socket } from "node:net";
import { buildConnector } from "undici";
import type { PrivateGrant } from "../guard/allow-list.ts";
import type { Destination } from "../guard/destination.ts";
import type { ConnectOptions } from "../guard/guard.ts";

/** Opens a checked TCP connection: the guard itself, or the guard through the owner's proxy. */
export type Dial = (destination: Destination, options?: ConnectOptions) => Promise<Socket>;

export interface TlsSettings {
  /** More certificate authorities than the system's, as PEM; for private hosts. */
  readonly ca?: string | readonly string[];
}

export interface ConnectorOptions {
  readonly dial: Dial;
  readonly connectTimeoutMs: number;
  readonly tls: TlsSettings;
  /** Of every connection that it opens. */
  readonly grant: PrivateGrant | null;
}

export function createConnector({ dial, connectTimeoutMs, tls, grant }: ConnectorOptions): buildConnector.connector {
  const ca = tls.ca === undefined ? {} : { ca: typeof tls.ca === "string" ? tls.ca : [...tls.ca] };
  const secure = buildConnector({ ...ca, allowH2: true, preferH2: true, timeout: connectTimeoutMs });
  return (options, callback) => {
    const isSecure = options.protocol === "https:";
    const port = options.port ? Number(options.port) : isSecure ? 443 : 80;
    dial({ hostname: options.hostname, port }, { timeoutMs: connectTimeoutMs, grant }).then(
      (socket) => {
        if (isSecure) secure({ ...options, httpSocket: socket }, callback);
        else callback(null, socket);
      },
      (failure: Error) => callback(failure, null),
    );
  };
}
