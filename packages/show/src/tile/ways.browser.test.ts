import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium } from "@tessera/capture";
import { attributeOf, isText, parseHtml } from "@tessera/engine";
import { startSite } from "@tessera/network/loopback/loopback-site";
import { declarationsOf, picking, turned } from "@tessera/page";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { AssetProxy } from "../assets/asset-proxy.ts";
import { cleanOnTheSpot } from "../assets/asset-reader.fixture.ts";
import { comparePictures } from "./compare-pictures.fixture.ts";
import { renderTile } from "./render-tile.fixture.ts";
import { tileDocument } from "./tile-document.ts";
import type { Box, PageLayout } from "./tile-layout.ts";

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

/** As the picker's frame measures it. */
const MEASURED = (isMany: boolean): string => `(() => {
  ${[picking, turned].map(declarationsOf).join("\n")}
  const numberOf = (element) => (element.matches("script,style,template,noscript") ? -1 : 0);
  const tools = { isLegible, groundsBeside, turnedOf };
  const { turned, ...measured } = measure({ numberOf, tools }, document.querySelector("[data-block]"), ${isMany});
  return { ...measured, ...(turned ? { turned } : {}) };
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
  const layout = (await tab.evaluate(MEASURED(isMany))) as Omit<PageLayout, "boxes"> & {
    readonly boxes: readonly Box[];
  };
  const box = layout.boxes.at(isMany ? -2 : -1)!;
  const clip = ([x, y, width, height]: Box) => ({ x, y, width, height });
  const onPage = await tab.screenshot({ fullPage: true, clip: clip(box) });
  const capture = { html, finalUrl: `${site.origin}/` };
  const options = { assets, holder: "ada", tile: "tile", look, layout } as const;
  const tile = await renderTile(capture, { nodes: blocksIn(html) }, options);
  // as wide as the window of the page, and of another shape
  await tab.setViewportSize({ width: VIEWPORT.width, height: 2_000 });
  await tab.setContent(tileDocument(tile, { title: "t", look: "page", assetSource: "'self'" }));
  const inTile = await tab.screenshot({ fullPage: true, clip: { ...clip(box), x: 0, y: 0 } });
  return { tab, onPage, inTile, box };
}

async function likenessOf(html: string, isMany = false): Promise<{ readonly differing: number; readonly ink: number }> {
  const { tab, onPage, inTile } = await shown(html, "page", isMany);
  return comparePictures(tab, onPage, inTile);
}

const page = (css: string, body: string, attributes = ""): string =>
  `<!doctype html><html ${attributes}><head><style>body{font:16px/1.5 sans-serif}${css}</style></head>${body.startsWith("<body") ? body : `<body>${body}</body>`}</html>`;
const words = "Twenty-four orders since this morning";

const SQUARE =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 2'%3E%3Cpath fill='navy' d='M0 0h4v2H0z'/%3E%3Ccircle cx='2' cy='1' r='1' fill='maroon'/%3E%3C/svg%3E";
const DISC = `url("${SQUARE}")`;

/** What a style can depend on that a tile does not have by itself; each page has one block. */
const TRAPS: Readonly<Record<string, string>> = {
  "a row behind the border of its table": page(
    "table{border-collapse:collapse;width:600px}td{border:3px solid #369;padding:6px}tr:nth-child(2){background:#ffe9b0}",
    `<table><tr><td>One<td>1<tr data-block><td>${words}<td>2<tr><td>Three<td>3</table>`,
  ),
  "a picture that is put behind its box, on a page with a ground": page(
    "body{background:#fff4d6}.head{position:relative;width:600px;height:160px;color:#fff}.head i{position:absolute;inset:0;z-index:-1;background:linear-gradient(90deg,#123,#468)}p{margin:0;padding:20px}",
    `<main><div class=head data-block><i></i><p>${words}</p></div></main>`,
  ),
  "a font that only a style attribute names": page(
    "@font-face{font-family:Mine;src:local('DejaVu Serif'),local('Liberation Serif'),local('Noto Serif')}",
    `<p data-block style="font-family:Mine;font-size:30px;width:600px">${words}</p>`,
  ),
  "a media query for wide windows": page(
    "nav{display:none}@media(min-width:1000px){nav{display:flex;gap:20px;background:#123;color:#fff;width:600px;padding:20px}}",
    `<nav data-block><b>Home</b><b>News</b><b>About</b></nav>`,
  ),
  "media queries for the height and the shape of the window": page(
    "p{width:400px;padding:10px;background:#fcc}@media(min-height:1000px){p{background:#252}}@media(orientation:landscape){p{border-left:8px solid #060}}@media(height<=900px) and (not (max-aspect-ratio:1)){p{font-size:24px}}",
    `<style media="(aspect-ratio > 4/3)">p{color:#606}</style><p data-block>${words}</p>`,
  ),
  "lengths of the window": page(
    "section{width:50vw;height:20vh;padding:2vmin;background:#e8f;font-size:3vmax}",
    `<section data-block>${words}</section>`,
  ),
  "lengths of the smallest, the largest and the changing window": page(
    "section{width:50svw;height:20dvh;padding:2svmin 3lvmin;background:#e8f;font-size:3dvmax;border:1dvmin solid #408;border-radius:2svmax}",
    `<section data-block>${words}</section>`,
  ),
  "lines of the root": page(
    "html{line-height:2.2}body{line-height:1.2}div{padding:1rlh;width:20rlh;background:#dfd;border:.2rlh solid #080}",
    `<div data-block>${words}</div>`,
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
  "a block in a parent without a box": page(
    "main{padding:40px 90px}.row{display:flex;gap:12px;padding:30px}.none{display:contents;color:#06c}.none>div{flex:1;background:#def;padding:14px}",
    `<main><div class=row><div>Before</div><div class=none><div data-block>${words}</div></div></div></main>`,
  ),
  "a block in a parent with a box in one that has none": page(
    "main{padding:40px 90px}.none{display:contents;color:#06c}section{padding:30px;background:#fed}section div{background:#def;width:300px}",
    `<main><div class=none><section><div data-block>${words}</div></section></div></main>`,
  ),
  "a paragraph of a vertical column": page(
    ".column{writing-mode:vertical-rl;height:260px;background:#fff;padding:12px}.column p{margin:0 8px;border-block-start:4px solid #c05;background:#fde}",
    `<div class=column><h3>Harbour</h3><p data-block>${words} ${words}</p><p>The next</p></div>`,
  ),
  "a cell of a table": page(
    "table{table-layout:fixed;width:700px;border-spacing:0}td{padding:14px;border:3px solid #888}tr:nth-child(2) td:nth-child(2){background:#fc3;font-weight:bold}",
    `<table><tr><td>a<td>b<tr><td>c<td data-block>${words}</table>`,
  ),
  "a row of a table": page(
    "table{width:700px;border-collapse:collapse}td{padding:14px}tr:nth-child(even){background:#dfe}td+td{text-align:right}",
    `<table><tr><td>a<td>b<tr data-block><td>${words}<td>24</table>`,
  ),
  "a row whose columns are as wide as those of other rows want": page(
    "table{width:700px;border-spacing:0}td{padding:14px;background:#eef}",
    `<table><tr><td>a long name of a ship<td>b<td>c<tr data-block><td>${words.slice(0, 9)}<td><p>12</p><td>At sea</table>`,
  ),
  "margins that leave the block": page(
    "section{width:500px;background:#dfd}h2{margin:40px 0 20px}p{margin:0 0 30px}",
    `<p>before</p><main><section data-block><div><h2>${words}</h2></div><p>${words}</p></section></main>`,
  ),
  "a scope with a limit": page(
    "@scope (.panel) to (.slot){h3{background:#070;color:#fff}@media screen{h3{padding:20px}}:scope{background:#efe;width:400px}}",
    `<main><div class=panel data-block><h3>${words}</h3><div class=slot><h3>${words}</h3></div></div></main>`,
  ),
  "elements that no script has defined here": page(
    "x-tabs{display:block;width:400px;background:#246;color:#fff}x-tabs:defined{padding:20px}x-tabs:not(:defined){visibility:hidden}",
    `<main><x-tabs data-block>${words}</x-tabs></main><script>customElements.define("x-tabs", class extends HTMLElement {})</script>`,
  ),
  "a gradient that a style names": page(
    "rect{fill:url(#sky)}",
    `<main><svg data-block width=300 height=100><pattern id=sky width=20 height=20 patternUnits=userSpaceOnUse><rect width=9 height=9 style="fill:#a00"/></pattern><rect width=300 height=50 /><circle cx=150 cy=75 r=25 style="fill:url(#sky)"/></svg></main>`,
  ),
  "links and shadows in a drawing": page(
    "a text{fill:#c05}",
    `<main><svg data-block width=300 height=100><filter id=soft><feDropShadow dx=3 dy=3 stdDeviation=1 /></filter><a href="/x"><circle cx=50 cy=50 r=40 /><text x=100 y=50>${words}</text></a><rect x=200 width=60 height=30 filter="url(#soft)" fill=navy /></svg></main>`,
  ),
  "words of HTML in a drawing": page(
    "svg{background:#eef}.label{color:#630;font-size:20px;background:#fc9}",
    `<main><svg data-block width=500 height=140 viewBox="0 0 250 70"><rect width=120 height=60 fill=tan /><foreignObject x=10 y=10 width=180 height=50><div class=label>${words}</div></foreignObject></svg></main>`,
  ),
  "a block of HTML in a drawing": page(
    ".card{background:#fe8;padding:8px;font:16px serif}",
    `<main><svg width=600 height=200><g><foreignObject x=20 y=20 width=400 height=120><div class=card data-block><b>${words}</b><p>${words}</p></div></foreignObject></g></svg></main>`,
  ),
  "a block in what can be opened": page(
    "details{width:500px;padding:10px;background:#eee}section{background:#246;color:#fff;padding:12px}",
    `<main><details open><summary>More</summary><section data-block>${words}</section></details></main>`,
  ),
  "a page whose body says its colours": `<!doctype html><body bgcolor=112233 text=white link="#fc0"><p data-block>${words} <a href="/x">More</a></p>`,
  "a table of a page before there were standards": `<style>body{font:bold 26px/2 serif;color:#a00}</style><body><table data-block width=600><tr><td>${words}</table>`,
  "a field that has to be filled in": page(
    "input:required{border:6px solid #c05}label:has(:required)::after{content:' *'}",
    `<form data-block><label>${words} <input required></label></form>`,
  ),
  "styles that page and tile both call important": page(
    "#main .box.box.box{margin:90px!important;position:absolute!important;left:300px!important;width:420px!important;background:#0aa;padding:20px}",
    `<div id=main style="position:relative"><div class="box" data-block>${words}</div></div>`,
  ),
  "styles of the element itself": page(
    "html{font-size:10px}",
    `<div style="font-size:2rem"><div data-block style="width:40rem;height:20vh;padding:1rem;background:#dd8">${words}</div></div>`,
  ),
  "a block that is moved and skewed": page(
    ".ribbon{width:320px;padding:14px;background:#a03;color:#fff;transform:translateX(60px) skewX(-10deg)}",
    `<div class=ribbon data-block>${words}</div>`,
  ),
  "a block that is turned by one property and larger by another": page(
    "p{width:300px;margin:120px;padding:20px;background:#ffa;border:4px solid #a60;rotate:-12deg;scale:1.2 .9;transform-origin:0 100%}",
    `<p data-block>${words} ${words}</p>`,
  ),
  "a block in a slide that is smaller than the others": page(
    ".slide{transform:translateX(-40px) scale(.8);width:700px}.slide div{width:50%;padding:20px;background:#cfe;font-size:20px}",
    `<main><section class=slide><div><div data-block>${words} ${words}</div></div></section></main>`,
  ),
  "a block that is turned within something that is turned": page(
    ".a{rotate:8deg;width:600px;margin:100px}.b{transform:rotate(-20deg);width:260px;padding:16px;background:#def;border:3px solid #06c}",
    `<main class=a><div class=b data-block>${words}</div></main>`,
  ),
  "a picture that is turned": page(
    "img{width:200px;height:120px;margin:90px;transform:rotate(30deg);border:6px solid #333}",
    `<div><img data-block src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 2'%3E%3Cpath fill='navy' d='M0 0h4v2H0z'/%3E%3Ccircle cx='2' cy='1' r='1' fill='maroon'/%3E%3C/svg%3E"></div>`,
  ),
  "a card that is as high as its neighbours and turned": page(
    ".row{display:flex;gap:30px;padding:60px}.row>div{width:240px;padding:20px;background:#fde;border:2px solid #c39}.row>div+div{transform:rotate(4deg)}",
    `<div class=row><div>${words} ${words} ${words} ${words}</div><div data-block>${words}</div></div>`,
  ),
  "white words of a bar that lies over the picture of a sibling": page(
    `body{margin:0}nav{position:absolute;inset:0 0 auto;padding:30px 60px;z-index:3;display:flex;gap:40px;color:#fff}b{width:200px}header{height:400px;background:#024 ${DISC} center/cover;padding:160px}`,
    `<nav><b>Lighthouse</b><ul data-block style="display:flex;gap:30px;margin:0"><li>${words}<li>More</ul></nav><header><h1>Hello</h1></header>`,
  ),
  "white words over an image that was put behind them": page(
    ".hero{position:relative;width:800px;height:300px;overflow:hidden}.hero>span,.hero .shade{position:absolute;inset:0}.hero img{width:100%;height:100%;object-fit:cover}.shade{background:#0006}.hero div{position:relative;color:#fff;padding:80px}",
    `<main><section class=hero><span><img alt="" src="${SQUARE}"></span><i class=shade></i><div data-block><h2>${words}</h2></div></section></main>`,
  ),
  "a caption whose shade lies over a picture": page(
    "figure{margin:30px;width:480px;display:grid}figure>*{grid-area:1/1}img{width:480px;height:280px}figcaption{align-self:end;z-index:1;background:linear-gradient(#0000,#000c);color:#fff;padding:40px 16px 16px}",
    `<figure><img alt="" src="${SQUARE}"><figcaption data-block>${words}</figcaption></figure>`,
  ),
  "a caption on half of a colour over a picture": page(
    "figure{margin:30px;width:480px;position:relative}img{width:480px;height:280px;display:block}figcaption{position:absolute;inset:auto 0 0;background:#000a;color:#fff;padding:16px}",
    `<figure><img alt="" src="${SQUARE}"><figcaption data-block>${words}</figcaption></figure>`,
  ),
  "white words before the dark half of a page": page(
    ".half{position:absolute;inset:0 auto auto 0;width:50vw;height:500px;background:linear-gradient(#123,#456)}p{position:relative;width:400px;color:#fff;z-index:1;padding:20px}",
    `<main><p data-block>${words}</p><div class=half><p>Nobody reads this</p></div></main>`,
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

const ADDRESS = 'content:" (" attr(href) ")"';

/** How pages write the addresses of their links on paper. */
const ON_PAPER: Readonly<Record<string, string>> = {
  plainly: `@media print{a[href]::after{${ADDRESS}}}`,
  "before the link": `@media print{a::before{${ADDRESS}}}`,
  "with more weight than any selector of ours": `@media print{p#lead.lead a[href]:not(#x):not(#x)::after{${ADDRESS} !important}}`,
  "with weight and before the link": `@media print{p a[href]::before{${ADDRESS} !important}}`,
  "in a layer": `@layer paper{@media print{p a[href]::after{${ADDRESS} !important}}}`,
  "not only on paper": `p#lead a::after{${ADDRESS}}p#lead a::before{${ADDRESS} !important}`,
};

test.each(Object.entries(ON_PAPER))(
  "on paper no address stands beside a link that a page writes %s",
  async (_, css) => {
    const tab = await opened();
    const html = '<p id=lead class=lead><a href="https://herald.example/a-long-address">Read on</a></p>';
    await tab.emulateMedia({ media: "print" });
    for (const look of ["page", "adapted"] as const) {
      await tab.setContent(tileDocument({ html, css }, { assetSource: "'self'", title: "Herald", look }));
      const written = ["::before", "::after"].map((part) =>
        tab.evaluate(`getComputedStyle(document.querySelector('a'), '${part}').content`),
      );
      expect(await Promise.all(written)).toEqual(["none", "none"]);
    }
  },
);
