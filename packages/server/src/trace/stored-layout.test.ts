import { parseHtml } from "@tessera/engine";
import { expect, test } from "vitest";
import { layoutOf, storedLayout, windowBefore, windowOf } from "./stored-layout.ts";
import { treeOf } from "./trace-page.ts";

const HTML = "<p>one</p><p>two</p>";
const laidOut = (viewport?: readonly [number, number]) => {
  const tree = parseHtml(HTML);
  const boxes = Int32Array.from({ length: tree.size * 4 }, (_, at) => (at % 4) * 100);
  return { ...tree, boxes, viewport };
};

test("a layout is stored with the window in which it was seen, and read with the tree again", () => {
  const tree = laidOut([1_920, 1_080]);
  const bytes = layoutOf(tree)!;
  expect(storedLayout(bytes)).toEqual({ boxes: tree.boxes, viewport: [1_920, 1_080] });
  expect(treeOf(HTML, bytes)).toEqual(tree);
});

test("one from before the window was stored is read as it was seen with usual settings", () => {
  const tree = laidOut();
  const stored = storedLayout(layoutOf(tree)!)!;
  expect(stored).toEqual({ boxes: tree.boxes, viewport: null });
  expect(windowBefore(stored.boxes)).toEqual([200, 900]);
  expect(treeOf(HTML, layoutOf(tree))).toEqual(tree);
});

test("what is no layout, or that of another page, is none", () => {
  expect([storedLayout(new Uint8Array(0)), storedLayout(new Uint8Array(15))]).toEqual([null, null]);
  expect(treeOf(`${HTML}<p>three</p>`, layoutOf(laidOut([1_280, 900]))).boxes).toBeNull();
  expect(layoutOf(parseHtml(HTML))).toBeNull();
});

test("the window is what the page asks for; a phone sees more of a page that is not made for it", () => {
  const root = (width: number) => ({ boxes: Int32Array.of(0, 0, width, 3_000) });
  expect(windowOf({}, root(1_280))).toEqual([1_280, 900]);
  // a root that is narrower, or wider, than its window
  expect(windowOf({ viewport: { width: 1_920, height: 1_080, isPhone: false } }, root(900))).toEqual([1_920, 1_080]);
  expect(windowOf({}, root(2_000))).toEqual([1_280, 900]);
  const phone = { viewport: { width: 390, height: 844, isPhone: true } };
  expect(windowOf(phone, root(390))).toEqual([390, 844]);
  expect(windowOf(phone, root(980))).toEqual([980, 2_121]);
});
