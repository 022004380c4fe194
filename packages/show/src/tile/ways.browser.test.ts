import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium } from "@tessera/capture";
import { attributeOf, isText, parseHtml } from "@tessera/engine";
import { startSite } from "@tessera/network/loopback/loopback-site";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { AssetProxy } from "../assets/asset-proxy.ts";
import { cleanOnTheSpot } from "../assets/asset-reader.fixture.ts";
import { comparePictures } from "./compare-pictures.fixture.ts";
import { renderTile } from "./render-tile.fixture.ts";
import { tileDocument } from "./tile-document.ts";
import type { Box } from "./tile-layout.ts";

const VIEWPORT = { width: 1_280, height: 900 };
const pages = new Map<string, string>();
const site = await startSite((request, response) => {
  const page = pages.get(request.url ?? "");
  response.writeHead(page === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" }).end(page);
});
const assets = new AssetProxy({
  httpClient: site.httpClient,
  key: Buffer.alloc(32, 1),
  prefix: "/assets/",
  readerFor: () => cleanOnTheSpot,
  cacheFolder: mkdtempSync(join(tmpdir(), "tessera-ways-")),
});
let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findChromium()!, chromiumSandbox: false, args: ["--disable-gpu"] });
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

const opened = async (): Promise<Page> => {
  const tab = await browser.newPage({ viewport: VIEWPORT });
  onTestFinished(() => tab.close());
  return tab;
};

/** The nodes of the elements with the mark, by their numbers in the tree. */
function blocksIn(html: string): readonly number[] {
  const tree = parseHtml(html);
  return Array.from({ length: tree.size }, (_, node) => node).filter(
    (node) => !isText(tree, node) && attributeOf(tree, node, "data-block") !== null,
  );
}

const BOXES = `(() => {
  const boxes = [];
  for (let at = document.querySelector("[data-block]"); at; at = at.parentElement) {
    const { left, top, width, height } = at.getBoundingClientRect();
    boxes.unshift([left + scrollX, top + scrollY, width, height]);
  }
  return boxes;
})()`;
/** How many levels of first children begin where the shown element does. */
const FLUSH = (isMany: boolean): string => `(() => {
  const block = document.querySelector("[data-block]");
  const shown = ${isMany} ? block.parentElement : block;
  let flush = 0;
  for (let at = shown.firstElementChild; at; at = at.firstElementChild, flush++) {
    if (Math.abs(at.getBoundingClientRect().top - shown.getBoundingClientRect().top) >= 1) break;
  }
  return flush;
})()`;

interface Shown {
  readonly tab: Page;
  /** The block on its page, and the tile at the size of the block. */
  readonly onPage: Buffer;
  readonly inTile: Buffer;
  readonly box: Box;
}

/** A page of ours in a window, and its block as a tile of the way, both in the same browser. */
async function shown(html: string, look: "page" | "adapted" = "page", isMany = false): Promise<Shown> {
  const tab = await opened();
  await tab.setContent(html, { waitUntil: "load" });
  const boxes = (await tab.evaluate(BOXES)) as Box[];
  const box = boxes.at(isMany ? -2 : -1)!;
  const clip = ([x, y, width, height]: Box) => ({ x, y, width, height });
  const onPage = await tab.screenshot({ fullPage: true, clip: clip(box) });
  const flush = (await tab.evaluate(FLUSH(isMany))) as number;
  const layout = { viewport: [VIEWPORT.width, VIEWPORT.height] as const, boxes, flush };
  const capture = { html, finalUrl: `${site.origin}/` };
  const options = { assets, holder: "ada", tile: "tile", look, layout } as const;
  const tile = await renderTile(capture, { nodes: blocksIn(html) }, options);
  await tab.setContent(tileDocument(tile, { title: "t", look: "page", assetSource: "'self'" }));
  const inTile = await tab.screenshot({ fullPage: true, clip: { ...clip(box), x: 0, y: 0 } });
  return { tab, onPage, inTile, box };
}

async function likenessOf(html: string, isMany = false): Promise<{ readonly differing: number; readonly ink: number }> {
  const { tab, onPage, inTile } = await shown(html, "page", isMany);
  if (process.env.TRAPS_TO) {
    const name = html.slice(-60).replace(/\W+/g, "-");
    (await import("node:fs")).writeFileSync(`${process.env.TRAPS_TO}/${name}-page.png`, onPage);
    (await import("node:fs")).writeFileSync(`${process.env.TRAPS_TO}/${name}-tile.png`, inTile);
  }
  return comparePictures(tab, onPage, inTile);
}

const page = (css: string, body: string, attributes = ""): string =>
  `<!doctype html><html ${attributes}><head><style>body{font:16px/1.5 sans-serif}${css}</style></head>${body.startsWith("<body") ? body : `<body>${body}</body>`}</html>`;
const words = "Twenty-four orders since this morning";

/** What a style can depend on that a tile does not have by itself; each page has one block. */
const TRAPS: Readonly<Record<string, string>> = {
  "a media query for wide windows": page(
    "nav{display:none}@media(min-width:1000px){nav{display:flex;gap:20px;background:#123;color:#fff;width:600px;padding:20px}}",
    `<nav data-block><b>Home</b><b>News</b><b>About</b></nav>`,
  ),
  "lengths of the window": page(
    "section{width:50vw;height:20vh;padding:2vmin;background:#e8f;font-size:3vmax}",
    `<section data-block>${words}</section>`,
  ),
  "lengths of the root": page(
    "html{font-size:62.5%}body{font-size:1.6rem}div{padding:2rem;width:40rem;background:#fd8;border:.4rem solid #840}",
    `<div data-block>${words}<p style="margin:1rem 0 0 3rem">and more</p></div>`,
  ),
  "a root that is measured by itself": page(
    "html{font-size:1.5rem}div{padding:2rem;width:30rem;background:#fd8}",
    `<div data-block>${words}</div>`,
  ),
  "lengths of ancestors": page(
    "main{font-size:20px}section{font-size:1.4em}div{padding:1em;width:20em;background:#cef}",
    `<main><section><div data-block>${words}</div></section></main>`,
  ),
  "a container that is wider than the block": page(
    "main{container-type:inline-size;width:900px;padding:20px}div{width:300px;padding:10px;background:#fcc}@container(min-width:700px){div{background:#252;color:#fff;font-size:22px}}",
    `<main><div data-block>${words}</div></main>`,
  ),
  "white words on the dark ground of a hero": page(
    ".hero{background:#102030;color:#fff;padding:80px 200px}",
    `<div class=hero><div><p data-block>${words}</p></div></div>`,
  ),
  "a gradient over the whole page": page(
    "body{background:linear-gradient(#fff,#004 900px);min-height:1500px}p{margin:500px 0 0 300px;width:400px;padding:20px;color:#fff}",
    `<p data-block>${words}</p>`,
  ),
  "a picture behind a hero": page(
    `.hero{width:1000px;height:400px;padding:60px;background:url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 2'%3E%3Cpath fill='navy' d='M0 0h4v2H0z'/%3E%3Ccircle cx='2' cy='1' r='1' fill='maroon'/%3E%3C/svg%3E") center/cover}h1{width:400px;margin:60px 0 0 200px;color:#fff}`,
    `<div class=hero><h1 data-block>${words}</h1></div>`,
  ),
  "text properties and variables of ancestors": page(
    ":root{--ink:#060}.a{--pad:18px;color:var(--ink);letter-spacing:2px;text-transform:uppercase;text-align:right;font-family:monospace}.b{line-height:2.2;white-space:pre-line;word-spacing:8px}div{padding:var(--pad);width:420px;background:#eee}",
    `<section class=a><section class=b><div data-block>${words}\nsince noon</div></section></section>`,
  ),
  "right to left": page(
    "ul{width:400px;margin-right:60px;background:#efe;padding:20px 40px}li{border-right:6px solid #070}",
    `<section><ul data-block><li>طلبات جديدة</li><li>زيارات اليوم</li></ul></section>`,
    "lang=ar dir=rtl",
  ),
  "a vertical writing mode": page(
    "main{writing-mode:vertical-rl}p{height:200px;padding:20px;background:#def}",
    `<main><p data-block>${words}</p></main>`,
  ),
  "even rows": page(
    "ul{padding:0;width:400px;list-style:none}li{padding:10px}li:nth-child(even){background:#333;color:#fff}li:last-child{background:red}",
    `<ul><li>1</li><li>2</li><li>3</li><li data-block>${words}</li><li>5</li></ul>`,
  ),
  "a sibling before it, and one behind": page(
    "h2+p{background:#036;color:#fff;padding:20px;width:500px}section:has(aside) p{border:8px solid #f60}",
    `<section><h2>Orders</h2><p data-block>${words}</p><aside>x</aside></section>`,
  ),
  counters: page(
    "body{counter-reset:part}section{counter-increment:part}section::before{content:'Part ' counter(part) ': ';font-size:30px}",
    `<section>a</section><section>b</section><section data-block>${words}</section>`,
  ),
  "the number of a list item": page(
    "ol{width:400px;font-size:24px;list-style-position:inside}",
    `<ol start=7><li>a</li><li>b</li><li data-block>${words}</li></ol>`,
  ),
  "quotes of another language": page("q{font-size:40px}p{width:600px}", `<p data-block><q>${words}</q></p>`, "lang=de"),
  "a dark page by its scheme": page(
    ":root{color-scheme:dark}p{width:400px;padding:20px}",
    `<p data-block>${words} <button>More</button></p>`,
  ),
  "a dark page by its head": `<!doctype html><meta name=color-scheme content=dark><p data-block style="width:400px">${words} <input value=x></p>`,
  "a fixed bar": page(
    "nav{position:fixed;inset:0 0 auto;height:60px;background:#024;color:#fff;display:flex;align-items:center;padding:0 40px}",
    `<nav data-block>${words}</nav><p style="height:2000px">`,
  ),
  "a sticky box that is moved up": page(
    "aside{position:sticky;top:20px;margin:-30px 0 0 100px;width:300px;background:#ffc;border:3px solid #aa0;padding:10px}",
    `<div style="background:#ddd;padding:60px"><aside data-block>${words}</aside></div>`,
  ),
  "negative margins around a row": page(
    "body{margin:0}main{padding:0 30px;width:1200px;background:#eef}.row{display:flex;margin:0 -30px}.row>div{flex:1;padding:30px;background:#fff;border:2px solid #99c}",
    `<main><div class=row><div>a</div><div data-block>${words}</div><div>b</div></div></main>`,
  ),
  "a height in percent": page(
    "main{height:300px;width:500px}article{height:100%;background:#311;color:#fff}article div{height:50%;background:#a33}",
    `<main><article data-block><div>${words}</div></article></main>`,
  ),
  "cards that are as high as their neighbours": page(
    ".cards{display:grid;grid-template-columns:repeat(3,1fr);gap:20px}.cards>a{background:#248;color:#fff;padding:20px;border-radius:12px}",
    `<div class=cards><a>one<br>two<br>three<br>four<br>five</a><a data-block href=#><b>${words}</b></a><a>x</a></div>`,
  ),
  "one card of a flexible row": page(
    ".row{display:flex;gap:10px;align-items:center}.row>span{flex:1;background:#480;color:#fff;padding:16px}",
    `<div class=row><span>a</span><span data-block>${words}</span><span style="flex:2">b</span></div>`,
  ),
  "columns of text": page(
    "main{columns:3;column-gap:40px}section{break-inside:avoid;background:#ddf;padding:10px}",
    `<main><section data-block>${words} ${words} ${words}</section><section>b</section><section>c</section></main>`,
  ),
  "a cell of a table": page(
    "table{table-layout:fixed;width:700px;border-spacing:0}td{padding:14px;border:3px solid #888}tr:nth-child(2) td:nth-child(2){background:#fc3;font-weight:bold}",
    `<table><tr><td>a<td>b<tr><td>c<td data-block>${words}</table>`,
  ),
  "a row of a table": page(
    "table{width:700px;border-collapse:collapse}td{padding:14px}tr:nth-child(even){background:#dfe}td+td{text-align:right}",
    `<table><tr><td>a<td>b<tr data-block><td>${words}<td>24</table>`,
  ),
  "margins that leave the block": page(
    "section{width:500px;background:#dfd}h2{margin:40px 0 20px}p{margin:0 0 30px}",
    `<p>before</p><main><section data-block><div><h2>${words}</h2></div><p>${words}</p></section></main>`,
  ),
  "styles that page and tile both call important": page(
    "#main .box.box.box{margin:90px!important;position:absolute!important;left:300px!important;width:420px!important;background:#0aa;padding:20px}",
    `<div id=main style="position:relative"><div class="box" data-block>${words}</div></div>`,
  ),
  "styles of the element itself": page(
    "html{font-size:10px}",
    `<div style="font-size:2rem"><div data-block style="width:40rem;height:20vh;padding:1rem;background:#dd8">${words}</div></div>`,
  ),
  "a list that is too short for its place": page(
    "main{display:flex;height:500px}ul{flex:0 0 300px;margin:0;background:#112;color:#dde;padding:20px}",
    `<main><ul data-block><li>${words}<li>${words}</ul><div>x</div></main>`,
  ),
};

/** Several blocks alike, shown together as they lie on the page. */
const MANY: Readonly<Record<string, string>> = {
  "cards in a grid": page(
    ".cards{display:grid;grid-template-columns:repeat(3,1fr);gap:24px;width:900px;padding:20px;background:#eee}.cards>*{background:#fff;padding:30px}",
    `<main><div class=cards><a data-block>${words}</a><a data-block>two</a><a data-block>three</a><a data-block>four</a></div></main>`,
  ),
  "rows of a table": page(
    "table{width:600px;border-spacing:0}td{padding:10px}tr:nth-child(odd) td{background:#dde}",
    `<table><tbody>${`<tr data-block><td>${words}<td>24`.repeat(4)}</table>`,
  ),
  "items of a list": page("ul{width:400px}li{margin:12px 0}", `<ul>${`<li data-block>${words}`.repeat(5)}</ul>`),
};

test.each(Object.entries(MANY))("all alike, as on the page: %s", async (_, html) => {
  expect((await likenessOf(html, true)).differing).toBeLessThan(0.02);
});

test.each(Object.entries(TRAPS))("as on the page: %s", async (_, html) => {
  const { differing, ink } = await likenessOf(html);
  expect(ink).toBeGreaterThan(0.01);
  expect(differing).toBeLessThan(0.02);
});
