import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium } from "@tessera/capture";
import { attributeOf, isText, parseHtml } from "@tessera/engine";
import { createGuard, HttpClient } from "@tessera/network";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AssetProxy } from "../assets/asset-proxy.ts";
import { cleanOnTheSpot } from "../assets/asset-reader.fixture.ts";
import { contentPolicy } from "../rules/content-policy.ts";
import { renderTile } from "./render-tile.fixture.ts";
import { tileDocument } from "./tile-document.ts";
import type { PageLayout } from "./tile-layout.ts";

const shown = new Map<string, { readonly html: string; readonly policy?: string }>();
const ours = createServer((request, response) => {
  const page = shown.get(request.url ?? "");
  const policy = page?.policy ? { "content-security-policy": page.policy } : {};
  response.writeHead(page ? 200 : 404, { "content-type": "text/html; charset=utf-8", ...policy }).end(page?.html);
});
const httpClient = new HttpClient({ guard: createGuard() });
const assets = new AssetProxy({
  httpClient,
  readerFor: () => cleanOnTheSpot,
  key: Buffer.alloc(32, 7),
  prefix: "/assets/",
  cacheFolder: join(tmpdir(), `tessera-ink-${process.pid}`),
});
let browser: Browser;
let tab: Page;
let origin = "";

beforeAll(async () => {
  await new Promise<void>((ready) => ours.listen(0, "127.0.0.1", ready));
  origin = `http://127.0.0.1:${(ours.address() as AddressInfo).port}`;
  browser = await chromium.launch({ executablePath: findChromium()!, chromiumSandbox: false, args: ["--disable-gpu"] });
  tab = await browser.newPage();
});
afterAll(async () => {
  await browser.close();
  await httpClient.close();
  ours.closeAllConnections();
  ours.close();
});

function blockIn(html: string): number {
  const tree = parseHtml(html);
  return [...tree.tag.keys()].find((node) => !isText(tree, node) && attributeOf(tree, node, "data-block") !== null)!;
}

/** What the tile says of itself, adapted to a hidden frame of that width, under the policy that it is served with. */
async function inkOf(body: string, width: number, css = "", padPx = 0): Promise<unknown> {
  await openTile(body, { width, css, padPx });
  await expect.poll(() => tab.evaluate("said.length")).toBe(1);
  return tab.evaluate("said[0]");
}

interface OpenedTile {
  readonly layout?: PageLayout | null;
  readonly width: number;
  readonly css?: string;
  readonly padPx?: number;
  /** Done where the frame is, once it is loaded. */
  readonly onload?: string;
}

async function openTile(
  body: string,
  { layout = null, width, css = "", padPx = 0, onload = "" }: OpenedTile,
): Promise<void> {
  const html = `<style>${css}</style><body>${body}</body>`;
  const capture = { html, finalUrl: "http://site.test/" };
  const options = { assets, holder: "ada", tile: "tile", look: layout ? "page" : "adapted", layout } as const;
  const tile = await renderTile(capture, { nodes: [blockIn(html)] }, options);
  const policy = { assetSource: "'self'", nonce: "n0nce" };
  const document = tileDocument(tile, { ...policy, title: "Block", look: "adapted", padPx });
  const [path, top] = [`/tile-${shown.size}`, `/top-${shown.size}`];
  shown.set(path, { html: document, policy: contentPolicy(policy) });
  shown.set(top, {
    html: `<script>said = []; onmessage = ({ data }) => said.push(data)</script><iframe sandbox=allow-scripts src=${path} onload="${onload}" style="width:${width}px;height:240px;visibility:hidden"></iframe>`,
  });
  await tab.goto(origin + top);
}

const MENU = `<nav data-block style="background:#000;padding:20px"><ul style="color:#fff"><li>Boats</li><li>Tides</li></ul></nav>`;
const HIDES = "@media (max-width:600px){ul{display:none}}";

test("a menu that hides itself in a narrow tile is blank there, for all its black ground, and seen in a wide one", async () => {
  expect(await inkOf(MENU, 320, HIDES)).toMatchObject({ kind: "ink", ink: "blank" });
  expect(await inkOf(MENU, 800, HIDES)).toMatchObject({ kind: "ink", ink: "seen" });
});

test("a tile in a frame that is loaded before it knows its size is looked at once it does", async () => {
  await openTile("<p data-block>Here before its window</p>", { width: 0 });
  // in a busy browser that takes a while
  await tab.evaluate("document.querySelector('iframe').style.width = '400px'");
  await expect.poll(() => tab.evaluate("said")).toMatchObject([{ kind: "ink", ink: "seen" }]);
});

test("a tile in a frame that is larger than the window was at first is looked at again", async () => {
  await openTile("<p data-block>Here before its window</p>", { width: 1, onload: "this.style.width = '400px'" });
  await expect.poll(() => tab.evaluate("said")).toMatchObject([{ kind: "ink", ink: "seen" }]);
});

test("words on what lies behind their block are seen on it, and are not without it", async () => {
  const page = `<nav data-block style="color:#fff">Boats and tides</nav><header style="background:#036">Hello</header>`;
  const boxes = [[0, 0, 400, 300] as const, [0, 0, 400, 300] as const, [0, 0, 400, 40] as const];
  const grounds = [{ up: 0, offset: 1, box: [0, 0, 400, 200] as const }];
  const layout = { viewport: [400, 300] as const, boxes };
  for (const [seen, ink] of [
    [{ ...layout, grounds }, "seen"],
    [layout, "illegible"],
  ] as const) {
    await openTile(page, { width: 400, layout: seen });
    await expect.poll(() => tab.evaluate("said")).toMatchObject([{ kind: "ink", ink }]);
  }
});

test("what fades in is seen", async () => {
  const css = "@keyframes in{from{opacity:0}}p{animation:in 60s both}";
  expect(await inkOf("<p data-block>Here at last</p>", 400, css)).toMatchObject({ kind: "ink", ink: "seen" });
});

const LIGHT = '<i style="display:inline-block;width:12px;height:12px;border-radius:50%;background:#2a6">';
const HEARD =
  "position:absolute;width:1px;height:1px;margin:-1px;padding:0;overflow:hidden;clip:rect(0,0,0,0);white-space:nowrap;border:0";

test.each([
  ["words of the colour of their ground", '<p data-block style="color:#fff">White as snow</p>', "illegible"],
  ["words on a ground of their own", '<p data-block style="color:#fff;background:#036">White as snow</p>', "seen"],
  [
    "words on a sibling that was put behind them",
    '<div data-block style="position:relative"><i style="position:absolute;inset:0;background:#036;pointer-events:none"></i><p style="position:relative;color:#fff">White as snow</p></div>',
    "seen",
  ],
  ["words that are clear as glass", '<p data-block style="opacity:0">Nobody</p>', "blank"],
  ["words in a box without height", '<div data-block><p style="height:0;overflow:hidden">Folded</p></div>', "blank"],
  ["words beside the window", '<p data-block style="text-indent:-9999px">Far away</p>', "blank"],
  ["bars without a word", '<div data-block><i style="display:block;height:30px;background:#2a6"></i></div>', "seen"],
  ["a box of the colour of its ground", '<div data-block style="height:30px;background:#fff"></div>', "blank"],
  [
    "words of the colour of their ground, in a wide colour",
    '<p data-block style="color:oklch(0.99 0 0)">White</p>',
    "illegible",
  ],
  [
    "words on a ground of a mixed colour",
    '<p data-block style="color:#fff;background:color-mix(in oklab,#036,teal)">White</p>',
    "seen",
  ],
  [
    "bars in a wide colour",
    '<div data-block><i style="display:block;height:30px;background:oklch(0.6 0.1 150)"></i></div>',
    "seen",
  ],
  [
    "a box in the wide colour of its ground",
    '<div data-block style="height:30px;background:lab(100% 0 0)"></div>',
    "blank",
  ],
  ["a drawing", '<svg data-block width="40" height="40"><circle r="9"/></svg>', "seen"],
  [
    "a canvas and a film of which there is no picture",
    "<div data-block><canvas></canvas><video></video></div>",
    "blank",
  ],
  [
    "a dot that a style sheet adds",
    '<div data-block><style>i::after{content:"";display:block;width:9px;height:9px;background:#c00}</style><i></i></div>',
    "seen",
  ],
  [
    "a light whose name is in a box of a pixel",
    `<div data-block>${LIGHT}<span style="${HEARD}">All systems up</span></i></div>`,
    "seen",
  ],
  [
    "a light whose name is far beside the window",
    `<div data-block>${LIGHT}<span style="position:absolute;left:-9999px">Up</span></i></div>`,
    "seen",
  ],
  ["a name for ears alone", `<p data-block><span style="${HEARD}">All systems up</span></p>`, "blank"],
  [
    "a dark menu with a name for ears and words that are hidden",
    `<nav data-block style="background:#000;padding:20px"><b style="${HEARD}">Menu</b><a style="display:none">Tides</a></nav>`,
    "blank",
  ],
  [
    "a dark menu whose words wait beside the window",
    '<nav data-block style="background:#000;padding:20px"><b style="position:absolute;left:-300px">Tides</b></nav>',
    "blank",
  ],
  ["a picture that never came", '<div data-block><img src="/none.png" width="40" height="40"></div>', "blank"],
])("%s", async (_, body, ink) => {
  expect(await inkOf(body, 400)).toMatchObject({ kind: "ink", ink });
});

test("it says how high all of the block is, in a frame that is higher or lower, with the space around it", async () => {
  const high = (px: number) => `<div data-block style="height:${px}px;background:#036"></div>`;
  expect(await inkOf(high(100), 400)).toMatchObject({ heightPx: 100 });
  expect(await inkOf(high(900), 400)).toMatchObject({ heightPx: 900 });
  expect(await inkOf(high(100), 400, "", 12)).toMatchObject({ heightPx: 124 });
  expect(await inkOf(high(900), 400, "", 12)).toMatchObject({ heightPx: 924 });
});
