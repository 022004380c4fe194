import { type AddressInfo, createServer } from "node:net";
import { connect } from "node:tls";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readClientHello } from "./tunnel.ts";

/** The first bytes that a real TLS client sends. */
async function helloOf(protocols: readonly string[]): Promise<Buffer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const port = (server.address() as AddressInfo).port;
  const client = connect({ port, host: "127.0.0.1", ALPNProtocols: [...protocols], servername: "a.test" });
  client.on("error", () => {});
  const hello = await new Promise<Buffer>((resolve) => server.once("connection", (peer) => peer.once("data", resolve)));
  client.destroy();
  server.close();
  return hello;
}

test("the application protocols of a real client are read in its order", async () => {
  expect(readClientHello(await helloOf(["h2", "http/1.1"]))).toEqual({ kind: "hello", protocols: ["h2", "http/1.1"] });
  expect(readClientHello(await helloOf(["http/1.1"]))).toEqual({ kind: "hello", protocols: ["http/1.1"] });
});

test("a hello cut anywhere is incomplete, and one split over records is read", async () => {
  const hello = await helloOf(["h2"]);
  for (let cut = 0; cut < hello.length; cut++) expect(readClientHello(hello.subarray(0, cut)).kind).toBe("incomplete");
  const body = hello.subarray(5);
  const records = [body.subarray(0, 1), body.subarray(1, 60), body.subarray(60)].flatMap((part) => {
    const head = Buffer.from([22, 3, 1, 0, 0]);
    head.writeUInt16BE(part.length, 3);
    return [head, part];
  });
  expect(readClientHello(Buffer.concat(records))).toEqual({ kind: "hello", protocols: ["h2"] });
});

test("no bytes at all make it throw", async () => {
  const hello = await helloOf(["h2"]);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(hello.length - 1), (noise, at) => {
      const damaged = Buffer.from(hello);
      damaged.set(noise.subarray(0, hello.length - at), at);
      expect(["hello", "incomplete", "not-tls"]).toContain(readClientHello(damaged).kind);
      expect(["incomplete", "not-tls"]).toContain(readClientHello(Buffer.from(noise)).kind);
    }),
  );
  expect(readClientHello(Buffer.from("GET / HTTP/1.1\r\nUpgrade: websocket\r\n\r\n")).kind).toBe("not-tls");
});
