/** A CONNECT tunnel that opens only for a TLS client that asks for web pages. */
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { CaptureFailure } from "../guard/capture-failure.ts";

export interface TunnelOptions {
  /** What the client sent together with its CONNECT. */
  readonly head: Buffer;
  readonly onRefusal: (failure: CaptureFailure) => void;
  /** Called with the size of everything that comes from the server. */
  readonly onBytes: (count: number) => void;
}

const HANDSHAKE_RECORD = 22;
const CLIENT_HELLO = 1;

/** RFC 7301 section 3.1. */
const ALPN_EXTENSION = 16;
const RECORD_HEAD = 5;
const HANDSHAKE_HEAD = 4;

/** RFC 8446 section 4.1.2: version and random. */
const BEFORE_SESSION_ID = 2 + 32;

/** A hello is a few kilobytes even with post-quantum keys. */
const LONGEST_HELLO = 32 * 1024;

const NOT_TLS: ClientHello = { kind: "not-tls" };

const INCOMPLETE: ClientHello = { kind: "incomplete" };

/** RFC 7540 section 3.1. Browsers offer it for every page and, RFC 8441 being off through a proxy, never for a websocket. */
const HTTP_2 = "h2";
const HELLO_TIMEOUT_MS = 15_000;

/** Nothing of the client reaches the server before its first message has been read and found to be that of a page. */
export function tunnelPages(client: Duplex, upstream: Socket, { head, onRefusal, onBytes }: TunnelOptions): void {
  let sent = head;
  const refuse = (what: string) => {
    stopListening();
    onRefusal(new CaptureFailure("protocol", { message: `${what} is not let through` }));
    client.destroy();
    upstream.destroy();
  };
  const stopListening = () => {
    clearTimeout(timer);
    client.off("data", onData);
  };
  const onData = (chunk: Buffer) => {
    sent = Buffer.concat([sent, chunk]);
    const hello = readClientHello(sent);
    if (hello.kind === "incomplete") return;
    if (hello.kind === "not-tls") return refuse("a tunnel for anything but TLS");
    if (!hello.protocols.includes(HTTP_2)) return refuse("a websocket");
    stopListening();
    client.pause();
    upstream.write(sent);
    upstream.on("data", (chunk: Buffer) => onBytes(chunk.length));
    upstream.pipe(client);
    client.pipe(upstream);
  };
  const timer = setTimeout(() => refuse("a silent tunnel"), HELLO_TIMEOUT_MS);
  client.on("close", () => {
    clearTimeout(timer);
    upstream.destroy();
  });
  upstream.on("close", () => client.destroy());
  client.write("HTTP/1.1 200 Connection established\r\n\r\n");
  client.on("data", onData);
  if (head.length > 0) onData(Buffer.alloc(0));
}

export function refuseTunnel(client: Duplex, status: number): void {
  client.end(`HTTP/1.1 ${status} Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
}

export type ClientHello =
  /** More bytes are needed. */
  | { readonly kind: "incomplete" }
  | { readonly kind: "not-tls" }
  /** Application protocols in the client's order; empty where it names none. */
  | { readonly kind: "hello"; readonly protocols: readonly string[] };

/** Reads the hello at the start of what a client sent; it may span several records (RFC 8446 section 5.1). @internal */
export function readClientHello(bytes: Buffer): ClientHello {
  const fragments: Buffer[] = [];
  let got = 0;
  for (let at = 0; ; ) {
    if (bytes.length > at && bytes[at] !== HANDSHAKE_RECORD) return NOT_TLS;
    if (bytes.length > LONGEST_HELLO) return NOT_TLS;
    if (bytes.length < at + RECORD_HEAD) return INCOMPLETE;
    const stop = at + RECORD_HEAD + bytes.readUInt16BE(at + 3);
    if (bytes.length < stop) return INCOMPLETE;
    fragments.push(bytes.subarray(at + RECORD_HEAD, stop));
    got += stop - at - RECORD_HEAD;
    at = stop;
    if (got < HANDSHAKE_HEAD) continue;
    const message = Buffer.concat(fragments);
    if (message[0] !== CLIENT_HELLO) return NOT_TLS;
    const stopOfHello = HANDSHAKE_HEAD + message.readUIntBE(1, 3);
    if (message.length >= stopOfHello) return readHello(new Reader(message.subarray(HANDSHAKE_HEAD, stopOfHello)));
  }
}

function readHello(hello: Reader): ClientHello {
  hello.skip(BEFORE_SESSION_ID);
  hello.block(1);
  hello.block(2);
  hello.block(1);
  const extensions = new Reader(hello.block(2));
  while (!extensions.isAtEnd) {
    const type = extensions.integer(2);
    const body = extensions.block(2);
    if (type === ALPN_EXTENSION) return { kind: "hello", protocols: readProtocols(new Reader(body)) };
  }
  return hello.isBroken || extensions.isBroken ? NOT_TLS : { kind: "hello", protocols: [] };
}

function readProtocols(body: Reader): string[] {
  const names = new Reader(body.block(2));
  const protocols: string[] = [];
  while (!names.isAtEnd) protocols.push(names.block(1).toString("latin1"));
  return protocols;
}

/** Reads big-endian integers and length-prefixed blocks; past the end everything is empty and `isBroken` is true. */
class Reader {
  readonly #bytes: Buffer;
  #at = 0;
  isBroken = false;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  skip(count: number): void {
    this.#at += count;
    if (this.#at > this.#bytes.length) this.isBroken = true;
  }

  integer(width: number): number {
    const start = this.#at;
    this.skip(width);
    return this.isBroken ? 0 : this.#bytes.readUIntBE(start, width);
  }

  block(width: number): Buffer {
    const length = this.integer(width);
    const start = this.#at;
    this.skip(length);
    return this.#bytes.subarray(start, this.#at);
  }
}
