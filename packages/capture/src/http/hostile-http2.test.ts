import { createSecureServer, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo, Socket } from "node:net";
import { HttpClient } from "@tessera/network";
import { TEST_CERTIFICATE, TEST_KEY } from "@tessera/network/loopback/certificate";
import { loopbackGuard } from "@tessera/network/loopback/loopback-site";
import { afterEach, expect, test } from "vitest";
import { readOnTheSpot } from "../reading/page-reader.ts";
import { captureByHttp } from "./capture-by-http.ts";

const LIMITS = { maxBytes: 1_000_000, timeoutMs: 1_500, idleTimeoutMs: 500, reader: readOnTheSpot } as const;
const HEAD = { ":status": 200, "content-type": "text/html" } as const;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Hostile until it has been captured once; then the next capture must work. */
async function fails(attack: (stream: ServerHttp2Stream) => void, codes: readonly string[]): Promise<void> {
  let isHostile = true;
  const sockets = new Set<Socket>();
  const server = createSecureServer({ key: TEST_KEY, cert: TEST_CERTIFICATE, maxSendHeaderBlockLength: 10_000_000 });
  server.on("connection", (socket: Socket) => sockets.add(socket));
  server.on("sessionError", () => undefined);
  server.on("stream", (stream) => {
    stream.on("error", () => undefined);
    if (isHostile) attack(stream);
    else stream.respond(HEAD) ?? stream.end("<p>ok");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const guard = loopbackGuard(["site.test"]);
  const httpClient = new HttpClient({ guard, tls: { ca: TEST_CERTIFICATE } });
  closing.push(async () => {
    await httpClient.close();
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((closed) => server.close(() => closed()));
  });
  const capture = () =>
    captureByHttp(httpClient, new URL(`https://site.test:${(server.address() as AddressInfo).port}/`), LIMITS);
  const failure = await capture().catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: "CaptureFailure" });
  expect(codes).toContain((failure as { code: string }).code);
  isHostile = false;
  expect(await capture()).toMatchObject({ kind: "page", html: "<p>ok" });
}

test("an endless body over HTTP/2 stops at the byte budget", async () => {
  await fails(
    (stream) => {
      stream.respond(HEAD);
      const chunk = Buffer.alloc(0x4000, "x");
      const more = () => {
        while (!stream.destroyed && stream.write(chunk));
      };
      stream.on("drain", more);
      more();
    },
    ["too-large"],
  );
});

test("a body over HTTP/2 that stops in the middle ends with a budget", async () => {
  await fails(
    (stream) => {
      stream.respond(HEAD);
      stream.write("half");
    },
    ["timeout"],
  );
});

test("a stream that is never answered ends with a budget", async () => {
  await fails(() => undefined, ["timeout"]);
});

test("a stream that is reset is typed", async () => {
  await fails((stream) => stream.close(2), ["reset", "protocol"]);
});

test("a flood of headers over HTTP/2 is typed", async () => {
  await fails(
    (stream) => {
      stream.respond({
        ...HEAD,
        ...Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`x-${index}`, "x".repeat(1_000)])),
      });
      stream.end("<p>flood");
    },
    ["reset", "protocol", "timeout"],
  );
});

test("a session that ends with GOAWAY in the middle is typed", async () => {
  await fails(
    (stream) => {
      stream.respond(HEAD);
      stream.write("half", () => stream.session?.destroy());
    },
    ["reset", "protocol"],
  );
});
