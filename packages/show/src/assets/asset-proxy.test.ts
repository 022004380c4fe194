import { mkdtempSync, readdirSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { createProxyDial, HttpClient, proxyFromEnvironment } from "@tessera/network";
import { CaptureFailure } from "@tessera/network/failure";
import { startSite } from "@tessera/network/loopback/loopback-site";
import { afterAll, afterEach, expect, test } from "vitest";
import { AssetProxy, type AssetProxyOptions } from "./asset-proxy.ts";
import { cleanOnTheSpot } from "./asset-reader.fixture.ts";

const PNG = Buffer.from("89504e470d0a1a0a0000", "hex");
const LARGE = Buffer.alloc(1_000_000, PNG);
/** Answers that have begun and do not end before they are told to. */
const waiting = new Map<string, ServerResponse>();
const asked: string[] = [];
const site = await startSite((request, response) => {
  const path = request.url ?? "";
  asked.push(path);
  if (path === "/large.png") response.end(LARGE);
  else if (path === "/packed.png") response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(LARGE));
  else if (path === "/broken.png")
    response.writeHead(200, { "content-length": "100000" }).write(LARGE.subarray(0, 50_000), () => response.destroy());
  else if (path === "/s.css") response.end("p{color:red}");
  else if (path === "/painted.css") response.end("p{background:url(/large.png)}");
  else if (path === "/x.svg") response.end(`<svg xmlns="http://www.w3.org/2000/svg">${"<g>".repeat(10)}</svg>`);
  else if (path === "/deep.svg") response.end(`<svg>${"<g>".repeat(10_000)}</svg>`);
  else if (path === "/huge.svg") response.end(`<svg>${" ".repeat(5_000_000)}</svg>`);
  else {
    response.write(PNG);
    waiting.set(path, response);
  }
});
afterEach(() => {
  for (const response of waiting.values()) response.destroy();
  waiting.clear();
  asked.length = 0;
});
afterAll(() => site.close());

function proxyOf(options: Partial<AssetProxyOptions> = {}) {
  const cacheFolder = mkdtempSync(join(tmpdir(), "tessera-proxy-"));
  const proxy = new AssetProxy({
    httpClient: site.httpClient,
    readerFor: () => cleanOnTheSpot,
    key: Buffer.alloc(32, 1),
    prefix: "/assets/",
    cacheFolder,
    ...options,
  });
  const ask = async (path: string, holder: string, kind: "image" | "style" = "image") => {
    const link = proxy.links().linkTo(path, new URL(site.origin), kind)!;
    const { body, ...answer } = await proxy.answer(proxy.sign(link, holder).slice("/assets/".length));
    return { ...answer, isStream: body instanceof Readable, body: Buffer.isBuffer(body) ? body : await buffer(body) };
  };
  return { ask, proxy, files: () => readdirSync(join(cacheFolder, "content")) };
}

test("a picture goes to the disk as it comes and from there to whoever asked, packed or not", async () => {
  const { ask } = proxyOf();
  for (const path of ["/large.png", "/packed.png", "/large.png"]) {
    const answer = await ask(path, "ada");
    expect([answer.status, answer.isStream, answer.body.equals(LARGE)]).toEqual([200, true, true]);
  }
  expect(asked).toEqual(["/large.png", "/packed.png"]);
});

test("what a page shows goes the way out of its page and no other, also what its style sheets name", async () => {
  const tunnels: string[] = [];
  const between = createServer().on("connect", (request, socket) => {
    tunnels.push(request.url ?? "");
    const [host, port] = (request.url ?? "").split(":");
    const onward = connect(Number(port), host).on("error", () => socket.destroy());
    socket.on("error", () => onward.destroy()).write("HTTP/1.1 200 OK\r\n\r\n");
    onward.pipe(socket).pipe(onward);
  });
  await new Promise<void>((ready) => between.listen(0, "127.0.0.1", ready));
  const settings = proxyFromEnvironment({ ALL_PROXY: `http://127.0.0.1:${(between.address() as AddressInfo).port}` })!;
  const de = new HttpClient({ guard: site.guard, dial: createProxyDial(site.guard, settings) });
  const { proxy } = proxyOf({ waysOut: new Map([["de", de]]) });
  const linkTo = (path: string, kind: "image" | "style", wayOut?: string) =>
    proxy.sign(proxy.links(null, wayOut).linkTo(path, new URL(site.origin), kind)!, "ada").slice("/assets/".length);
  const answerAt = async (link: string) => {
    const { body, status } = await proxy.answer(link);
    return { status, body: (Buffer.isBuffer(body) ? body : await buffer(body)).toString("latin1") };
  };
  const answerTo = (...asset: Parameters<typeof linkTo>) => answerAt(linkTo(...asset));
  // without its way it is fetched as everything is, and the test sees that
  expect((await answerTo("/large.png", "image")).status).toBe(200);
  expect([asked.splice(0), tunnels.splice(0)]).toEqual([["/large.png"], []]);
  // what came another way is not what comes this way
  expect((await answerTo("/large.png", "image", "de")).status).toBe(200);
  expect([asked.splice(0), tunnels.splice(0).length]).toEqual([["/large.png"], 1]);
  const { body } = await answerTo("/painted.css", "style", "de");
  expect(body).toMatch(/^p\{background:url\(\/assets\/image@de\//);
  expect((await answerAt(/image@de[^)]*/.exec(body)![0])).status).toBe(200);
  expect(asked.splice(0)).toEqual(["/painted.css"]);
  // nothing goes directly where the way is gone
  expect((await answerTo("/packed.png", "image", "us")).status).toBe(502);
  expect(asked).toEqual([]);
  // and nobody sends a link another way
  expect((await answerAt(linkTo("/packed.png", "image", "de").replace("image@de", "image"))).status).toBe(404);
  await de.close();
  between.close();
});

test("what breaks off leaves nothing behind, and comes when it is asked for again", async () => {
  const { ask, files } = proxyOf();
  expect((await ask("/broken.png", "ada")).status).toBe(502);
  expect(files()).toEqual([]);
  expect((await ask("/large.png", "ada")).status).toBe(200);
});

test("no more is fetched at a time than may be under way together, and nobody takes all of it", async () => {
  const { ask } = proxyOf({ maxAssetBytes: 1_000_000, maxBytesInFlight: 4_000_000 });
  const slow = Array.from({ length: 10 }, (_, at) => ask(`/slow-${at}`, "mallory"));
  await expect.poll(() => asked.length).toBe(2);
  // while eight of mallory's pictures wait, another's comes at once
  expect((await ask("/large.png", "alice")).status).toBe(200);
  expect(asked).toHaveLength(3);
  const others = Array.from({ length: 3 }, (_, at) => ask(`/other-${at}`, "bob"));
  await expect.poll(() => asked.length).toBe(5);
  while (waiting.size > 0 || asked.length < 14) {
    for (const [path, response] of waiting) {
      waiting.delete(path);
      response.end();
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const { status } of await Promise.all([...slow, ...others])) expect(status).toBe(200);
});

test("whoever has waited long enough for the fetches of others hears that there are too many", async () => {
  const { ask } = proxyOf({ maxAssetBytes: 1_000_000, maxBytesInFlight: 1_000_000, maxWaitMs: 1 });
  const slow = ask("/slow", "mallory");
  await expect.poll(() => asked.length).toBe(1);
  expect(await ask("/large.png", "alice")).toMatchObject({ status: 503, headers: { "retry-after": "30" } });
  waiting.get("/slow")?.end();
  expect((await slow).status).toBe(200);
  expect((await ask("/large.png", "alice")).status).toBe(200);
});

test("what many ask for at the same time is fetched once", async () => {
  const { ask } = proxyOf();
  const answers = await Promise.all(["a", "b", "c", "d"].map((holder) => ask("/large.png", holder)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(asked).toEqual(["/large.png"]);
});

test("a drawing that is none, or more than a reader takes, is no picture, and the next one is", async () => {
  const holders: (string | undefined)[] = [];
  let isTooMuch = false;
  const { ask } = proxyOf({
    readerFor: (holder) => ({
      ...cleanOnTheSpot,
      cleanAsset: async (asset) => {
        holders.push(holder);
        if (isTooMuch) throw new CaptureFailure("timeout", { message: "it took too long to read" });
        return cleanOnTheSpot.cleanAsset(asset);
      },
    }),
  });
  expect((await ask("/deep.svg", "ada")).status).toBe(502);
  expect((await ask("/huge.svg", "ada")).status).toBe(502);
  isTooMuch = true;
  expect((await ask("/s.css", "bob", "style")).status).toBe(502);
  isTooMuch = false;
  expect((await ask("/s.css", "bob", "style")).body.toString()).toBe("p{color:red}");
  expect((await ask("/x.svg", "ada")).status).toBe(200);
  // cleaned in the turn of whoever asked
  expect(holders).toEqual(["ada", "bob", "bob", "ada"]);
});
