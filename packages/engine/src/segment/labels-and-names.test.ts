import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { attributeOf, type DomTree, isText, textOf } from "../tree/dom-tree.ts";
import { blockTitle } from "./name-block.ts";

function titleIn(tree: DomTree): string {
  const nodes = Array.from({ length: tree.size }, (_, node) => node);
  return blockTitle(
    tree,
    nodes.filter((node) => attributeOf(tree, node, "data-block") !== null),
  );
}

function check(cases: readonly (readonly [html: string, title: string])[]): void {
  for (const [html, title] of cases) {
    expect.soft(titleIn(parseHtml(`<title>Town hall</title>${html}`)), html).toBe(title);
  }
}

test("a number is called as the page labels it for those who do not see it, wherever the label stands", () => {
  check([
    [
      "<p>Fares</p><b data-block aria-labelledby=l>12</b><section><i id=l>Boxes in stock</i></section>",
      "Boxes in stock",
    ],
    ["<p>Fares</p><b data-block aria-label='Water outside'>12 °C</b>", "Water outside"],
  ]);
});

test("a unit is no label, whether it stands in the run of its number or beside it", () => {
  check([
    ["<dl><dt>Wind</dt><dd><span data-block>14</span> kn</dd></dl>", "Wind"],
    ["<table><tr><th>City<th>Wind<tr><td>Linz<td><b data-block>14</b> knots</table>", "Linz · Wind"],
    ["<div data-block><b>14 kn</b><span>Wind</span></div>", "Wind"],
    ["<div data-block><b>14</b> <small>km/h</small><span>Wind</span></div>", "Wind"],
    ["<div data-block><b>8</b> <small>µg/m³</small><span>Dust</span></div>", "Dust"],
  ]);
});

test("a bar that says how far something has got is called by the words beside it", () => {
  check([
    ["<div data-block><label>Disk use</label><progress value=.6></progress></div>", "Disk use"],
    [
      "<div data-block><span>Disk use</span><div><div role=progressbar style='width:20%'></div></div></div>",
      "Disk use",
    ],
  ]);
});

test("a picture, a chart or an embedded page alone is called by its own name", () => {
  check([
    ["<div data-block><img src=x alt='The old lighthouse'></div>", "The old lighthouse"],
    [
      "<div data-block><svg><title>Sales by month</title><rect width=1 /><text>Jan</text></svg></div>",
      "Sales by month",
    ],
    [
      "<h2>Numbers</h2><div data-block><canvas role=img aria-label='Visitors this week'></canvas></div>",
      "Visitors this week",
    ],
    ["<div data-block><iframe title='Map of the harbour' src=x></iframe></div>", "Map of the harbour"],
    // beside words it may be of anybody
    ["<h2>Crew</h2><div><div data-block><img alt=Anna src=x><p>On board for years</p></div></div>", "Crew"],
  ]);
});

test("the name of an icon gives place to words", () => {
  check([["<div data-block><svg><title>User icon</title></svg><b>12</b><p>Users online</p></div>", "Users online"]]);
});

test("dates in other languages name nothing", () => {
  check([
    ["<div data-block><h3>jeudi 19 novembre 2026</h3><h4>Bulletin météo</h4></div>", "Bulletin météo"],
    ["<div data-block><h3>jueves, 19 de noviembre de 2026</h3><h4>El tiempo</h4></div>", "El tiempo"],
    ["<div data-block><h3>Donderdag 19 maart</h3><h4>Het weer</h4></div>", "Het weer"],
  ]);
});

test("a sentence with a number in it has no label", () => {
  check([
    ["<details open><summary>Opening hours</summary><p data-block>8 to 6 on every day.</p></details>", "Opening hours"],
  ]);
});

test("cells under others that take several rows are called by the column in which they are seen", () => {
  const head = "<tr><th>City<th>Day<th>Water";
  check([
    [`<table>${head}<tr><td rowspan=2>Linz<td>Mon<td>12°<tr><td>Tue<td data-block>14°</table>`, "Water"],
    [
      "<table><tr><th rowspan=2>City<th colspan=2>Today<tr><th>Water<th>Rain<tr><td>Linz<td>12°<td data-block>3 mm</table>",
      "Linz · Rain",
    ],
  ]);
});

test("in a rendered page a word in the room of one letter is an icon, whatever its class is", () => {
  const tree = parseHtml("<div data-block><i class=glyphs>home</i><b>12</b><p>Rooms free</p></div>");
  const titleAt = (width: number): string => {
    const boxes = new Int32Array(4 * tree.size).fill(20);
    const word = Array.from({ length: tree.size }, (_, node) => node).find(
      (node) => isText(tree, node) && textOf(tree, node) === "home",
    )!;
    boxes.set([0, 0, width, 24], 4 * word);
    return titleIn({ ...tree, boxes });
  };
  expect([titleAt(24), titleAt(44)]).toEqual(["Rooms free", "home"]);
});
