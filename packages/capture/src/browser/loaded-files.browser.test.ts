import type { IncomingMessage, RequestListener } from "node:http";
import { nodeAt } from "@tessera/engine";
import { HttpClient } from "@tessera/network";
import { type LoopbackSite, loopbackGuard, startSite } from "@tessera/network/loopback/loopback-site";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Hiding } from "../http/visitor.ts";
import { readOnTheSpot } from "../reading/page-reader.ts";
import { CaptureBrowser } from "./capture-browser.ts";
import type { LoadedFile } from "./loaded-files.ts";
import type { BrowserCaptureOptions } from "./rendered-capture.ts";

const SECRET = "hunter2-swordfish";
const HTML = { "content-type": "text/html; charset=utf-8" };
const CSS = { "content-type": "text/css" };
const IMAGE = { "content-type": "image/png" };
/** One red pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);
/** A private name, for a browser that may not go there and for one that may. */
const INSIDE = "inside.test";

let pages: Record<string, string | RequestListener> = {};
let asked: IncomingMessage[] = [];
let site: LoopbackSite;
let browser: CaptureBrowser;
let unprotected: CaptureBrowser;
let openClient: HttpClient;

beforeAll(async () => {
  site = await startSite((request, response) => {
    asked.push(request);
    const path = new URL(request.url ?? "/", "http://site.test").pathname;
    const page = pages[path];
    if (typeof page === "function") page(request, response);
    else if (page !== undefined) response.writeHead(200, path.endsWith(".css") ? CSS : HTML).end(page);
    else if (path.endsWith(".png")) response.writeHead(200, IMAGE).end(PNG);
    else response.writeHead(404).end();
  });
  openClient = new HttpClient({ guard: loopbackGuard(["site.test", "other.site.test", INSIDE]) });
  browser = new CaptureBrowser({ httpClient: site.httpClient, readerFor: () => readOnTheSpot });
  unprotected = new CaptureBrowser({ httpClient: openClient, readerFor: () => readOnTheSpot });
});
afterEach(() => {
  pages = {};
  asked = [];
});
afterAll(async () => {
  await browser.stop();
  await unprotected.stop();
  await openClient.close();
  await site.close();
});

const elsewhere = (path: string, host = "other.site.test"): string => `http://${host}:${site.port}${path}`;
const away =
  (to: string): RequestListener =>
  (_, response) =>
    response.writeHead(302, { location: to }).end();
const sentTo = (path: string): IncomingMessage[] => asked.filter(({ url }) => url === path);

interface Taking extends BrowserCaptureOptions {
  readonly blocks?: readonly string[];
  readonly isWhole?: boolean;
  readonly by?: CaptureBrowser;
}

async function filesOf({ blocks = [], isWhole = true, by = browser, ...options }: Taking = {}) {
  await using open = await by.open(new URL(site.origin), { quietMs: 150, keepsFiles: true, ...options });
  const { tree } = open.capture;
  return await open.filesOf(
    blocks.map((path) => nodeAt(tree, path)!),
    isWhole,
  );
}

const namesOf = (files: readonly LoadedFile[]): string[] => files.map(({ url }) => url.replace(site.origin, ""));

describe("what a page has loaded", () => {
  test("images and style sheets behind a login are had as its person has them, and nothing is asked for again", async () => {
    const guarded =
      (headers: Record<string, string>, body: string | Buffer): RequestListener =>
      (request, response) => {
        if (/login=ada/.test(request.headers.cookie ?? "")) response.writeHead(200, headers).end(body);
        else response.writeHead(403).end();
      };
    pages["/"] = `<!doctype html><link rel=stylesheet href=/s.css><img src="/mine.png#top"><p class=painted>words</p>`;
    pages["/mine.png"] = guarded(IMAGE, PNG);
    pages["/ground.png"] = guarded(IMAGE, PNG);
    pages["/s.css"] = guarded(CSS, ".painted::before{content:'';background:url(ground.png)}");
    expect(await filesOf()).toEqual([]);
    asked = [];
    const files = await filesOf({ visitor: { cookies: [{ name: "login", value: "ada" }] } });
    expect(namesOf(files)).toEqual(["/mine.png", "/ground.png", "/s.css"]);
    expect(Buffer.from(files[0]!.bytes)).toEqual(PNG);
    expect(Buffer.from(files[2]!.bytes).toString()).toContain(".painted");
    for (const path of ["/", "/mine.png", "/ground.png", "/s.css"]) expect(sentTo(path)).toHaveLength(1);
  });

  test("of a page that is captured for everybody nothing is kept", async () => {
    pages["/"] = `<!doctype html><img src="/a.png">`;
    expect(await filesOf({ keepsFiles: false })).toEqual([]);
  });

  test("those of the blocks come first, with what lies behind them, and the others only where they are wanted", async () => {
    pages["/"] =
      `<!doctype html><style>img{display:block;width:50px;height:50px}main{background:url(/behind.png)}</style>
      <img src="/top.png"><main><p><img src="/block.png"></p></main>`;
    const blocks = ["html[1]/body[1]/main[1]/p[1]"];
    expect(namesOf(await filesOf({ blocks, isWhole: false }))).toEqual(["/behind.png", "/block.png"]);
    expect(namesOf(await filesOf({ blocks }))).toEqual(["/behind.png", "/block.png", "/top.png"]);
  });

  test("of several sizes it is the one that was shown, by the address that the page has for it", async () => {
    pages["/"] = `<!doctype html><img src="/small.png" srcset="/one.png 1x, /two.png 2x"><img src="/leads.png">`;
    pages["/leads.png"] = away("/there.png");
    expect(namesOf(await filesOf())).toEqual(["/one.png", "/leads.png"]);
  });

  test("no more is kept than a capture may have: neither of one image nor of all", async () => {
    const heavy = Buffer.concat([PNG, Buffer.alloc(400_000)]);
    const names = Array.from({ length: 8 }, (_, at) => `/${at}.png`);
    pages["/"] = `<!doctype html><img src="/huge.png">${names.map((name) => `<img src="${name}">`).join("")}`;
    for (const name of names) pages[name] = (_, response) => response.writeHead(200, IMAGE).end(heavy);
    pages["/huge.png"] = (_, response) =>
      response.writeHead(200, IMAGE).end(Buffer.concat([PNG, Buffer.alloc(600_000)]));
    expect(namesOf(await filesOf())).toEqual(names.slice(0, 5));
  });

  test("an address that repeats a secret is kept as the capture has it", async () => {
    pages["/"] = `<!doctype html><img src="/a.png?key=${SECRET}">`;
    const told = await filesOf();
    expect(told[0]?.url).toContain(SECRET);
    const hidden = await filesOf({ visitor: { hiding: new Hiding([SECRET]) } });
    expect(hidden).toHaveLength(1);
    expect(JSON.stringify(hidden.map(({ url }) => url))).not.toContain(SECRET);
  });
});

describe("where cookies go for it", () => {
  const login = { name: "login", value: SECRET };

  test("to no other origin, and to none that an image leads on to", async () => {
    pages["/"] = `<!doctype html><img src="${elsewhere("/their.png")}"><img src="/leads.png"><img src="/own.png">`;
    pages["/leads.png"] = away(elsewhere("/led.png"));
    // a cookie of the whole domain, as no page is given one: the test sees it where it goes
    const shared = JSON.stringify({
      version: "tough-cookie@5",
      cookies: [{ key: "login", value: SECRET, domain: "site.test", path: "/", hostOnly: false }],
    });
    await filesOf({ cookies: shared });
    expect(sentTo("/their.png")[0]?.headers.cookie).toContain(SECRET);
    expect(sentTo("/led.png")[0]?.headers.cookie).toContain(SECRET);
    asked = [];
    const files = await filesOf({ visitor: { cookies: [login] } });
    expect(sentTo("/own.png")[0]?.headers.cookie).toContain(SECRET);
    expect(sentTo("/leads.png")[0]?.headers.cookie).toContain(SECRET);
    expect(sentTo("/their.png")[0]?.headers.cookie).toBeUndefined();
    expect(sentTo("/led.png")[0]?.headers.cookie).toBeUndefined();
    expect(files).toHaveLength(3);
  });

  test("to no private address, whether the page names it or an image leads there, and nothing of it is kept", async () => {
    pages["/"] = `<!doctype html><img src="${elsewhere("/named.png", INSIDE)}"><img src="/leads.png">`;
    pages["/leads.png"] = away(elsewhere("/led.png", INSIDE));
    expect(await filesOf({ by: unprotected })).toHaveLength(2);
    expect(asked.map(({ url }) => url)).toEqual(expect.arrayContaining(["/named.png", "/led.png"]));
    asked = [];
    expect(await filesOf({ visitor: { cookies: [login] } })).toEqual([]);
    expect(sentTo("/leads.png")).toHaveLength(1);
    expect([...sentTo("/named.png"), ...sentTo("/led.png")]).toEqual([]);
  });
});
