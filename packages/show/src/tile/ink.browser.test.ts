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
async function inkOf(body: string, width: number, css = ""): Promise<unknown> {
  const html = `<style>${css}</style><body>${body}</body>`;
  const capture = { html, finalUrl: "http://site.test/" };
  const options = { assets, holder: "ada", tile: "tile", look: "adapted" } as const;
  const tile = await renderTile(capture, { nodes: [blockIn(html)] }, options);
  const policy = { assetSource: "'self'", nonce: "n0nce" };
  const document = tileDocument(tile, { ...policy, title: "Block", look: "adapted" });
  const [path, top] = [`/tile-${shown.size}`, `/top-${shown.size}`];
  shown.set(path, { html: document, policy: contentPolicy(policy) });
  shown.set(top, {
    html: `<script>said = []; onmessage = ({ data }) => said.push(data)</script><iframe sandbox=allow-scripts src=${path} style="width:${width}px;height:240px;visibility:hidden"></iframe>`,
  });
  await tab.goto(origin + top);
  await expect.poll(() => tab.evaluate("said.length")).toBe(1);
  return tab.evaluate("said[0]");
}

const MENU = `<nav data-block style="background:#000;padding:20px"><ul style="color:#fff"><li>Boats</li><li>Tides</li></ul></nav>`;
const HIDES = "@media (max-width:600px){ul{display:none}}";

test("a menu that hides itself in a narrow tile is blank there, for all its black ground, and seen in a wide one", async () => {
  expect(await inkOf(MENU, 320, HIDES)).toEqual({ kind: "ink", ink: "blank" });
  expect(await inkOf(MENU, 800, HIDES)).toEqual({ kind: "ink", ink: "seen" });
});

test("what fades in is seen", async () => {
  const css = "@keyframes in{from{opacity:0}}p{animation:in 60s both}";
  expect(await inkOf("<p data-block>Here at last</p>", 400, css)).toEqual({ kind: "ink", ink: "seen" });
});

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
  ["a drawing", '<svg data-block width="40" height="40"><circle r="9"/></svg>', "seen"],
  ["a picture that never came", '<div data-block><img src="/none.png" width="40" height="40"></div>', "blank"],
])("%s", async (_, body, ink) => {
  expect(await inkOf(body, 400)).toEqual({ kind: "ink", ink });
});
