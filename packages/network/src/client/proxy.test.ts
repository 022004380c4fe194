import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { createGuard, type Guard } from "../guard/guard.ts";
import { TEST_CERTIFICATE } from "../loopback/certificate.fixture.ts";
import { type LoopbackSite, loopbackGuard, startSecureSite, startSite } from "../loopback/loopback-site.fixture.ts";
import { HttpClient } from "./http-client.ts";
import { createProxyDial, proxyFromEnvironment, readNoProxy } from "./proxy.ts";

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A forward proxy that knows CONNECT only, and writes down what it is asked for. */
async function startProxy(answer = "HTTP/1.1 200 OK\r\n\r\n"): Promise<{ url: string; heads: string[] }> {
  const heads: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((client) => {
    sockets.add(client.on("error", () => undefined));
    client.once("data", (head) => {
      heads.push(head.toString());
      const [, host = "", port] = /^CONNECT (.*):(\d+) /.exec(head.toString()) ?? [];
      if (!answer.startsWith("HTTP/1.1 200")) return client.end(answer);
      const target = connect(Number(port), host).on("error", () => client.destroy());
      client.write(answer);
      client.pipe(target).pipe(client);
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://ann:p%40ss@127.0.0.1:${(server.address() as AddressInfo).port}`, heads };
}

function httpClientThrough(proxy: string, guard: Guard, noProxy = ""): HttpClient {
  const settings = proxyFromEnvironment({ HTTPS_PROXY: proxy, http_proxy: proxy, NO_PROXY: noProxy })!;
  const httpClient = new HttpClient({ guard, dial: createProxyDial(guard, settings), tls: { ca: TEST_CERTIFICATE } });
  closing.push(() => httpClient.close());
  return httpClient;
}

async function open(site: Promise<LoopbackSite>): Promise<LoopbackSite> {
  const opened = await site;
  closing.push(() => opened.close());
  return opened;
}

const LOOPBACK = loopbackGuard(["site.test"]);

test("the proxy gets the checked address, with the owner's credentials, and the page comes through", async () => {
  const site = await open(startSite((_request, response) => response.end("through")));
  const proxy = await startProxy();
  const answer = await httpClientThrough(proxy.url, LOOPBACK).fetch(new URL(site.origin));
  expect(answer.body.toString()).toBe("through");
  expect(proxy.heads[0]).toContain(`CONNECT 127.0.0.1:${site.port} HTTP/1.1`);
  expect(proxy.heads[0]).toContain(`Basic ${Buffer.from("ann:p@ss").toString("base64")}`);
  expect(proxy.heads[0]).not.toContain("site.test");
});

test("TLS goes through the tunnel to the site itself", async () => {
  const site = await open(startSecureSite((request, response) => response.end(request.httpVersion)));
  const proxy = await startProxy();
  expect((await httpClientThrough(proxy.url, LOOPBACK).fetch(new URL(site.origin))).body.toString()).toBe("2.0");
});

test("a forbidden destination never reaches the proxy", async () => {
  const proxy = await startProxy();
  const httpClient = httpClientThrough(proxy.url, createGuard({ resolver: async () => ["10.0.0.1"] }));
  for (const url of ["http://private.test/", "http://127.0.0.1/", "https://[::1]/", "http://0x7f.1/"]) {
    await expect(httpClient.fetch(new URL(url))).rejects.toMatchObject({ code: "forbidden-address" });
  }
  expect(proxy.heads).toEqual([]);
});

test("hosts of NO_PROXY are reached directly, still through the guard", async () => {
  const site = await open(startSite((_request, response) => response.end("direct")));
  const proxy = await startProxy();
  const httpClient = httpClientThrough(proxy.url, LOOPBACK, "localhost, .test");
  expect((await httpClient.fetch(new URL(site.origin))).body.toString()).toBe("direct");
  await expect(httpClient.fetch(new URL(`http://x.test:${site.port}`))).rejects.toMatchObject({
    code: "forbidden-address",
  });
  expect(proxy.heads).toEqual([]);
});

test.each([
  ["HTTP/1.1 407 Proxy Authentication Required\r\n\r\n", "blocked"],
  ["HTTP/1.1 403 Forbidden\r\n\r\n", "refused"],
  ["SSH-2.0-something\r\n\r\n", "refused"],
  ["", "refused"],
  ["x".repeat(20_000), "refused"],
])("a proxy that answers %j is a typed failure", async (answer, code) => {
  const proxy = await startProxy(answer);
  await expect(httpClientThrough(proxy.url, LOOPBACK).fetch(new URL("http://site.test:8080/"))).rejects.toMatchObject({
    code,
  });
});

test("a proxy that is not there is a typed failure", async () => {
  await expect(httpClientThrough("127.0.0.1:1", LOOPBACK).fetch(new URL("http://site.test/"))).rejects.toMatchObject({
    code: "refused",
  });
});

test("whoever asked hears neither where the proxy stands nor which address it was given", async () => {
  const refusing = await startProxy("HTTP/1.1 403 Forbidden\r\n\r\n");
  for (const proxy of [refusing.url, "127.0.0.1:1"]) {
    const failed = httpClientThrough(proxy, LOOPBACK).fetch(new URL("http://site.test:8080/"));
    await expect(failed).rejects.toThrow(/proxy of this instance/);
    await expect(failed).rejects.not.toThrow(/127\.0\.0\.1/);
  }
});

test("the environment is read as everybody reads it, and a mistake in it stops the start", () => {
  expect(proxyFromEnvironment({})).toBeNull();
  expect(proxyFromEnvironment({ HTTP_PROXY: "", no_proxy: "*" })).toBeNull();
  expect(proxyFromEnvironment({ ALL_PROXY: "proxy.lan:3128" })?.secure?.href).toBe("http://proxy.lan:3128/");
  expect(() => proxyFromEnvironment({ HTTPS_PROXY: "socks5://ann:secret@proxy.lan" })).toThrow(RangeError);
  expect(() => proxyFromEnvironment({ HTTPS_PROXY: "socks5://ann:secret@proxy.lan" })).not.toThrow(/secret/);
});

test("NO_PROXY knows names with their subdomains, ports, addresses, networks and the star", () => {
  const isDirect = (list: string, hostname: string, port = 80) => readNoProxy(list)({ hostname, port });
  expect(isDirect("example.org", "example.org")).toBe(true);
  expect(isDirect("example.org", "www.example.org")).toBe(true);
  expect(isDirect(".example.org *.example.net", "a.example.net")).toBe(true);
  expect(isDirect("example.org", "badexample.org")).toBe(false);
  expect(isDirect("EXAMPLE.org:8080", "example.org", 8080)).toBe(true);
  expect(isDirect("example.org:8080", "example.org", 80)).toBe(false);
  expect(isDirect("10.0.0.0/8,::1", "10.1.2.3")).toBe(true);
  expect(isDirect("10.0.0.0/8,[::1]", "::1")).toBe(true);
  expect(isDirect("10.0.0.0/8", "11.1.2.3")).toBe(false);
  expect(isDirect("*", "anything")).toBe(true);
  expect(isDirect(" , .", "anything")).toBe(false);
  fc.assert(fc.property(fc.string(), fc.domain(), (list, hostname) => typeof isDirect(list, hostname) === "boolean"));
});
