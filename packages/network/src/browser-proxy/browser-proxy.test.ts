import { createServer as createHttpServer, request } from "node:http";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { Dial } from "../client/connector.ts";
import { loopbackGuard } from "../loopback/loopback-site.fixture.ts";
import { BrowserProxy } from "./browser-proxy.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

const guard = loopbackGuard(["site.test"]);

/** A door behind which `site.test` is on loopback and allowed, and every other name leads to loopback and is not. */
async function openBrowserProxy(
  maxBytes?: number,
  dial: Dial = (destination, how) => guard.connect(destination, how),
): Promise<{ browserProxy: BrowserProxy; port: number }> {
  const browserProxy = new BrowserProxy({
    dial,
    ...(maxBytes ? { maxBytes } : {}),
  });
  await browserProxy.start();
  cleanups.push(() => browserProxy.stop());
  return { browserProxy, port: Number(new URL(browserProxy.url).port) };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

function get(browserProxyPort: number, path: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    request(
      { port: browserProxyPort, host: "127.0.0.1", path, headers: { "Proxy-Authorization": "secret" } },
      (answer) => {
        let body = "";
        answer.on("data", (chunk) => {
          body += chunk;
        });
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body }));
        answer.on("error", reject);
      },
    )
      .on("error", reject)
      .end();
  });
}

/** What the peer of a socket has said after it went quiet or away. */
async function heard(socket: Socket): Promise<string> {
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  await new Promise((resolve) => {
    socket.on("close", resolve);
    socket.on("error", resolve);
  });
  return text;
}

test("unencrypted pages come through the proxy of the operator, which hands a connection over that waits", async () => {
  const site = createHttpServer((_request, response) => response.end("through"));
  const sitePort = await listen(site);
  const paused: Dial = async (destination, how) => (await guard.connect(destination, how)).pause();
  const { port } = await openBrowserProxy(undefined, paused);
  expect(await get(port, `http://site.test:${sitePort}/`)).toMatchObject({ status: 200, body: "through" });
});

test("a plain request reaches an allowed host, without what was meant for the door", async () => {
  const port = await listen(
    createHttpServer((incoming, outgoing) =>
      outgoing.end(`${incoming.url} ${incoming.headers["proxy-authorization"]}`),
    ),
  );
  const { browserProxy, port: browserProxyPort } = await openBrowserProxy();
  expect(await get(browserProxyPort, `http://site.test:${port}/a?b`)).toEqual({ status: 200, body: "/a?b undefined" });
  expect(browserProxy.bytesIn).toBeGreaterThan(0);
});

test("a forbidden host gets no answer, no connection, and the reason is kept", async () => {
  let connections = 0;
  const port = await listen(createServer(() => connections++));
  const { browserProxy, port: browserProxyPort } = await openBrowserProxy();
  for (const host of ["other.test", "127.0.0.1", "[::1]", "2130706433", "0x7f.1"]) {
    await expect(get(browserProxyPort, `http://${host}:${port}/`)).rejects.toThrow();
  }
  expect(connections).toBe(0);
  expect(browserProxy.refusals).toHaveLength(5);
  for (const { failure } of browserProxy.refusals) expect(failure.code).toBe("forbidden-address");
});

test("what is not a proxy request for http is dropped", async () => {
  const { port } = await openBrowserProxy();
  for (const path of [
    "/",
    "ftp://site.test/",
    "file:///etc/passwd",
    "http://user:pass@site.test/",
    "ws://site.test/",
  ]) {
    await expect(get(port, path)).rejects.toThrow();
  }
});

test("a tunnel to a forbidden host or to nonsense is refused", async () => {
  let connections = 0;
  const port = await listen(createServer(() => connections++));
  const { port: browserProxyPort } = await openBrowserProxy();
  for (const [target, status] of [
    [`other.test:${port}`, 403],
    [`127.0.0.1:${port}`, 403],
    [`[::ffff:127.0.0.1]:${port}`, 403],
    ["site.test", 400],
    ["site.test/x:443", 400],
    [`a@site.test:${port}`, 400],
  ] as const) {
    const socket = connect(browserProxyPort, "127.0.0.1");
    socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(await heard(socket)).toContain(`HTTP/1.1 ${status}`);
  }
  expect(connections).toBe(0);
});

test("a tunnel carries nothing but TLS for pages: no byte of a websocket reaches the server", async () => {
  let received = "";
  const port = await listen(
    createServer((socket) => {
      socket.on("error", () => {});
      socket.on("data", (chunk) => {
        received += chunk;
      });
    }),
  );
  const { browserProxy, port: browserProxyPort } = await openBrowserProxy();
  const socket = connect(browserProxyPort, "127.0.0.1");
  socket.write(`CONNECT site.test:${port} HTTP/1.1\r\nHost: x\r\n\r\n`);
  socket.once("data", () => socket.write("GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n"));
  expect(await heard(socket)).toContain("200");
  expect(received).toBe("");
  expect(browserProxy.refusals.map(({ failure }) => failure.code)).toEqual(["protocol"]);
});

test("over its budget the door closes until it is reset", async () => {
  const port = await listen(createHttpServer((_incoming, outgoing) => outgoing.end(Buffer.alloc(200_000))));
  const { browserProxy, port: browserProxyPort } = await openBrowserProxy(100_000);
  await expect(get(browserProxyPort, `http://site.test:${port}/`)).rejects.toThrow();
  await expect(get(browserProxyPort, `http://site.test:${port}/`)).rejects.toThrow();
  expect(browserProxy.isOverBudget).toBe(true);
  expect(browserProxy.refusals.at(-1)?.failure.code).toBe("too-large");
  browserProxy.reset();
  expect(browserProxy.isOverBudget).toBe(false);
});

test("start and stop can be called twice", async () => {
  const { browserProxy } = await openBrowserProxy();
  await browserProxy.start();
  await browserProxy.stop();
  await browserProxy.stop();
});
