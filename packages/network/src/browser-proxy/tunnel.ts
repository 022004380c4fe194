/** A CONNECT tunnel that opens only for a TLS client that asks for web pages. */
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { CaptureFailure } from "../guard/capture-failure.ts";
import { readClientHello } from "./client-hello.ts";

export interface TunnelOptions {
  /** What the client sent together with its CONNECT. */
  readonly head: Buffer;
  readonly onRefusal: (failure: CaptureFailure) => void;
  /** Called with the size of everything that comes from the server. */
  readonly onBytes: (count: number) => void;
}

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
