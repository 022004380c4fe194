import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { faultOf } from "./check-tree.fixture.ts";
import type { DomTree } from "./dom-tree.ts";

const tree = parseHtml('<p class="a" id="b">one<b>two</b></p><p>three</p>');

/** The tree with one entry of one array changed. */
function broken(
  name: "parent" | "end" | "depth" | "tag" | "textStart" | "attrStart" | "attrName" | "attrValue",
  at: number,
  value: number,
): DomTree {
  const array = tree[name].slice();
  array[at] = value;
  return { ...tree, [name]: array };
}

test("a parsed tree keeps every promise", () => {
  expect(faultOf(tree)).toBeNull();
});

test.each([
  ["parent", 3, 1],
  ["parent", 1, -1],
  ["end", 0, 3],
  ["end", 3, 99],
  ["end", 4, 4],
  ["depth", 4, 9],
  ["tag", 3, 0],
  ["tag", 3, 999],
  ["textStart", 5, 999],
  ["textStart", 4, 2],
  ["attrStart", 9, 1],
  ["attrName", 0, 7],
  ["attrValue", 1, 7],
] as const)("%s[%i] = %i breaks one", (name, at, value) => {
  expect(faultOf(broken(name, at, value))).not.toBeNull();
});

test("arrays of unequal length break one", () => {
  expect(faultOf({ ...tree, size: tree.size - 1 })).not.toBeNull();
  expect(faultOf({ ...tree, boxes: new Int32Array(4) })).not.toBeNull();
  expect(faultOf({ ...tree, tagNames: ["p"] })).not.toBeNull();
});
