import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { tagSoup } from "../html/tag-soup.fixture.ts";
import { attributeOf, type DomTree } from "../tree/dom-tree.ts";
import { offerBlocks } from "./offer-blocks.ts";

const card = (name: string, value: number) =>
  `<div class=col-3><div class=card><h5>${name}</h5><p>${value} today</p></div></div>`;
const ROW = `<div class=row>${card("Orders", 12)}${card("Sales", 40)}${card("Visits", 7)}${card("Users", 3)}</div>`;
const LIST = `<section><h2>News</h2><ul>${"<li><a href=x>A line of the news of today</a></li>".repeat(9)}</ul></section>`;

const offered = (tree: DomTree) => offerBlocks(tree, { grain: "fine" }).map(({ title, alike }) => [title, alike]);

/** Boxes from `data-box` attributes; what has none is not to be seen. */
function rendered(html: string): DomTree {
  const tree = parseHtml(html);
  const boxes = new Int32Array(tree.size * 4).fill(-1);
  for (let node = 0; node < tree.size; node++) {
    const at = tree.tag[node] === 0 ? tree.parent[node] : node;
    const box = attributeOf(tree, at, "data-box")?.split(" ").map(Number) ?? [0, 0, 1000, 500];
    boxes.set(box, node * 4);
  }
  return { ...tree, boxes };
}

test("cards in columns are offered all together and one by one, and not as their row", () => {
  expect(offered(parseHtml(`<main>${ROW}${LIST}</main>`))).toEqual([
    ["Orders", 4],
    ["Orders", 1],
    ["Sales", 1],
    ["Visits", 1],
    ["Users", 1],
    ["News", 1],
  ]);
});

test("in a rendered page it is their boxes that say whether they stand side by side", () => {
  const boxes = (at: (index: number) => string) =>
    rendered(
      `<div>${["One", "Two", "Three"].map((name, index) => `<div data-box="${at(index)}"><h3>${name}</h3><p>words</p></div>`).join("")}</div>`,
    );
  expect(offered(boxes((index) => `${index * 300} 0 280 200`))).toEqual([
    ["One", 3],
    ["One", 1],
    ["Two", 1],
    ["Three", 1],
  ]);
  expect(offered(boxes((index) => `0 ${index * 220} 280 200`)).some(([, alike]) => alike !== 1)).toBe(false);
});

test.each([
  ["a closed dialog", `<dialog>${LIST}</dialog>`],
  ["a hidden part", `<div hidden>${LIST}</div>`],
  ["a modal", `<div class="modal fade" aria-hidden=true>${LIST}</div>`],
  ["a menu that drops down", `<div class="dropdown"><div class="dropdown-menu">${LIST}</div></div>`],
  ["a popover", `<div popover>${LIST}</div>`],
  ["what is not displayed", `<div style="display: none">${LIST}</div>`],
])("%s is not offered", (_, hidden) => {
  expect(offered(parseHtml(`<main><section><h2>Weather</h2><p>Sun</p></section></main>${hidden}`))).toEqual([
    ["Weather", 1],
  ]);
});

test("an open dialog is offered", () => {
  expect(offered(parseHtml(`<dialog open>${LIST}</dialog><div class="modal show">${LIST}</div>`))).toHaveLength(2);
});

test("in a rendered page a menu beside the page and one without a box are not offered", () => {
  const menu = (box: string) =>
    `<nav data-box="${box}"><h2 data-box="${box}">Menu</h2><p data-box="${box}">Entries of the whole page</p></nav>`;
  const page = `<main><section><h2>Weather</h2><p>Sun</p></section></main>`;
  expect(offered(rendered(`${page}${menu("-300 0 300 900")}`))).toEqual([["Weather", 1]]);
  expect(offered(rendered(`${page}${menu("-1 -1 -1 -1")}`))).toEqual([["Weather", 1]]);
  expect(offered(rendered(`${page}${menu("0 0 300 900")}`))).toHaveLength(2);
});

test("whatever the page, each is offered once, alone or for all", () => {
  fc.assert(
    fc.property(tagSoup, (html) => {
      const all = offerBlocks(parseHtml(html), { grain: "all" }).map(({ node, alike }) => `${node} ${alike > 1}`);
      expect(new Set(all).size).toBe(all.length);
    }),
  );
});

test("a drawer that waits right of a rendered page is not offered, an entry of a row that is scrolled is", () => {
  const words = "<h2>Town</h2><p>Words enough to be a block of its own on this page</p>";
  const drawer = `<div data-box="1000 0 300 500"><aside data-box="1000 0 300 500">${words.replace("Town", "Drawer")}</aside></div>`;
  const slides = [0, 600, 1200].map(
    (left) => `<li data-box="${left} 300 500 150">${words.replace("Town", `At ${left}`)}</li>`,
  );
  const tree = rendered(`<main>${words}</main><ul>${slides.join("")}</ul>${drawer}`);
  const titles = offerBlocks(tree, { grain: "all" }).map(({ title }) => title);
  expect(titles).toContain("At 1200");
  expect(titles).not.toContain("Drawer");
});
