import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { contains, type DomTree } from "../tree/dom-tree.ts";
import { SECTION_MODE, TABLE_MODE } from "./section-blocks.ts";
import { fragmentPage } from "./train-page.ts";

const words = (count: number) => "word ".repeat(count);
const cell = (content: string) => `<table><tr><td>${content}</td></tr></table>`;
const ids = (tree: DomTree) => fragmentPage(tree, TABLE_MODE).components.map(({ id }) => id);

test("the index tree has the structure the page would have without all nodes except tables", () => {
  const tree = parseHtml(`<div>${cell(`a${cell("b")}<p>${cell("c")}</p>`)}</div>${cell("d")}`);
  const { nodes } = fragmentPage(tree, TABLE_MODE).index;
  expect(nodes.map(({ id, textLength, isLayout }) => [id, textLength, isLayout])).toEqual([
    ["1", 3, false],
    ["1-1", 1, false],
    ["1-2", 1, false],
    ["2", 1, false],
  ]);
});

test("a table of medium size is a component, whatever is in it; one that is too large is looked into", () => {
  // eight content nodes; the first table holds 55 of 100 words, its parts between one and two average sizes
  const parts = [words(11), words(11), words(11), words(11), words(11)].map(cell).join("");
  const tree = parseHtml(`${cell(parts)}${cell(words(15))}${cell(words(15))}${cell(words(15))}`);
  expect(ids(tree)).toEqual(["1-1", "1-2", "1-3", "1-4", "1-5", "2", "3", "4"]);
});

test("fewer than four children and five descendants make one complex component", () => {
  const firstOf = (...children: string[]): string | undefined =>
    ids(parseHtml(`${cell(children.join(""))}${[1, 2, 3, 4, 5, 6].map(() => cell(words(20))).join("")}`))[0];
  const [a, b, c] = ["a", "b", "c"].map(cell);
  expect(firstOf(a, b, cell(words(90)))).toBe("1");
  expect(firstOf(a, b, cell(words(90) + c))).toBe("1");
  // five descendants, and four children
  expect(firstOf(a, b, cell(words(90) + c + c))).toBe("1-1");
  expect(firstOf(a, b, c, cell(words(90)))).toBe("1-1");
});

test("the single child of its father gives way to the father", () => {
  const wrapped = cell(cell(cell(words(20))));
  const tree = parseHtml(`${wrapped}${[1, 2, 3, 4, 5, 6].map(() => cell(words(20))).join("")}`);
  expect(ids(tree)[0]).toBe("1");
});

test("the modern page without a table has components by landmarks, headings and lists", () => {
  const list = (title: string) =>
    `<div><h2>${title}</h2><ul>${"<li><a href=x>one more line</a></li>".repeat(5)}</ul></div>`;
  const tree =
    parseHtml(`<header>Herald</header><main>${["News", "Sport", "Weather", "Local"].map(list).join("")}</main>
    <aside><h2>Ads</h2>Buy</aside><footer>Imprint</footer>`);
  const kinds = fragmentPage(tree, { ...SECTION_MODE, upper: 2 }).components.map(({ kind }) => kind);
  expect(kinds).toEqual(["landmark", "headed", "headed", "headed", "headed", "landmark", "landmark"]);
});

test("columns beside each other are blocks where boxes are known", () => {
  const tree = parseHtml("<div><div><b>left part</b></div><div><b>right part</b></div></div>");
  const boxes = new Int32Array(tree.size * 4).fill(-1);
  const [outer, left, right] = [...tree.tag.keys()].filter((node) => tree.tagNames[tree.tag[node]] === "div");
  boxes.set([0, 0, 800, 300], outer * 4);
  boxes.set([0, 0, 400, 300], left * 4);
  boxes.set([400, 0, 400, 280], right * 4);
  const withBoxes = fragmentPage({ ...tree, boxes }, SECTION_MODE).components;
  expect(withBoxes.map(({ node, kind }) => [node, kind])).toEqual([
    [left, "column"],
    [right, "column"],
  ]);
  expect(fragmentPage(tree, SECTION_MODE).components).toEqual([]);
});

test("components never overlap, come in order, and lie on the page, in both modes", () => {
  const markup = fc.array(
    fc.constantFrom(
      "<table><tr><td>",
      "</table>",
      "<div>",
      "</div>",
      "<section>",
      "</section>",
      "<h2>x</h2>",
      "<ul>",
      "<li><b>y</b>",
      "</ul>",
      "some words",
      "<img src=a.png>",
    ),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(markup, fc.constantFrom(TABLE_MODE, SECTION_MODE), (parts, mode) => {
      const tree = parseHtml(parts.join(""));
      const { components } = fragmentPage(tree, mode);
      for (const [at, { node }] of components.entries()) {
        if (at > 0) expect(node).toBeGreaterThanOrEqual(tree.end[components[at - 1].node]);
        expect(contains(tree, 0, node)).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

test("hostile pages: very deep, very wide, very many tables", () => {
  for (const html of ["<table><tr><td>".repeat(1000), `<ul>${"<li><b>x</b>".repeat(5000)}`, cell("x").repeat(2000)]) {
    const tree = parseHtml(html);
    for (const mode of [TABLE_MODE, SECTION_MODE]) {
      expect(fragmentPage(tree, mode).components.length).toBeLessThanOrEqual(500);
    }
  }
});
