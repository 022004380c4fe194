/** How undici gets its sockets: the guard dials, TLS is put on top, nothing else can open a connection. */
import type { Socket } from "node:net";
import { Agent, buildConnector } from "undici";
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

const MAX_HEAD_BYTES = 64 * 1024;

/** Private hosts whose connections are kept; those of the one used longest ago are closed for a new one. */
const MAX_GRANTS = 32;

function createConnector({ dial, connectTimeoutMs, tls, grant }: ConnectorOptions): buildConnector.connector {
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

export class Agents {
  readonly #options: Omit<ConnectorOptions, "grant">;
  readonly #public: Agent;
  readonly #granted = new Map<string, Agent>();
  #isDestroyed = false;

  constructor(options: Omit<ConnectorOptions, "grant">) {
    this.#options = options;
    this.#public = this.#open(null);
  }

  /** A connection once open is not checked again: what was opened under a grant is only found under that grant. */
  for(grant: PrivateGrant | null): Agent {
    if (!grant || this.#isDestroyed) return this.#public;
    const key = JSON.stringify([grant.hostname, grant.ports]);
    const agent = this.#granted.get(key) ?? this.#open(grant);
    this.#granted.delete(key);
    this.#granted.set(key, agent);
    for (const [oldest, unused] of this.#granted) {
      if (this.#granted.size <= MAX_GRANTS) break;
      this.#granted.delete(oldest);
      // Waits for what is under way on it.
      void unused.close();
    }
    return agent;
  }

  async destroy(): Promise<void> {
    this.#isDestroyed = true;
    const all = [this.#public, ...this.#granted.values()];
    this.#granted.clear();
    await Promise.all(all.map((agent) => agent.destroy()));
  }

  #open(grant: PrivateGrant | null): Agent {
    return new Agent({
      connect: createConnector({ ...this.#options, grant }),
      maxHeaderSize: MAX_HEAD_BYTES,
      allowH2: true,
    });
  }
}
