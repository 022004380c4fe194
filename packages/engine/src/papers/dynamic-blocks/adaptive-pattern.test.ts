import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { describeTracer } from "../../tracer/tracer.conformance.ts";
import type { DomTree } from "../../tree/dom-tree.ts";
import { nodeAt } from "../../tree/path.ts";
import { type AdaptivePatternMemory, adaptivePattern } from "./adaptive-pattern.ts";
import { combinedPattern } from "./combined-pattern.ts";
import { blockChange, isLargeBlockChange, isLargeChange } from "./pattern-change.ts";

describeTracer(adaptivePattern);

function div(page: DomTree, rank: number): number {
  return nodeAt(page, `html[1]/body[1]/div[${rank}]`) as number;
}

/** A page of three boxes: the news block among others, each day with its own headline. */
function day(number: number, before: string): DomTree {
  return parseHtml(`${before}<div><h2>News</h2><p>headline ${number}</p></div><div><h2>Shop</h2><p>offer</p></div>`);
}

test("every block found becomes a sample: what changed is forgotten, what stayed weighs more", () => {
  let memory = adaptivePattern.learn(day(1, ""), div(day(1, ""), 1));
  memory = adaptivePattern.adapt(memory, day(2, ""), div(day(2, ""), 1), "tracer");
  const { content } = memory.patterns as { content: { texts: number[] } };
  expect(content.texts).toHaveLength(1);
  expect(memory.samples).toBe(2);
  expect(memory.weights.path).toBe(1.1);
  expect(memory.patterns.path).toBe("body[1]/div[1]");
});

test("content that was seen to change no longer misleads it, as it does the fixed patterns", () => {
  const html = (newest: string, older: string): DomTree => parseHtml(`<div><p>${newest}</div><div><p>${older}</div>`);
  const first = html("one", "zero");
  const second = html("two", "nought");
  const third = html("three", "one");
  const memory = adaptivePattern.adapt(adaptivePattern.learn(first, div(first, 1)), second, div(second, 1), "tracer");
  expect(adaptivePattern.trace(memory, third).candidates[0]?.node).toBe(div(third, 1));
  const fixed = combinedPattern.learn(first, div(first, 1));
  expect(combinedPattern.trace(fixed, third).candidates[0]?.node).toBe(div(third, 2));
});

test("what a person points at begins a new model, whatever was learned astray", () => {
  const page = day(1, "");
  const astray = adaptivePattern.adapt(adaptivePattern.learn(page, div(page, 1)), page, div(page, 2), "tracer");
  const next = day(2, "");
  const corrected = adaptivePattern.adapt(astray, next, div(next, 1), "person");
  expect(corrected).toEqual(adaptivePattern.learn(next, div(next, 1)));
});

test("a sample that shares little with the earlier ones gives the alert, a usual one does not", () => {
  const page = day(1, "");
  const memory = adaptivePattern.learn(page, div(page, 1));
  const usual = adaptivePattern.adapt(memory, day(2, ""), div(page, 1), "tracer");
  expect(isLargeChange(usual.change as never)).toBe(false);
  const other = parseHtml("<main><section><ul><li>quite</li><li>different</li></ul></section></main>");
  const list = nodeAt(other, "html[1]/body[1]/main[1]/section[1]/ul[1]") as number;
  expect(isLargeChange(adaptivePattern.adapt(memory, other, list, "tracer").change as never)).toBe(true);
});

test("a block is compared with what it was without a model, from nothing lost to everything", () => {
  const page = day(1, "");
  const before = { page, node: div(page, 1) };
  expect(blockChange(before, before)).toBe(0);
  const next = day(2, "");
  const usual = blockChange(before, { page: next, node: div(next, 1) });
  expect(usual).toBeGreaterThan(0);
  expect(isLargeBlockChange(usual)).toBe(false);
  const other = parseHtml("<main><section><ul><li>quite</li><li>different</li></ul></section></main>");
  const list = nodeAt(other, "html[1]/body[1]/main[1]/section[1]/ul[1]") as number;
  const strange = blockChange(before, { page: other, node: list });
  expect(strange).toBeLessThanOrEqual(1);
  expect(isLargeBlockChange(strange)).toBe(true);
});

test("section 5.2: the model begins as the combined one, with areas to the pixel, and is vague from the second sample on", () => {
  const page = day(1, "");
  const boxes = Int32Array.from({ length: page.size * 4 }, (_, at) => at * 100);
  const rendered = { ...page, boxes };
  const first = div(page, 1);
  const memory = adaptivePattern.learn(rendered, first);
  const shifted = { ...page, boxes: boxes.map((value) => value + 4) };
  const areaOf = (from: AdaptivePatternMemory) =>
    adaptivePattern.trace(from, shifted).candidates.find(({ node }) => node === first)?.signals?.area;
  const fixed = combinedPattern.trace(combinedPattern.learn(rendered, first), shifted);
  expect(areaOf(memory)).toBe(fixed.candidates.find(({ node }) => node === first)?.signals?.area);
  expect(areaOf(memory)).toBeLessThan(1);
  expect(areaOf(adaptivePattern.adapt(memory, rendered, first, "tracer"))).toBe(1);
});

test("a memory with broken weights is refused, one without a change is not", () => {
  const memory: AdaptivePatternMemory = adaptivePattern.learn(day(1, ""), 3);
  expect(adaptivePattern.revive({ ...memory, weights: { path: "1" } })).toBeNull();
  expect(adaptivePattern.revive({ ...memory, samples: null })).toBeNull();
  expect(adaptivePattern.revive({ ...memory, change: undefined })).toEqual(memory);
});

test("a page with layout after one without gives the area its beginning, and the other way keeps it", () => {
  const page = day(1, "");
  const rendered = { ...page, boxes: Int32Array.from({ length: page.size * 4 }, (_, at) => at) };
  const memory = adaptivePattern.adapt(adaptivePattern.learn(page, 3), rendered, 3, "tracer");
  expect(memory.patterns.area).toBeDefined();
  expect(adaptivePattern.adapt(memory, page, 3, "tracer").patterns.area).toEqual(memory.patterns.area);
});
