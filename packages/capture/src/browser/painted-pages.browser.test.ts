import { attributeOf, type DomTree, PAINTED_ATTRIBUTE } from "@tessera/engine";
import { isBlank, visibleParts } from "@tessera/engine/shown";
import { type LoopbackSite, startSite } from "@tessera/network/loopback/loopback-site";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readOnTheSpot } from "../reading/page-reader.ts";
import { CaptureBrowser } from "./capture-browser.ts";

let page = "";
let site: LoopbackSite;
let browser: CaptureBrowser;

beforeAll(async () => {
  site = await startSite((_request, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
  });
  browser = new CaptureBrowser({ httpClient: site.httpClient, readerFor: () => readOnTheSpot });
});
afterAll(async () => {
  await browser.stop();
  await site.close();
});

/** Whether there is something to see of the block. */
async function isSeen(css: string, block: string): Promise<boolean> {
  page = `<!doctype html><style>${css}</style><body><p>Some words of the page.</p><section id=block>${block}</section>`;
  const { tree } = await browser.capture(new URL("/", site.origin), { quietMs: 200 });
  return !isBlank(visibleParts(tree, nodeWith(tree, "block")));
}

function nodeWith(tree: DomTree, id: string): number {
  return Array.from({ length: tree.size }, (_, node) => node).find((node) => attributeOf(tree, node, "id") === id)!;
}

const DOT = "i { display: inline-block; width: 10px; height: 10px; border-radius: 50%";

test.each([
  ["icons that a style sheet writes", '.star::before { content: "\\2605" }', "<i class=star></i><i class=star></i>"],
  ["a picture of a style sheet", ".hero { height: 90px; background: url(/hero.png) }", "<div class=hero></div>"],
  [
    "a picture behind an empty link",
    ".hero { height: 90px; background: url(/h.png) }",
    "<div class=hero> <a></a> </div>",
  ],
  ["a gradient", ".sky { height: 90px; background: linear-gradient(red, blue) }", "<div class=sky></div>"],
  ["a dot in a colour", `${DOT}; background: #0a0 }`, "<i></i>"],
  [
    "a dot that a style sheet adds",
    `${DOT} } i::after { content: ""; display: block; width: 8px; height: 8px; background: #c00 }`,
    "<i></i>",
  ],
  ["bars in a colour", "b { display: block; height: 12px; width: 200px; background: #06c }", "<b></b><b></b>"],
])("%s is something to see", async (_, css, block) => {
  expect(await isSeen(css, block)).toBe(true);
});

test.each([
  ["nothing", "", "<i></i>"],
  ["a box in the colour of its ground", ".card { height: 90px; background: #fff }", "<div class=card></div>"],
  ["an empty card", "body { background: #f4f5f9 } .card { height: 90px; background: #fff }", "<div class=card></div>"],
  [
    "what is made to hold floats",
    '.row::after { content: ""; display: table } .row { height: 9px }',
    "<div class=row></div>",
  ],
  [
    "icons that are not shown",
    '.star::before { content: "\\2605" } .star { visibility: hidden }',
    "<i class=star></i>",
  ],
  ["a film that has not come, on black", "video { background: #000 }", "<video src=/none.webm></video>"],
])("%s is nothing to see", async (_, css, block) => {
  expect(await isSeen(css, block)).toBe(false);
});

test("marks that a page has itself say nothing", async () => {
  page = `<!doctype html><body><i ${PAINTED_ATTRIBUTE}></i>`;
  const { html } = await browser.capture(new URL("/", site.origin), { quietMs: 200 });
  expect(html).not.toContain(PAINTED_ATTRIBUTE);
});
