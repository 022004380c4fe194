import { type DomTree, parseHtml, tagOf } from "@tessera/engine";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readSnapshot } from "./read-snapshot.ts";
import { type Sketch, snapshotOf } from "./snapshot.fixture.ts";

const page = (...body: Sketch[]): Sketch => [
  "HTML",
  {},
  [
    ["HEAD", {}, []],
    ["BODY", {}, body],
  ],
];

const tags = ["DIV", "P", "A", "B", "TABLE", "TR", "TD", "LI", "SCRIPT", "STYLE", "BUTTON", "svg", "SELECT", "X-A"];
const { sketch } = fc.letrec<{ sketch: Sketch }>((tie) => ({
  sketch: fc.oneof(
    { maxDepth: 5, depthSize: "medium" },
    fc.constantFrom("a", " ", "b\n", "<i>&amp;", "\u00a0"),
    fc.tuple(
      fc.constantFrom(...tags),
      fc.dictionary(fc.constantFrom("id", "class"), fc.constantFrom("x", '"', "<"), { maxKeys: 2 }),
      fc.array(tie("sketch"), { maxLength: 4 }),
    ),
  ),
}));

test("the tree is always the one that a parser makes of the HTML, whatever DOM a script built", () => {
  fc.assert(
    fc.property(fc.array(sketch, { maxLength: 5 }), (body) => {
      const { html, tree } = readSnapshot(snapshotOf(page(...body)));
      const { boxes: _boxes, ...rendered } = tree;
      const { boxes: _none, ...parsed } = parseHtml(html);
      expect(rendered).toEqual(parsed);
    }),
    { numRuns: 300 },
  );
});

test("every node keeps the box that the browser gave it", () => {
  const { tree } = readSnapshot(snapshotOf(page(["DIV", {}, ["one", ["B", {}, ["two"]]]])));
  expect(lefts(tree)).toEqual({ html: 1, head: 2, body: 3, div: 4, "#text": 7, b: 6 });
});

test("boxes survive where the parser builds another tree than the script did", () => {
  // A paragraph in a paragraph: the parser closes the outer one.
  const { html, tree } = readSnapshot(
    snapshotOf(page(["P", { id: "outer" }, ["text", ["P", { id: "inner" }, ["in"]]]])),
  );
  expect(tree.size).toBe(parseHtml(html).size);
  const inner = nodeWithText(tree, "in");
  expect(tree.boxes?.[inner * 4]).toBe(7);
});

test("an element without a box of its own has the box of what it contains", () => {
  const { tree } = readSnapshot(snapshotOf(page(["DIV", {}, ["one", ["B", {}, ["two"]]]]), ["DIV"]));
  const div = Array.from({ length: tree.size }, (_, node) => node).find((node) => tagOf(tree, node) === "div")!;
  expect([...tree.boxes!.subarray(div * 4, div * 4 + 4)]).toEqual([5, 0, 2, 1]);
});

test("texts that a script put side by side are one text", () => {
  expect(readSnapshot(snapshotOf(page(["P", {}, ["a", "b"]]))).tree.text).toBe("ab\n");
});

test("a page of 20,000 levels is read without recursion", () => {
  let deep: Sketch = "bottom";
  for (let level = 0; level < 20_000; level++) deep = ["DIV", {}, [deep]];
  expect(readSnapshot(snapshotOf(page(deep))).tree.text).toBe("bottom\n");
});

test("attributes of ours do not leave the page, except on the styles that they explain", () => {
  const { html, tree } = readSnapshot(
    snapshotOf(page(["P", { "data-tessera-node": "7" }, ["x"]], ["STYLE", { "data-tessera-shadow": "1" }, ["p{}"]])),
  );
  expect(html).not.toContain("data-tessera-node");
  expect(html).toContain('<style data-tessera-shadow="1">');
  expect(tree.attrNames).toEqual([]);
});

function lefts(tree: DomTree): Record<string, number> {
  return Object.fromEntries(
    Array.from({ length: tree.size }, (_, node) => [tagOf(tree, node), tree.boxes![node * 4]!]),
  );
}

function nodeWithText(tree: DomTree, text: string): number {
  const lines = tree.text.split("\n").indexOf(text);
  const texts = Array.from({ length: tree.size }, (_, node) => node).filter((node) => tree.tag[node] === 0);
  return texts[lines]!;
}
