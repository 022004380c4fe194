import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import type { DomTree } from "../../tree/dom-tree.ts";
import { nodeAt } from "../../tree/path.ts";
import { extractWith, learnWrapper, placeIn } from "./road-runner.ts";
import type { ElementItem, WrapperItem } from "./wrapper.ts";

/** A wrapper as the regular expression that it is. */
function written(item: WrapperItem): string {
  if (item.kind === "text") return item.value ?? "#PCDATA";
  const inner = item.items.map(written).join("");
  if (item.kind === "element") return `<${item.tag}>${inner}</${item.tag}>`;
  return `(${inner})${item.kind === "optional" ? "?" : "+"}`;
}

const body = (wrapper: ElementItem | null) =>
  wrapper && written(wrapper).replace("<html><head></head><body>", "").replace("</body></html>", "");
const learn = (...pages: string[]) => body(learnWrapper(pages.map((html) => parseHtml(html))));

test("strings that differ become fields, equal ones stay", () => {
  expect(learn("<p>Books of:<b>Smith</b></p>", "<p>Books of:<b>Jones</b></p>")).toBe("<p>Books of:<b>#PCDATA</b></p>");
});

test("an element that one page lacks is optional", () => {
  expect(learn("<b>x</b><ul><li>1</li></ul>", "<b>x</b><img><ul><li>1</li></ul>")).toBe(
    "<b>x</b>(<img></img>)?<ul><li>1</li></ul>",
  );
});

test("an item more on one side makes an iterator, as in the paper's example", () => {
  const books = (...titles: string[]) => `<ul>${titles.map((title) => `<li><i>Title:</i>${title}</li>`).join("")}</ul>`;
  expect(learn(books("DB", "Java"), books("XML", "HTML", "Scripts"))).toBe("<ul>(<li><i>Title:</i>#PCDATA</li>)+</ul>");
  expect(learn(books("XML", "HTML", "Scripts"), books("DB"))).toBe("<ul>(<li><i>Title:</i>#PCDATA</li>)+</ul>");
});

test("a square may be a pair of siblings", () => {
  const terms = (count: number) =>
    `<dl>${Array.from({ length: count }, (_, at) => `<dt>t${at}</dt><dd>d${at}</dd>`).join("")}</dl>`;
  expect(learn(terms(1), terms(3))).toBe("<dl>(<dt>#PCDATA</dt><dd>#PCDATA</dd>)+</dl>");
});

test("an iterator that a page lacks becomes optional, and takes up what later pages have", () => {
  const list = (count: number) => `<ul>${"<li>x</li>".repeat(count)}</ul>`;
  expect(learn(list(2), list(3), list(0), list(5))).toBe("<ul>((<li>x</li>)+)?</ul>");
});

const site = (news: string[], extra = "") =>
  parseHtml(
    `${extra}<div><h2>News</h2><ul>${news.map((line) => `<li>${line}</li>`).join("")}</ul></div><p>Imprint</p>`,
  );

function traced(pages: DomTree[], path: string, page: DomTree, by: "parse" | "align"): number {
  const wrapper = learnWrapper(pages) as ElementItem;
  const place = placeIn(wrapper, nodeAt(pages.at(-1) as DomTree, path) as number);
  return place ? extractWith(wrapper, page, { place, by }) : -1;
}

test("a block is extracted from a page that fits, and by alignment from one that does not", () => {
  const pages = [site(["a", "b"]), site(["c", "d", "e"])];
  const fitting = site(["f"]);
  expect(traced(pages, "html[1]/body[1]/div[1]", fitting, "parse")).toBe(nodeAt(fitting, "html[1]/body[1]/div[1]"));
  const other = site(["g", "h"], "<table></table>");
  expect(traced(pages, "html[1]/body[1]/div[1]", other, "parse")).toBe(-1);
  expect(traced(pages, "html[1]/body[1]/div[1]", other, "align")).toBe(nodeAt(other, "html[1]/body[1]/div[1]"));
});

test("of a repeated item the occurrence of the same rank is taken", () => {
  const pages = [site(["a", "b"]), site(["c", "d", "e"])];
  const page = site(["f", "g", "h"]);
  const path = "html[1]/body[1]/div[1]/ul[1]/li[2]";
  expect(traced(pages, path, page, "parse")).toBe(nodeAt(page, path));
});

test("pages that are too deep or too tangled get no wrapper, in bounded time", () => {
  expect(learnWrapper([parseHtml("<div>".repeat(300)), parseHtml("<div>".repeat(300))])).toBeNull();
  const tangle = (tags: string) => [..."abcdefgh"].map((_, at) => `<${tags[at % 2]}>`.repeat(20)).join("");
  expect(() => learnWrapper([parseHtml(tangle("bi")), parseHtml(tangle("ib")), parseHtml(tangle("bu"))])).not.toThrow();
});
