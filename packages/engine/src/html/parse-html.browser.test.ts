import fc from "fast-check";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchOptions } from "../../../../scripts/browser-path.ts";
import { type DomTree, isText, tagOf, textOf } from "../tree/dom-tree.ts";
import { parseHtml } from "./parse-html.ts";
import { tagSoup } from "./tag-soup.fixture.ts";
import { TRICKY_PAGES } from "./tricky-pages.fixture.ts";

const URL_OF_PAGE = "http://page.test/";

/** A line for every node that the tree holds: its depth, then its tag or its text. Runs in the browser. */
const LINES_IN_BROWSER = `(root) => {
  const lines = [];
  const pending = [[root, 0]];
  while (pending.length > 0) {
    const [node, depth] = pending.pop();
    if (node.nodeType === 3 && /\\S/.test(node.data)) lines.push(depth + " " + JSON.stringify(node.data));
    if (node.nodeType !== 1 || ["script", "style", "template", "noscript"].includes(node.localName)) continue;
    lines.push(depth + " " + node.localName);
    for (let child = node.lastChild; child; child = child.previousSibling) pending.push([child, depth + 1]);
  }
  return lines;
}`;

function linesOf(tree: DomTree): string[] {
  return Array.from({ length: tree.size }, (_, node) => {
    const content = isText(tree, node) ? JSON.stringify(textOf(tree, node)) : tagOf(tree, node);
    return `${tree.depth[node]} ${content}`;
  });
}

let browser: Browser;
let withoutScripts: Page;

beforeAll(async () => {
  browser = await chromium.launch(launchOptions());
  const context = await browser.newContext({ javaScriptEnabled: false });
  withoutScripts = await context.newPage();
});

afterAll(() => browser?.close());

async function linesInChromium(html: string): Promise<string[]> {
  await withoutScripts.route(URL_OF_PAGE, (route) =>
    route.fulfill({ contentType: "text/html; charset=utf-8", body: html }),
  );
  await withoutScripts.goto(URL_OF_PAGE);
  const lines = await withoutScripts.evaluate<string[]>(`(${LINES_IN_BROWSER})(document.documentElement)`);
  await withoutScripts.unroute(URL_OF_PAGE);
  return lines;
}

test.each(Object.entries(TRICKY_PAGES))("%s: the tree is Chromium's", async (_, html) => {
  // on the way to the browser lone surrogates become replacement characters
  expect(linesOf(parseHtml(html.toWellFormed()))).toEqual(await linesInChromium(html.toWellFormed()));
});

test("1,000 random pages get Chromium's tree", async () => {
  const pages = fc.sample(tagSoup, { numRuns: 1_000, seed: 2_026 });
  const page = await browser.newPage();
  const script = `(pages) => pages.map((html) => (${LINES_IN_BROWSER})(new DOMParser().parseFromString(html, "text/html").documentElement))`;
  const inChromium = await page.evaluate<string[][]>(`(${script})(${JSON.stringify(pages)})`);
  for (const [number, html] of pages.entries()) {
    expect({ html, lines: linesOf(parseHtml(html)) }).toEqual({ html, lines: inChromium[number] });
  }
});
