import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { type LoopbackSite, startSite } from "@tessera/network/loopback/loopback-site";
import { afterEach, expect, test } from "vitest";
import { readOnTheSpot } from "../reading/page-reader.ts";
import { captureByHttp, type HttpCaptureOptions } from "./capture-by-http.ts";
import type { CaptureResult, Previous } from "./page-capture.ts";

let site: LoopbackSite | undefined;
afterEach(() => site?.close());

const HTML = { "content-type": "text/html; charset=utf-8" };

async function serve(
  listener: RequestListener,
): Promise<(path: string, options?: Partial<HttpCaptureOptions>) => Promise<CaptureResult>> {
  const opened = await startSite(listener);
  site = opened;
  return (path, options) =>
    captureByHttp(opened.httpClient, new URL(path, opened.origin), { reader: readOnTheSpot, ...options });
}

/** A page that knows both kinds of validators. */
function versioned(etag: string) {
  return (request: IncomingMessage, response: ServerResponse) => {
    if (request.headers["if-none-match"] === etag) response.writeHead(304, { etag }).end();
    else response.writeHead(200, { ...HTML, etag, "last-modified": "Mon, 01 Jan 2024 00:00:00 GMT" }).end("<p>hello");
  };
}

test("a page is text with its encoding, hash, final URL and headers that matter", async () => {
  const capture = await serve((request, response) => {
    if (request.url === "/") response.writeHead(301, { location: "/page" }).end();
    else response.writeHead(200, { ...HTML, etag: '"1"', "x-other": "y" }).end("<p>Grüße");
  });
  const page = await capture("/");
  expect(page).toMatchObject({
    kind: "page",
    by: "http",
    url: `${site?.origin}/`,
    finalUrl: `${site?.origin}/page`,
    status: 200,
    redirects: 1,
    html: "<p>Grüße",
    encoding: "utf-8",
    headers: { etag: '"1"', "content-type": "text/html; charset=utf-8" },
  });
  expect(page.bodyHash).toMatch(/^[0-9a-f]{64}$/);
  expect(page.bytesOnWire).toBeGreaterThan(9);
  expect("cookies" in page).toBe(false);
});

test("an unchanged page costs no body: the server says so", async () => {
  const capture = await serve(versioned('"v1"'));
  const first = await capture("/");
  const second = await capture("/", { previous: first });
  expect(second).toMatchObject({ kind: "unchanged", reason: "not-modified", bodyHash: first.bodyHash });
  expect(second.headers).toEqual(first.headers);
  const third = await capture("/", { previous: second });
  expect(third.kind).toBe("unchanged");
});

test("an unchanged page costs no parse: its body is the same although the server knows no validators", async () => {
  const capture = await serve((_request, response) => response.writeHead(200, HTML).end("<p>same"));
  const first = await capture("/");
  expect(await capture("/", { previous: first })).toMatchObject({ kind: "unchanged", reason: "same-body" });
});

test("a changed page is a page again, with new validators", async () => {
  let version = 1;
  const capture = await serve((request, response) => versioned(`"v${version}"`)(request, response));
  const first = await capture("/");
  version = 2;
  const second = await capture("/", { previous: first });
  // The body is the same here, so only the validators are new.
  expect(second).toMatchObject({ kind: "unchanged", reason: "same-body", headers: { etag: '"v2"' } });
});

test("validators go only to the URL that gave them", async () => {
  const seen: (string | undefined)[] = [];
  const capture = await serve((request, response) => {
    seen.push(request.headers["if-none-match"]);
    if (request.url === "/old") response.writeHead(302, { location: "/new" }).end();
    else response.writeHead(200, { ...HTML, etag: '"x"' }).end("<p>x");
  });
  const first = await capture("/old");
  await capture("/old", { previous: first });
  expect(seen).toEqual([undefined, undefined, undefined, '"x"']);
});

test("a 304 that nobody asked for is a failure, not an empty page", async () => {
  const capture = await serve((_request, response) => response.writeHead(304).end());
  await expect(capture("/")).rejects.toMatchObject({ code: "status", status: 304 });
  const previous: Previous = { finalUrl: `${site?.origin}/`, headers: {}, bodyHash: "0".repeat(64) };
  await expect(capture("/", { previous })).rejects.toMatchObject({ code: "status", status: 304 });
});

test("compressed pages are asked for and undone; the hash is of the page, not of its compression", async () => {
  let asked = "";
  const capture = await serve((request, response) => {
    asked = String(request.headers["accept-encoding"]);
    const [coding, body] = request.url === "/zstd" ? ["zstd", zstdCompressSync("<p>hi")] : ["gzip", gzipSync("<p>hi")];
    response.writeHead(200, { ...HTML, "content-encoding": coding }).end(body);
  });
  const [zstd, gzip] = [await capture("/zstd"), await capture("/gzip")];
  expect(asked).toBe("zstd, br, gzip, deflate");
  expect(zstd).toMatchObject({ kind: "page", html: "<p>hi" });
  expect(zstd.bodyHash).toBe(gzip.bodyHash);
});

test("a cookie set on the way is sent on the way; across captures only where asked", async () => {
  const seen: (string | undefined)[] = [];
  const capture = await serve((request, response) => {
    seen.push(request.headers.cookie);
    if (request.headers.cookie) response.writeHead(200, HTML).end("<p>in");
    else response.writeHead(302, { location: "/", "set-cookie": ["a=1; Path=/", "b=2; Domain=elsewhere.test"] }).end();
  });
  await capture("/");
  await capture("/");
  const kept = await capture("/", { cookies: "" });
  await capture("/", { cookies: kept.cookies });
  await capture("/", { cookies: "damaged {" });
  expect(seen).toEqual([undefined, "a=1", undefined, "a=1", undefined, "a=1", "a=1", undefined, "a=1"]);
});

test("a site cannot fill the store with cookies", async () => {
  let round = 0;
  const capture = await serve((_request, response) => {
    const cookies = Array.from({ length: 20 }, (_, index) => `c${round}-${index}=${"x".repeat(1_000)}; Path=/c`);
    if (round++ < 9)
      response.writeHead(302, { location: "/", "set-cookie": [...cookies, `big=${"x".repeat(5_000)}`] }).end();
    else response.writeHead(200, HTML).end("<p>full");
  });
  const { cookies } = await capture("/", { cookies: "" });
  expect(JSON.parse(String(cookies)).cookies).toHaveLength(150);
  expect(cookies).not.toContain('"big"');
});

test.each([
  [401, "blocked", "later"],
  [403, "blocked", "later"],
  [429, "blocked", "later"],
  [451, "blocked", "later"],
  [404, "status", "later"],
  [410, "status", "never"],
  [500, "status", "soon"],
  [503, "status", "soon"],
])("status %i is a failure: %s, again %s", async (status, code, retry) => {
  const capture = await serve((_request, response) => response.writeHead(status, HTML).end("<p>no"));
  await expect(capture("/")).rejects.toMatchObject({ code, retry, status });
});

test("a challenge is a wall whatever its status, and Retry-After is read", async () => {
  const capture = await serve((request, response) => {
    if (request.url === "/wall") response.writeHead(200, { ...HTML, "cf-mitigated": "challenge" }).end("<p>wait");
    else response.writeHead(503, { "retry-after": "120" }).end();
  });
  await expect(capture("/wall")).rejects.toMatchObject({ code: "blocked" });
  await expect(capture("/busy")).rejects.toMatchObject({ code: "status", retry: "soon", retryAfterMs: 120_000 });
});

test("what is not HTML is not a page; what says nothing is looked at", async () => {
  const capture = await serve((request, response) => {
    if (request.url === "/pdf") response.writeHead(200, { "content-type": "application/pdf" }).end("<html>");
    else if (request.url === "/silent") response.end("  <!DOCTYPE html><p>x");
    else if (request.url === "/xhtml") response.writeHead(200, { "content-type": "application/xhtml+xml" }).end("<p/>");
    else response.end("just text");
  });
  await expect(capture("/pdf")).rejects.toMatchObject({ code: "not-html" });
  await expect(capture("/text")).rejects.toMatchObject({ code: "not-html" });
  expect((await capture("/silent")).kind).toBe("page");
  expect((await capture("/xhtml")).kind).toBe("page");
});

test("a page that leads on at once is a redirect: guarded, counted, with cookies, and not for ever", async () => {
  const capture = await serve((request, response) => {
    const path = request.url ?? "";
    const step = Number(path.slice("/step".length));
    const leadTo = (address: string) =>
      response
        .writeHead(200, { ...HTML, "set-cookie": "seen=1" })
        .end(`<meta http-equiv=refresh content="0;url=${address}">`);
    if (path === "/") leadTo("/page");
    else if (path === "/private") leadTo("http://10.0.0.1/");
    else if (path.startsWith("/step")) leadTo(`/step${step + 1}`);
    else response.writeHead(200, HTML).end(`<p>${request.headers.cookie}`);
  });
  const page = await capture("/");
  const finalUrl = `${site?.origin}/page`;
  expect(page).toMatchObject({ kind: "page", url: `${site?.origin}/`, finalUrl, redirects: 1, html: "<p>seen=1" });
  expect(await capture("/", { previous: page })).toMatchObject({ kind: "unchanged", finalUrl, redirects: 1 });
  await expect(capture("/private")).rejects.toMatchObject({ code: "forbidden-address" });
  await expect(capture("/step0")).rejects.toMatchObject({ code: "too-many-redirects" });
});
