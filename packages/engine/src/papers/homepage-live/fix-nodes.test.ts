import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { tagOf, textOf } from "../../tree/dom-tree.ts";
import { fixIndexOf, fixPartners } from "./fixed-subtree.ts";

function pairs(before: string, after: string): string[] {
  const old = parseHtml(before);
  const page = parseHtml(after);
  const partner = fixPartners(fixIndexOf(old), old.size, page);
  return [...partner.keys()]
    .filter((node) => partner[node] >= 0 && !["html", "head", "body"].includes(tagOf(old, node)))
    .map((node) => `${tagOf(old, node)} ${textOf(page, partner[node])}`);
}

test("a caption of at most two words is fixed wherever it goes, a longer text is not", () => {
  expect(pairs("<h2>Top stories</h2>", "<div><h2>Top stories</h2></div>")).toEqual([
    "h2 Top stories",
    "#text Top stories",
  ]);
  expect(pairs("<h2>Top stories today</h2>", "<div><h2>Top stories today</h2></div>")).toEqual([]);
});

test("an element needs the same attributes, in whatever order; its text alone may still be fixed", () => {
  expect(pairs(`<a id="x" href="/a">News</a>`, `<a href="/a" id="x">News</a>`)).toEqual(["a News", "#text News"]);
  expect(pairs(`<a href="/a">News</a>`, `<a href="/b">News</a>`)).toEqual(["#text News"]);
});

test("what occurs twice in either page is ambiguous and not fixed", () => {
  expect(pairs("<p>A</p><p>A</p>", "<p>A</p>")).toEqual([]);
  expect(pairs("<p>A</p>", "<p>A</p><p>A</p>")).toEqual([]);
  expect(pairs("<p>A</p>", "<p>A</p><p>A</p><p>A</p>")).toEqual([]);
});

test("a container is fixed by its attributes whatever long text is below it", () => {
  const block = (text: string): string => `<div id="news"><p>${text}</p><p>x y z</p></div>`;
  expect(pairs(block("one two three"), block("four five six"))).toEqual(["div four five six\nx y z"]);
});

test("a link of more than two words is content with all that is in it, a shorter one is fixed", () => {
  const page = (teaser: string): string => `<nav><a href="/n">More news</a></nav><a href="/x">${teaser}</a>`;
  const teaser = `<img src="x.png"><b>One</b> <i>two three</i>`;
  expect(pairs(page(teaser), `<p></p>${page(teaser)}`)).toEqual(["nav More news", "a More news", "#text More news"]);
  expect(pairs(page("<img src=x.png><b>One</b>"), page("<img src=x.png><b>One</b>"))).toContain("img ");
});
