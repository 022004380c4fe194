import { expect, test } from "vitest";
import { pageIndex } from "../../feature/page-index.ts";
import { parseHtml } from "../../html/parse-html.ts";
import { nodeAt } from "../../tree/path.ts";
import { nameAbove, nameInside, nameOfUnit, namesakesOf } from "./naming.ts";
import { jaccard } from "./similarity.ts";

function on(html: string) {
  const tree = parseHtml(html);
  const node = (path: string) => nodeAt(tree, `html[1]/body[1]/${path}`) as number;
  return { tree, index: pageIndex(tree), node };
}

/** The names of the first and the second section. */
function likeness(first: string, second: string): number {
  const { tree, index, node } = on(`<section>${first}<p>one two</p></section><section>${second}<p>three</p></section>`);
  return jaccard(nameInside(tree, index, node("section[1]")), nameInside(tree, index, node("section[2]")));
}

test.each([
  ["<h2>Politics</h2>", "<h3>POLITICS ›</h3>"],
  ["<h2>Politics</h2>", "<div>Politics (12)</div>"],
  ["<h2>Politik</h2>", "<b>1</b> <span>politik:</span>"],
  ["<h2>Спорт</h2>", "<h2>СПОРТ →</h2>"],
  ["<h2>الرياضة</h2>", "<h2>الرياضة ٣</h2>"],
  ["<h2>政治</h2>", "<h2>・政治</h2>"],
])("%s and %s are one name", (first, second) => {
  expect(likeness(first, second)).toBeGreaterThan(0.75);
});

test.each([
  ["<h2>Economy</h2>", "<h2>Ecomony</h2>", 0.3],
  ["<h2>Culture & Life</h2>", "<h2>Culture and Life</h2>", 0.6],
])("%s and %s are nearly one", (first, second, least) => {
  expect(likeness(first, second)).toBeGreaterThan(least);
});

test("other names are others, and a text is no name", () => {
  expect(likeness("<h2>Politics</h2>", "<h2>Economy</h2>")).toBeLessThan(0.2);
  const { tree, index, node } = on(`<p>${"a long story about nothing in particular ".repeat(8)}</p>`);
  expect(nameInside(tree, index, node("p[1]"))).toEqual([]);
});

test("a row is called by its key cell, a cell by its row, a list by the heading right above it", () => {
  const { tree, index, node } = on(
    `<h2>Tables</h2><ul><li>one</ul><table><tr><td>1</td><td>Rovers</td><td>31</td></tr><tr><td>2</td><td>United</td><td>30</td></tr><tr><td>3</td><td>Town</td><td>29</td></tr></table>`,
  );
  const [row, cell] = [node("table[1]/tbody[1]/tr[2]"), node("table[1]/tbody[1]/tr[2]/td[3]")];
  const united = nameInside(tree, index, node("table[1]/tbody[1]/tr[2]/td[2]"));
  expect(nameInside(tree, index, row)).toEqual(united);
  expect(nameOfUnit(tree, index, cell, 1)).toEqual(united);
  expect(nameAbove(tree, index, node("ul[1]"))).toEqual(nameInside(tree, index, node("h2[1]")));
  expect(namesakesOf(tree, index, row)).toBe(0);
});

test("a label for assistive technology is the name", () => {
  const { tree, index, node } = on(
    '<div aria-label="Bestellungen"><b>17</b></div><section><h2>Bestellungen</h2></section>',
  );
  expect(nameInside(tree, index, node("div[1]"))).toEqual(nameInside(tree, index, node("section[1]")));
});

test("a name that others have too is counted", () => {
  const { tree, index, node } = on("<ul><li><h3>More</h3>a</li><li><h3>more…</h3>b</li><li><h3>Sport</h3>c</li></ul>");
  expect(namesakesOf(tree, index, node("ul[1]/li[1]"))).toBe(1);
  expect(namesakesOf(tree, index, node("ul[1]/li[3]"))).toBe(0);
});

test("a figure is called by the caption before it, whatever boxes are between; what has a name has no other", () => {
  const { tree, index, node } = on(
    `<table><tr><th>River level</th></tr><tr><td>245 cm</td></tr><tr><td>12</td></tr></table><p>River level <b>240 cm</b></p><div>the last line</div><section><p>Weather</p></section>`,
  );
  const caption = nameInside(tree, index, node("table[1]/tbody[1]/tr[1]"));
  expect(nameAbove(tree, index, node("table[1]/tbody[1]/tr[2]/td[1]"))).toEqual(caption);
  expect(nameAbove(tree, index, node("p[1]/b[1]"))).toEqual(caption);
  // the value before it is no caption, and another box's last line no heading
  expect(nameAbove(tree, index, node("table[1]/tbody[1]/tr[3]/td[1]"))).toEqual([]);
  expect(nameAbove(tree, index, node("section[1]/p[1]"))).toEqual([]);
});
