/** The only way from the browser to the network: a forward proxy that one browser context talks to and the guard stands in. */
import { lookup } from "node:dns/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Dial } from "../client/connector.ts";
import { failureOf } from "../client/failure-of.ts";
import type { PrivateGrant } from "../guard/allow-list.ts";
import { CaptureFailure } from "../guard/capture-failure.ts";
import type { Destination } from "../guard/destination.ts";
import { forwardPlain, PlainAgent } from "./forward-plain.ts";
import { refuseTunnel, tunnelPages } from "./tunnel.ts";

/** For a browser on another machine: where it finds the door, and who may come to it. */
export interface RemoteDoor {
  /** The name or address of this machine as the browser knows it. */
  readonly host: string;
  /** Where the browser is: a connection from anywhere else is closed. */
  readonly browserAt: string;
}

export interface BrowserProxyOptions {
  readonly dial: Dial;
  /** Open to this machine alone unless told. */
  readonly remote?: RemoteDoor | undefined;
  /** What may come in through the door between two `reset`s. */
  readonly maxBytes?: number;
  /** Called when more than that has come. */
  readonly onOverBudget?: () => void;
}

export interface ApiError {
  /** `host:port` as the browser asked for it. */
  readonly destination: string;
  readonly failure: CaptureFailure;
}

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_CONNECTIONS = 256;
const MAX_REFUSALS_KEPT = 200;
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Listens on the loopback interface, or for one browser elsewhere. Knows nothing of what goes through a TLS tunnel except that its client offers
 * HTTP/2, which browsers do for pages and not for websockets.
 */
export class BrowserProxy {
  readonly #dial: Dial;
  readonly #maxBytes: number;
  readonly #onOverBudget: () => void;
  readonly #server: Server;
  readonly #agent: PlainAgent;
  readonly #sockets = new Set<Duplex>();
  #refusals: ApiError[] = [];
  #bytesIn = 0;
  #isLeftOut: (hostname: string) => boolean = () => false;
  #grant: PrivateGrant | null = null;
  readonly #remote: RemoteDoor | null;
  #peers: ReadonlySet<string> | null = null;

  constructor({ dial, remote, maxBytes = MAX_BYTES, onOverBudget = () => {} }: BrowserProxyOptions) {
    this.#dial = dial;
    this.#remote = remote ?? null;
    this.#maxBytes = maxBytes;
    this.#onOverBudget = onOverBudget;
    this.#agent = new PlainAgent((destination) => this.#connect(destination));
    this.#server = createServer({ maxHeaderSize: 256 * 1024 }, (request, response) => this.#plain(request, response));
    this.#server.maxConnections = MAX_CONNECTIONS;
    this.#server.on("connection", (socket) => {
      if (this.#isWelcome(socket)) this.#keep(socket);
      else socket.destroy();
    });
    this.#server.on("connect", (request, socket, head) => void this.#tunnel(request, socket, head));
    this.#server.on("upgrade", (_request, socket) => socket.destroy());
    this.#server.on("clientError", (_error, socket) => socket.destroy());
  }

  async start(): Promise<void> {
    if (this.#server.listening) return;
    const remote = this.#remote;
    if (remote) this.#peers = new Set((await lookup(remote.browserAt, { all: true })).map(({ address }) => address));
    await new Promise<void>((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(0, remote ? "0.0.0.0" : "127.0.0.1", resolve);
    });
  }

  /** A door that is open to the network is still one for the browser alone. */
  #isWelcome({ remoteAddress = "" }: Socket): boolean {
    return this.#peers === null || this.#peers.has(remoteAddress.replace(/^::ffff:/, ""));
  }

  async stop(): Promise<void> {
    this.reset();
    this.#agent.destroy();
    if (!this.#server.listening) return;
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Where the browser finds the door. */
  get url(): string {
    return `http://${this.#remote?.host ?? "127.0.0.1"}:${(this.#server.address() as AddressInfo).port}`;
  }

  get bytesIn(): number {
    return this.#bytesIn;
  }

  get isOverBudget(): boolean {
    return this.#bytesIn > this.#maxBytes;
  }

  /** What was asked for and not given since the last reset, in order. */
  get refusals(): readonly ApiError[] {
    return this.#refusals;
  }

  /** Hosts that the page does without, until the next reset; whether they could be reached does not matter. */
  leaveOut(isLeftOut: (hostname: string) => boolean): void {
    this.#isLeftOut = isLeftOut;
  }

  /** The private host that the page itself is on: reachable until that is withdrawn, or until the next reset. */
  grant(grant: PrivateGrant | null): void {
    this.#grant = grant;
  }

  /** The page has left its private host: what comes now finds neither the host nor a connection to it. */
  withdrawGrant(): void {
    if (!this.#grant) return;
    this.#grant = null;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Ends every connection and forgets what happened: the next capture finds the door as new. */
  reset(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#refusals = [];
    this.#bytesIn = 0;
    this.#isLeftOut = () => false;
    this.#grant = null;
  }

  #plain(request: IncomingMessage, response: ServerResponse): void {
    forwardPlain(request, response, {
      agent: this.#agent,
      onRefusal: (url, error) => this.#refuse(url.host, failureOf(error, url)),
      onBytes: (count) => this.#count(count),
    });
  }

  async #tunnel(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    client.on("error", () => client.destroy());
    const url = destinationUrl(request.url ?? "");
    if (!url) return refuseTunnel(client, 400);
    try {
      const upstream = await this.#connect({ hostname: url.hostname, port: Number(url.port || 443) });
      if (client.destroyed) upstream.destroy();
      else {
        tunnelPages(client, upstream, {
          head,
          onRefusal: (failure) => this.#refuse(url.host, failure),
          onBytes: (count) => this.#count(count),
        });
      }
    } catch (error) {
      this.#refuse(url.host, failureOf(error, url));
      refuseTunnel(client, 403);
    }
  }

  async #connect(destination: Destination): Promise<Socket> {
    if (this.isOverBudget) {
      throw new CaptureFailure("too-large", { message: `the page asks for more than ${this.#maxBytes} bytes` });
    }
    if (this.#isLeftOut(destination.hostname)) {
      throw new CaptureFailure("forbidden-address", { message: `${destination.hostname} is left out of this capture` });
    }
    const grant = this.#grant;
    const upstream = await this.#dial(destination, { timeoutMs: CONNECT_TIMEOUT_MS, grant });
    if (grant !== this.#grant) {
      upstream.destroy();
      throw new CaptureFailure("reset", { message: `the page has left while ${destination.hostname} was asked` });
    }
    this.#keep(upstream);
    upstream.on("error", () => upstream.destroy());
    return upstream;
  }

  /** Over its budget the door closes altogether: a page cannot go on with half of what it asked for. */
  #count(bytes: number): void {
    const wasOverBudget = this.isOverBudget;
    this.#bytesIn += bytes;
    if (!this.isOverBudget) return;
    for (const socket of this.#sockets) socket.destroy();
    if (!wasOverBudget) this.#onOverBudget();
  }

  #keep(socket: Duplex): void {
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
  }

  #refuse(destination: string, failure: CaptureFailure): void {
    if (this.#refusals.length < MAX_REFUSALS_KEPT) this.#refusals.push({ destination, failure });
  }
}

/** The target of a CONNECT, read by the one URL parser; null where it is anything but a host and a port. */
function destinationUrl(target: string): URL | null {
  if (!/^[^\s/?#@\\]+:\d{1,5}$/.test(target) || !URL.canParse(`https://${target}/`)) return null;
  return new URL(`https://${target}/`);
}
