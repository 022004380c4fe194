import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { type DomTree, isText } from "../../tree/dom-tree.ts";
import { nodeAt } from "../../tree/path.ts";
import { type ContextPattern, contextPattern } from "./context-pattern.ts";

/** The elements of the body: what stands in the head is not displayed and has no context. */
function elementsOf(page: DomTree): number[] {
  const body = nodeAt(page, "html[1]/body[1]") as number;
  return [...Array(page.size).keys()].filter((node) => node >= body && !isText(page, node));
}

test("the context is what is around the block and not in it", () => {
  const before = parseHtml("<p>December 27</p><p>New York</p><div>Bush</div><p>PICKS</p>");
  const after = parseHtml("<p>December 28</p><p>New York</p><div>Schwarzkopf</div><p>PICKS</p>");
  const block = nodeAt(before, "html[1]/body[1]/div[1]") as number;
  const pattern = contextPattern.of(before, block) as ContextPattern;
  expect(pattern).toHaveLength(3);
  const match = contextPattern.match(pattern, after);
  expect(match?.similarityOf(block)).toBeCloseTo(2 / 3);
  expect(match?.candidates).toContain(block);
});

const markup = fc.array(fc.constantFrom("<div>", "</div>", "<p>", "</p>", "a", "b", "<i>c</i>", "<i>d</i>", "<b></b>"));

/** A page whose nodes have random boxes, some of them none. */
const renderedPage = fc.tuple(markup, fc.infiniteStream(fc.integer({ min: -20, max: 300 }))).map(([parts, numbers]) => {
  const page = parseHtml(parts.join(""));
  const boxes = new Int32Array(page.size * 4).fill(-1);
  for (let node = 0; node < page.size; node++) {
    const [left, top, width, height] = numbers.take(4);
    if (width >= 0) boxes.set([left, top, width, Math.abs(height)], node * 4);
  }
  return { ...page, boxes };
});

const anyPage = fc.oneof(
  markup.map((parts) => parseHtml(parts.join(""))),
  renderedPage,
);

test("similarities and candidates agree with comparing the contexts of all elements", () => {
  fc.assert(
    fc.property(anyPage, anyPage, fc.nat(), (first, second, pick) => {
      const blocks = elementsOf(first);
      const pattern = contextPattern.of(first, blocks[pick % blocks.length]) as ContextPattern;
      const match = contextPattern.match(pattern, second);
      for (const node of elementsOf(second)) {
        const here = contextPattern.of(second, node) as ContextPattern;
        const shared = pattern.filter((text) => here.includes(text)).length;
        expect(match?.similarityOf(node)).toBeCloseTo(pattern.length === 0 ? 0 : shared / pattern.length);
        expect(match?.candidates.includes(node)).toBe(shared > 0);
      }
    }),
  );
});

test("close is below 50 pixels between the rectangles", () => {
  const page = parseHtml("<p>near</p><p>far</p><div>block</div>");
  const boxes = new Int32Array(page.size * 4).fill(-1);
  const place = (path: string, box: number[]): void => {
    const node = nodeAt(page, `html[1]/body[1]/${path}`) as number;
    boxes.set(box, node * 4);
    boxes.set(box, (node + 1) * 4);
  };
  place("p[1]", [0, 0, 100, 11]);
  place("p[2]", [150, 60, 100, 20]);
  place("div[1]", [0, 60, 100, 20]);
  const rendered = { ...page, boxes };
  const block = nodeAt(page, "html[1]/body[1]/div[1]") as number;
  expect(contextPattern.of(rendered, block)).toHaveLength(1);
});

test("a page that piles thousands of boxes on one spot is answered", () => {
  const page = parseHtml("<p>x</p>".repeat(20_000));
  const boxes = new Int32Array(page.size * 4).fill(10);
  const rendered = { ...page, boxes };
  const pattern = contextPattern.of(rendered, 3) as ContextPattern;
  expect(contextPattern.match(pattern, rendered)?.candidates.length).toBeGreaterThan(0);
});
