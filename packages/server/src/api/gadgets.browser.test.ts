import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { GadgetOptions, Person, PickedLayout } from "@tessera/model";
import type { GadgetReply } from "@tessera/model/api";
import { ATTACKS } from "@tessera/page/attack-corpus";
import { type Browser, type BrowserContext, chromium, type FrameLocator, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { browserPath, launchOptions } from "../../../../scripts/browser-path.ts";
import { URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { type ApiWorld, openApiWorld } from "./api-world.fixture.ts";

/** Pages are served from memory under public names; what embeds them is a real page of another origin. */
let world: ApiWorld;
let ada: Person;
let browser: Browser;
let blog: Server;
let ours = "";
let blogUrl = "";
/** Everything that the attacker's host was asked for. */
const stolen: string[] = [];
/** From the page that is shown as it is, whose last requests may come when it has gone. */
let stolenBare = 0;
/** What the page of the other site shows. */
let embedding = "";

beforeAll(async () => {
  expect(browserPath()).not.toBe("");
  world = await openApiWorld();
  ada = await world.addPerson();
  await world.store.settings.change({ allowsGadgets: true });
  ours = (await world.app.listen({ host: "127.0.0.1", port: 0 })).replace("127.0.0.1", "localhost");
  blog = createServer((request, response) => {
    if (request.url?.startsWith("/stolen")) stolen.push(request.url);
    if (request.url?.startsWith("/bare/stolen")) stolenBare += 1;
    response.writeHead(200, { "content-type": "text/html" }).end(request.url === "/" ? embedding : "");
  }).listen(0, "127.0.0.1");
  await once(blog, "listening");
  blogUrl = `http://127.0.0.1:${(blog.address() as AddressInfo).port}`;
  browser = await chromium.launch(launchOptions());
});
afterAll(async () => {
  await browser?.close();
  blog?.close().closeAllConnections();
  await world?.close();
});

let pagesMade = 0;

async function gadgetOf(
  body: string,
  options: Partial<GadgetOptions> = {},
  layout: PickedLayout | null = null,
): Promise<GadgetReply> {
  const url = `https://news.example/${++pagesMade}`;
  world.web.set(url, `<!doctype html><title>News</title><main id=block><h1>Block</h1>${body}</main>`);
  const { follow } = await world.follow(ada, { kind: "css", selector: "#block" }, { layout }, { url });
  const payload = { followId: follow.id, options };
  const answer = await world.ask(ada, { method: "POST", url: "/api/v1/gadgets", payload });
  // the server is reached by another name than that of the tests' requests
  const src = `${ours}${new URL(answer.json().url).pathname}`;
  return { ...answer.json(), url: src, html: answer.json().html.replace(/src="[^"]*"/, `src="${src}"`) };
}

async function visitor(): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  return { context, page: await context.newPage() };
}

/** So many in one page; some swallow what comes after them. */
const ATTACKS_A_PAGE = 25;

/** All attacks that need no click, in some pages. */
function attackPages(origin: string): readonly string[] {
  // without quotes and spaces, so that it fits into any attribute
  const js = `fetch(\`${origin}/stolen/js\`),parent.postMessage(\`hit\`,\`*\`)`;
  const loud = ATTACKS.filter(({ isQuiet }) => !isQuiet);
  const written = loud.map(({ html }) => html.replaceAll("~js~", js).replaceAll("~url~", `${origin}/stolen/url`));
  const pages = Math.ceil(written.length / ATTACKS_A_PAGE);
  return Array.from({ length: pages }, (_, at) =>
    written.slice(at * ATTACKS_A_PAGE, (at + 1) * ATTACKS_A_PAGE).join("\n"),
  );
}

test("the gadget: a page full of attacks, embedded on another site, does nothing to it and asks nobody", async () => {
  // the unprotected variant first: shown as it is, the same page steals
  const pages = attackPages(blogUrl);
  const bare = await visitor();
  embedding = attackPages(`${blogUrl}/bare`)[0] ?? "";
  await bare.page.goto(blogUrl).catch(() => {});
  await expect.poll(() => stolenBare, { timeout: 30_000 }).toBeGreaterThan(3);
  await bare.context.close();

  const frames: string[] = [];
  for (const [at, body] of pages.entries()) {
    const { html } = await gadgetOf(body);
    // whoever embeds it may leave out the sandbox of the frame
    frames.push(at % 2 === 0 ? html : html.replace(/ sandbox="[^"]*"/, ""));
  }
  const hears = '<script>onmessage = () => { document.title = "hit" }</script>';
  embedding = `<!doctype html><title>Blog</title>${hears}${frames.join("").replaceAll('loading="lazy"', "")}`;
  const { context, page } = await visitor();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(blogUrl);
  for (const at of frames.keys()) {
    await page.locator("iframe").nth(at).contentFrame().getByRole("heading", { name: "Block", exact: true }).waitFor();
  }
  await page.waitForLoadState("networkidle");
  expect(stolen).toEqual([]);
  expect(await page.title()).toBe("Blog");
  expect(asked.filter((url) => !url.startsWith(ours) && !url.startsWith(blogUrl) && !url.startsWith("data:"))).toEqual(
    [],
  );
  expect(await context.cookies()).toEqual([]);
});

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
/** A note takes 20,000 letters, a feed is shown with a hundred items. */
const ATTACKS_A_TILE = 60;

/** A sheet whose feeds, notes and links attack: as their text, and as markup where it comes from a page. */
async function attackingSheet(): Promise<string> {
  const js = `fetch(\`${blogUrl}/stolen/js\`)`;
  const written = ATTACKS.map(({ html }) => html.replaceAll("~js~", js).replaceAll("~url~", `${blogUrl}/stolen/url`));
  const post = async (url: string, payload: object): Promise<string> => {
    const answer = await world.ask(ada, { method: "POST", url: `/api/v1${url}`, payload });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json().id;
  };
  const sheet = await post("/sheets", { title: written[0]?.slice(0, 100) });
  const put = (payload: object) => post(`/sheets/${sheet}/tiles`, payload);
  for (let at = 0; at < written.length; at += ATTACKS_A_TILE) {
    const some = written.slice(at, at + ATTACKS_A_TILE);
    const entry = (html: string, index: number): string =>
      `<article itemid="${index}"><h2><a href="${escaped(`javascript:${js}`)}">Item ${at + index} ${escaped(html)}</a></h2><p>${escaped(html)}</p>${html}</article>`;
    const url = `https://feed${at}.example/`;
    world.web.set(url, `<!doctype html><title>Feed</title><div role="feed">${some.map(entry).join("")}</div>`);
    const { follow } = await world.follow(ada, { kind: "css", selector: "[role=feed]" }, {}, { url });
    const content = { kind: "feed", followIds: [follow.id], shows: "summaries", limit: 100 };
    await put({ followId: follow.id, content });
    await put({ content: { kind: "note", title: some[1]?.slice(0, 300), text: some.join("\n\n").slice(0, 20_000) } });
    const links = some.map((html) => ({ title: html.slice(0, 300), url: `https://link.example/${encodeURI(html)}` }));
    await put({ content: { kind: "links", title: some[2]?.slice(0, 300), groups: [{ heading: some[3], links }] } });
  }
  return sheet;
}

/** In a frame of ours: what could run or lead somewhere that is no page. */
const HARM = `[...document.querySelectorAll("script:not([nonce]), object, embed, form, base, meta[http-equiv=refresh], [href], body *")]
  .filter((element) => element.matches("script:not([nonce]), object, embed, form, base, meta[http-equiv=refresh]")
    || !/^(https?:|\\/|#|$)/i.test(element.getAttribute("href") ?? "")
    || [...element.attributes].some(({ name }) => /^on/.test(name)))
  .map((element) => element.outerHTML.slice(0, 200))`;

test("the page of a secret link: feeds, notes and links full of attacks do nothing on it, and ask nobody", async () => {
  const sheetId = await attackingSheet();
  stolen.length = 0;
  const payload = { sheetId, face: "link" };
  const made: GadgetReply = (await world.ask(ada, { method: "POST", url: "/api/v1/gadgets", payload })).json();
  const { page, context } = await visitor();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.setViewportSize({ width: 1_300, height: 6_000 });
  const url = `${ours}${new URL(made.url).pathname}`;
  await page.goto(url);
  const feeds = Math.ceil(ATTACKS.length / ATTACKS_A_TILE);
  await expect.poll(() => page.locator("iframe").count(), { timeout: 30_000 }).toBe(feeds);
  for (let at = 0; at < feeds; at++) {
    const feed = page.locator("iframe").nth(at).contentFrame();
    await feed.getByText("Item ", { exact: false }).first().waitFor();
  }
  await page.waitForLoadState("networkidle");
  for (const frame of page.frames()) expect(await frame.evaluate(HARM), frame.url()).toEqual([]);
  expect(stolen).toEqual([]);
  expect(asked.filter((each) => !each.startsWith(ours) && !each.startsWith("data:"))).toEqual([]);
  expect([page.url(), await context.cookies()]).toEqual([url, []]);
});

test("only the sites that were named show it, and revocation takes effect at the next load", async () => {
  const { html: elsewhere } = await gadgetOf("<p>For others</p>", { sites: ["https://other.example"] });
  embedding = `<!doctype html><title>Blog</title>${elsewhere}`;
  const refused = await visitor();
  await refused.page.goto(blogUrl);
  await refused.page.waitForLoadState("networkidle");
  expect(refused.page.frames().some((frame) => frame.url().startsWith(`${ours}/gadgets/`))).toBe(false);

  const { id, html } = await gadgetOf("<p>For this one</p>", { sites: [blogUrl] });
  embedding = `<!doctype html><title>Blog</title>${html}`;
  const { page } = await visitor();
  await page.goto(blogUrl);
  await page.frameLocator("iframe").getByText("For this one").waitFor();
  await world.ask(ada, { method: "DELETE", url: `/api/v1/gadgets/${id}` });
  await page.reload();
  await page.frameLocator("iframe").getByText("This is no longer shown here.").waitFor();
});

test("a sheet on another site shows its blocks, each in a frame of its own", async () => {
  world.web.set(URL_OF_PAGE, "<!doctype html><title>News</title><main id=block><h1>On the sheet</h1></main>");
  const { follow } = await world.follow(ada, { kind: "css", selector: "h1" });
  const post = (url: string, payload: object) => world.ask(ada, { method: "POST", url: `/api/v1${url}`, payload });
  const sheet = (await post("/sheets", { title: "My sheet" })).json();
  await post(`/sheets/${sheet.id}/tiles`, { followId: follow.id });
  const made: GadgetReply = (await post("/gadgets", { sheetId: sheet.id, options: { sites: [blogUrl] } })).json();
  embedding = made.html.replace(/src="[^"]*"/, `src="${ours}${new URL(made.url).pathname}"`);
  const { page } = await visitor();
  await page.goto(blogUrl);
  const outer = page.frameLocator("iframe");
  await outer.getByRole("heading", { name: "My sheet" }).waitFor();
  await outer.frameLocator("iframe").getByRole("heading", { name: "On the sheet" }).waitFor();
});

test("a board on another site is one table with a ground of its own, and attacks in its names are words", async () => {
  const name = `<img src="${blogUrl}/stolen/name" onerror="parent.postMessage('hit','*')">`;
  const url = "https://shop.example/";
  world.web.set(url, "<!doctype html><title>Shop</title><p id=price>129 €</p>");
  const { follow } = await world.follow(ada, { kind: "css", selector: "#price" }, { title: name }, { url });
  const post = (path: string, payload: object) => world.ask(ada, { method: "POST", url: `/api/v1${path}`, payload });
  const { id: sheetId } = (await post("/sheets", { title: "My sheet" })).json();
  const content = { kind: "board", title: name, followIds: [follow.id] };
  const board = (await post(`/sheets/${sheetId}/tiles`, { followId: follow.id, content })).json();
  const options = { sites: [blogUrl], theme: "light", tileId: board.id };
  const made: GadgetReply = (await post("/gadgets", { sheetId, options })).json();
  const frame = made.html.replace(/src="[^"]*"/, `src="${ours}${new URL(made.url).pathname}"`);
  embedding = `<!doctype html><title>Blog</title><style>body{background:#123}</style><script>onmessage = () => { document.title = "hit" }</script>${frame}`;
  stolen.length = 0;
  const { page } = await visitor();
  await page.goto(blogUrl);
  const table = page.frameLocator("iframe");
  await table.getByRole("cell", { name: "€129" }).waitFor();
  expect(await table.getByRole("rowheader").textContent()).toBe(name);
  const ground = await table.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
  expect([ground, page.frames().length, stolen, await page.title()]).toEqual(["rgb(255, 255, 255)", 2, [], "Blog"]);
});

/** A menu that hides itself in a narrow window, as it was picked in a wide one. */
const MENU = `<style>#block { background: #000; padding: 20px; width: 1160px; } #block a { color: #fff; }
  @media (max-width: 700px) { #block a { display: none; } }</style><a href="/boats">Boats</a> <a href="/tides">Tides</a>`;
const LAID_OUT: PickedLayout = {
  viewport: [1_280, 900],
  boxes: [[40, 100, 1_200, 60]],
  flush: 0,
  isLegible: true,
  items: null,
};

/** How wide the window is that the menu is laid out in, and where its last words end. */
async function shownMenu(page: Page, frame: FrameLocator): Promise<{ windowPx: number; endPx: number }> {
  const tides = frame.getByText("Tides");
  await tides.waitFor();
  const box = await tides.boundingBox();
  const room = await page.locator("iframe").first().boundingBox();
  const endPx = (box?.x ?? 0) + (box?.width ?? 0) - (room?.x ?? 0);
  return { windowPx: await tides.evaluate(() => innerWidth), endPx };
}

test.each([
  // by itself it is not made smaller than somebody can read; who chose it has all of it in sight
  ["auto", 0.45],
  ["page", 480 / 1_216],
] as const)(
  "look %s: a menu is as on its page and scaled to the frame, not hidden by its own styles",
  async (look, scale) => {
    const { html } = await gadgetOf(MENU, { look }, LAID_OUT);
    embedding = `<!doctype html><style>body{margin:0}</style>${html}`;
    const { page } = await visitor();
    await page.goto(blogUrl);
    const inner = page.frameLocator("iframe").frameLocator("iframe");
    const { windowPx, endPx } = await shownMenu(page, inner);
    expect(windowPx).toBe(1_280);
    expect(endPx).toBeLessThan(480);
    const block = await inner.locator("[data-tessera-framed]").boundingBox();
    expect(block?.width).toBeCloseTo(1_200 * scale, -1);
    // it follows the room that it has, without a script
    await page.locator("iframe").evaluate((frame) => frame.setAttribute("width", "1000"));
    await expect
      .poll(async () => (await inner.locator("[data-tessera-framed]").boundingBox())?.width)
      .toBeCloseTo(1_200 * (1_000 / 1_216), -1);
  },
);

test.each(["adapted", "reader", "text"] as const)("look %s: one document in the width of the frame", async (look) => {
  const { html } = await gadgetOf("<p>Tides of today</p>", { look }, LAID_OUT);
  embedding = `<!doctype html>${html}`;
  const { page } = await visitor();
  await page.goto(blogUrl);
  const words = page.frameLocator("iframe").getByText("Tides of today");
  await words.waitFor();
  expect(await words.evaluate(() => innerWidth)).toBe(480);
  expect(page.frames().length).toBe(2);
});

test("by a link and on a wall each tile is as the person chose it, and what nobody chose is as on its page", async () => {
  const post = (url: string, payload: object) => world.ask(ada, { method: "POST", url: `/api/v1${url}`, payload });
  const { followId } = await gadgetOf(MENU, {}, LAID_OUT);
  const sheet = (await post("/sheets", { title: "My sheet" })).json();
  // as narrow as on a phone
  const tile = (
    await post(`/sheets/${sheet.id}/tiles`, { followId, place: { x: 0, y: 0, width: 4, height: 4 } })
  ).json();
  const restyle = (style: object) =>
    world.ask(ada, {
      method: "PATCH",
      url: `/api/v1/tiles/${tile.id}`,
      payload: { style: { ...tile.style, ...style } },
    });
  for (const wall of [null, { sheetIds: [], seconds: 30, isLarge: false }]) {
    const made: GadgetReply = (await post("/gadgets", { sheetId: sheet.id, face: "link", wall })).json();
    const { page } = await visitor();
    await restyle({});
    await page.goto(`${ours}${new URL(made.url).pathname}`);
    const frame = page.frameLocator("iframe");
    expect((await shownMenu(page, frame.frameLocator("iframe"))).windowPx).toBe(1_280);
    await restyle({ reader: true });
    await page.reload();
    await frame.getByText("Tides").waitFor();
    expect(await frame.getByText("Tides").evaluate((word) => getComputedStyle(word).color)).not.toBe(
      "rgb(255, 255, 255)",
    );
    // it was asked for: the menu is as dark as its page makes it
    await restyle({ way: "adapted" });
    await page.reload();
    await frame.getByText("Tides").waitFor({ state: "hidden" });
    expect(await frame.locator("iframe").count()).toBe(0);
  }
});
