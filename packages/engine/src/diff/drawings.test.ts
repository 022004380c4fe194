import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { drawingOf, looksAlike } from "../tree/drawn.ts";
import { nodeAt } from "../tree/path.ts";
import { isBlank, visibleParts } from "../visible/visible-parts.ts";
import { readBlock } from "./block-content.ts";
import { blockText } from "./block-text.ts";

const HASH = "0f".repeat(32);
const block = (html: string) => {
  const tree = parseHtml(`<body><div>${html}</div>`);
  return { tree, node: nodeAt(tree, "html[1]/body[1]/div[1]")! };
};

test("a drawing says its number, its looks and its words", () => {
  const { tree, node } = block(`<canvas data-tessera-drawing="3 ${HASH}" aria-label="Sales: Jan, Feb"></canvas>`);
  expect(drawingOf(tree, node + 1)).toEqual({ number: 3, hash: HASH, words: "Sales: Jan, Feb" });
  expect(drawingOf(tree, node)).toBeNull();
});

test("the words of a drawing are text of its block, and then its looks do not count", () => {
  const { tree, node } = block(
    `<h2>Sales</h2><canvas data-tessera-drawing="0 ${HASH}" aria-label="Jan, Feb"></canvas>`,
  );
  expect(blockText(tree, node)).toBe("Sales\nJan, Feb");
  expect(readBlock(tree, [node]).pictures).toEqual([]);
});

test("without words a drawing counts by its looks, wherever it is among the others", () => {
  const at = (number: number) => {
    const { tree, node } = block(`<canvas data-tessera-drawing="${number} ${HASH}"></canvas>`);
    return readBlock(tree, [node]);
  };
  expect(at(0).pictures).toEqual([`drawing ${HASH}`]);
  expect(at(7)).toEqual(at(0));
});

test("a label of a canvas that nobody has drawn on is no text", () => {
  const { tree, node } = block(`<canvas aria-label="Jan, Feb"></canvas>`);
  expect(blockText(tree, node)).toBe("");
});

test("a drawing is something to see, an empty canvas is not", () => {
  const seen = (html: string) => {
    const { tree, node } = block(html);
    const boxes = new Int32Array(tree.size * 4).fill(10);
    return isBlank(visibleParts({ ...tree, boxes }, node));
  };
  expect(seen(`<canvas data-tessera-drawing="0 ${HASH}"></canvas>`)).toBe(false);
  expect(seen("<canvas data-tessera-blank></canvas>")).toBe(true);
  expect(seen("<canvas></canvas>")).toBe(false);
});

test("pictures look alike where few bits differ, in whatever order they are compared", () => {
  const hex = fc.stringMatching(/^[0-9a-f]{64}$/);
  fc.assert(
    fc.property(hex, hex, (one, other) => {
      expect(looksAlike(one, one)).toBe(true);
      expect(looksAlike(one, other)).toBe(looksAlike(other, one));
    }),
  );
  expect(looksAlike("0".repeat(64), `${"0".repeat(62)}ff`)).toBe(true);
  expect(looksAlike("0".repeat(64), `${"0".repeat(61)}fff`)).toBe(false);
  expect(looksAlike("photo.png", "other.png")).toBe(false);
});
