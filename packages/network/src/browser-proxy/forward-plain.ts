/** Unencrypted requests of the browser, passed on one by one over connections that the guard opened. */
import { Agent, type AgentOptions, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Destination } from "../guard/destination.ts";

export interface ForwardOptions {
  readonly agent: PlainAgent;
  readonly onRefusal: (url: URL, error: unknown) => void;
  /** Called with the size of everything that comes from the server, heads left out. */
  readonly onBytes: (count: number) => void;
}

/** RFC 9110 section 7.6.1: meant for the next hop only. */
const HOP_BY_HOP: ReadonlySet<string> = new Set(
  "connection proxy-connection keep-alive proxy-authenticate proxy-authorization te trailer transfer-encoding upgrade".split(
    " ",
  ),
);
/** Would send the browser to another port or protocol. */
const NOT_PASSED_ON: ReadonlySet<string> = new Set(["alt-svc"]);
const IDLE_TIMEOUT_MS = 30_000;

/** Keeps connections to servers open between requests; opens new ones only through the guard. */
export class PlainAgent extends Agent {
  readonly #open: (destination: Destination) => Promise<Socket>;

  constructor(open: (destination: Destination) => Promise<Socket>) {
    super({ keepAlive: true, maxSockets: 8, timeout: IDLE_TIMEOUT_MS } satisfies AgentOptions);
    this.#open = open;
  }

  override createConnection(
    options: { readonly host?: string; readonly port?: number | string },
    callback?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    const destination = { hostname: options.host ?? "", port: Number(options.port ?? 80) };
    this.#open(destination).then(
      (socket) => callback?.(null, socket),
      (error: Error) => callback?.(error, undefined as never),
    );
  }
}

export function forwardPlain(incoming: IncomingMessage, outgoing: ServerResponse, options: ForwardOptions): void {
  const url = plainUrl(incoming.url ?? "");
  // A request in origin form is not from our browser: somebody else found the port.
  if (!url || incoming.headers.upgrade) {
    outgoing.destroy();
    return;
  }
  const upstream = httpRequest({
    agent: options.agent,
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port || 80,
    method: incoming.method ?? "GET",
    path: url.pathname + url.search,
    headers: passedOn(incoming.rawHeaders, url.host),
    timeout: IDLE_TIMEOUT_MS,
  });
  // one that came through the operator's proxy was paused once that had answered
  upstream.on("socket", (socket) => void socket.resume());
  upstream.on("response", (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage ?? "", passedOn(answer.rawHeaders, null));
    answer.on("data", (chunk: Buffer) => options.onBytes(chunk.length));
    answer.pipe(outgoing);
    answer.on("error", () => outgoing.destroy());
    answer.on("aborted", () => outgoing.destroy());
  });
  upstream.on("timeout", () => upstream.destroy());
  upstream.on("error", (error) => {
    options.onRefusal(url, error);
    // No answer of ours: the browser would show it as the page.
    outgoing.destroy();
  });
  outgoing.on("close", () => upstream.destroy());
  incoming.pipe(upstream);
}

function plainUrl(target: string): URL | null {
  const url = URL.canParse(target) ? new URL(target) : null;
  return url?.protocol === "http:" && url.username === "" && url.password === "" ? url : null;
}

/** Names and values in turn, as they came, without those for this hop; a host is put in place of the given one. */
function passedOn(rawHeaders: readonly string[], host: string | null): string[] {
  const headers: string[] = host === null ? [] : ["Host", host];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    const lower = name.toLowerCase();
    if (HOP_BY_HOP.has(lower) || NOT_PASSED_ON.has(lower) || (host !== null && lower === "host")) continue;
    headers.push(name, rawHeaders[at + 1]!);
  }
  return headers;
}
