import type { RequestListener } from "node:http";
import { afterEach, expect, test } from "vitest";
import { createGuard } from "../guard/guard.ts";
import { type LoopbackSite, startRawSite, startSecureSite, startSite } from "../loopback/loopback-site.fixture.ts";
import { HttpClient } from "./http-client.ts";

const open: LoopbackSite[] = [];
afterEach(async () => {
  for (const site of open.splice(0)) await site.close();
});

async function serve(listener: RequestListener, start = startSite): Promise<LoopbackSite> {
  const site = await start(listener);
  open.push(site);
  return site;
}

test("an answer is complete: body, final URL, hops and bytes", async () => {
  const { httpClient, origin } = await serve((request, response) => {
    if (request.url === "/old") response.writeHead(301, { location: "/new" }).end();
    else response.end(`hello ${request.headers["user-agent"]}`);
  });
  const answer = await httpClient.fetch(new URL(`${origin}/old`));
  expect(answer.status).toBe(200);
  expect(answer.url.href).toBe(`${origin}/new`);
  expect(answer.hops).toEqual([{ url: `${origin}/old`, status: 301 }]);
  expect(answer.body.toString()).toMatch(/^hello Tessera/);
  expect(answer.bytesOnWire).toBeGreaterThan(answer.body.length);
});

test("a redirect to a forbidden address is refused before a connection is made", async () => {
  let port = 0;
  let reached = false;
  const site = await serve((request, response) => {
    if (request.url === "/secret") reached = true;
    response.writeHead(302, { location: `http://127.0.0.1:${port}/secret` }).end();
  });
  port = site.port;
  await expect(site.httpClient.fetch(new URL(site.origin))).rejects.toMatchObject({ code: "forbidden-address" });
  expect(reached).toBe(false);
});

test("redirects are counted, and with none allowed the redirect is the answer", async () => {
  const { httpClient, origin } = await serve((_request, response) => response.writeHead(302, { location: "/" }).end());
  await expect(httpClient.fetch(new URL(origin))).rejects.toMatchObject({ code: "too-many-redirects" });
  expect((await httpClient.fetch(new URL(origin), { maxRedirects: 0 })).status).toBe(302);
});

test("a body over the budget is left in the middle", async () => {
  const { httpClient, origin } = await serve((_request, response) => response.end(Buffer.alloc(100_000)));
  await expect(httpClient.fetch(new URL(origin), { maxBytes: 99_999 })).rejects.toMatchObject({ code: "too-large" });
  expect((await httpClient.fetch(new URL(origin), { maxBytes: 100_000 })).body.length).toBe(100_000);
});

test("HTTP/2 is spoken where it is offered, and HTTP/1.1 over the same port where it is not", async () => {
  const { httpClient, origin } = await serve((request, response) => response.end(request.httpVersion), startSecureSite);
  expect((await httpClient.fetch(new URL(origin))).body.toString()).toBe("2.0");
});

test("a certificate that nobody vouches for is a tls failure", async () => {
  const { guard, origin } = await serve((_request, response) => response.end(), startSecureSite);
  const stranger = new HttpClient({ guard });
  await expect(stranger.fetch(new URL(origin))).rejects.toMatchObject({ code: "tls", retry: "later" });
  await stranger.close();
});

test("a certificate for another name is a tls failure", async () => {
  const { httpClient, port } = await serve((_request, response) => response.end(), startSecureSite);
  await expect(httpClient.fetch(new URL(`https://other.site.test:${port}/`))).resolves.toMatchObject({ status: 200 });
  await expect(httpClient.fetch(new URL(`https://a.b.site.test:${port}/`))).rejects.toMatchObject({
    code: "forbidden-address",
  });
});

test("credentials and cookies stay with their origin, and a POST becomes a GET where browsers make it one", async () => {
  const seen: string[] = [];
  const { httpClient, origin, port } = await serve((request, response) => {
    seen.push(
      `${request.method} ${request.headers.host} ${request.headers.authorization ?? "-"} ${request.headers["content-type"] ?? "-"}`,
    );
    if (request.url === "/a") response.writeHead(302, { location: `http://other.site.test:${port}/b` }).end();
    else if (request.url === "/c") response.writeHead(307, { location: "/d" }).end();
    else response.end();
  });
  const post = {
    method: "POST",
    body: "x",
    headers: { authorization: "secret", "content-type": "text/plain" },
  } as const;
  await httpClient.fetch(new URL(`${origin}/a`), post);
  await httpClient.fetch(new URL(`${origin}/c`), post);
  expect(seen).toEqual([
    `POST site.test:${port} secret text/plain`,
    `GET other.site.test:${port} - -`,
    `POST site.test:${port} secret text/plain`,
    `POST site.test:${port} secret text/plain`,
  ]);
});

test("connections are used again after redirects and answers", async () => {
  const ports = new Set<number | undefined>();
  const { httpClient, origin } = await serve((request, response) => {
    ports.add(request.socket.remotePort);
    if (request.url === "/") response.writeHead(302, { location: "/x" }).end("short");
    else response.end("page");
  });
  for (let round = 0; round < 10; round++) await httpClient.fetch(new URL(origin));
  expect(ports.size).toBeLessThanOrEqual(2);
});

test("a caller can give up", async () => {
  const { httpClient, origin } = await serve(() => undefined);
  const signal = AbortSignal.abort();
  await expect(httpClient.fetch(new URL(origin), { signal })).rejects.toMatchObject({ code: "timeout" });
});

test("a connection that is lost before the answer is tried once more, but nothing that changes something", async () => {
  const seen: string[] = [];
  const { httpClient, origin } = await serve((request, response) => {
    seen.push(String(request.method));
    if (seen.length % 2 === 1) request.socket.resetAndDestroy();
    else response.end("second try");
  });
  expect((await httpClient.fetch(new URL(origin))).body.toString()).toBe("second try");
  await expect(httpClient.fetch(new URL(origin), { method: "POST", body: "x" })).rejects.toMatchObject({
    code: "reset",
  });
  expect(seen).toEqual(["GET", "GET", "POST"]);
});

test("a redirect to a URL that is written in UTF-8 leads there", async () => {
  const { httpClient, origin } = await serve((request, response) => {
    if (request.url === "/") response.writeHead(302, { location: Buffer.from("/caf\u00e9").toString("latin1") }).end();
    else response.end(request.url);
  });
  expect((await httpClient.fetch(new URL(origin))).body.toString()).toBe("/caf%C3%A9");
});

test("a name server and a TLS handshake that never end are ended by the clock", async () => {
  const lost = new HttpClient({ guard: createGuard({ resolver: () => new Promise(() => undefined) }) });
  await expect(lost.fetch(new URL("http://lost.test/"), { timeoutMs: 200 })).rejects.toMatchObject({ code: "timeout" });
  await lost.close();
  const { guard, port } = await startRawSite(() => undefined).then((site) => {
    open.push(site);
    return site;
  });
  const silent = new HttpClient({ guard, connectTimeoutMs: 300 });
  await expect(silent.fetch(new URL(`https://site.test:${port}/`))).rejects.toMatchObject({ code: "timeout" });
  await silent.close();
  await expect(silent.fetch(new URL("http://site.test/"))).rejects.toMatchObject({ code: "reset" });
});
