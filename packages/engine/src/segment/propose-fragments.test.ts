import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { nodeAt } from "../tree/path.ts";
import { avoidedShare, proposeFragments } from "./propose-fragments.ts";

const section = (title: string) =>
  `<section><h2>${title}</h2><ul>${"<li><a href=x>A line of it</a></li>".repeat(6)}</ul></section>`;
const tree =
  parseHtml(`<nav aria-label="Site"><a href=a>News</a></nav><main>${["Politics", "Sport", "Weather"].map(section).join("")}</main>
  <div></div><footer>Imprint <img src=logo.png></footer>`);

test("fragments have a path, a kind, a title and sizes", () => {
  const fragments = proposeFragments(tree, { grain: "fine" });
  expect(fragments.map(({ title }) => title)).toEqual(["Site", "Politics", "Sport", "Weather", "Imprint"]);
  expect(fragments[1]).toMatchObject({ kind: "landmark", links: 6, images: 0 });
  expect(fragments[4]).toMatchObject({ images: 1, textLength: 8 });
  for (const { node, path } of fragments) expect(nodeAt(tree, path)).toBe(node);
});

test("a finer grain gives no fewer fragments, and all blocks hold every grain", () => {
  const nodes = (grain: "coarse" | "normal" | "fine" | "all") =>
    proposeFragments(tree, { grain }).map(({ node }) => node);
  expect(nodes("coarse").length).toBeLessThanOrEqual(nodes("normal").length);
  expect(nodes("normal").length).toBeLessThanOrEqual(nodes("fine").length);
  for (const grain of ["coarse", "normal", "fine"] as const) {
    for (const node of nodes(grain)) expect(nodes("all")).toContain(node);
  }
});

test("a page of tables is fragmented by tables where asked", () => {
  const page = parseHtml("<table><tr><td>one two three</td></tr></table><section>four</section>");
  expect(proposeFragments(page, { mode: "tables" }).map(({ kind }) => kind)).toEqual(["table"]);
});

test("the avoided share is what was not chosen, over all pages together", () => {
  const pages = [
    { total: 100, chosen: [10, 10] },
    { total: 300, chosen: [60] },
  ];
  expect(avoidedShare(pages)).toBe(0.8);
  expect(avoidedShare([])).toBe(0);
});
