import { expect, test } from "vitest";
import { type Ensemble, evaluate, evaluateBest, forestOf } from "./ensemble.ts";

const ensemble: Ensemble = {
  columns: ["a", "b"],
  bias: 1,
  trees: [
    { column: [1, -1, -1], threshold: [0.5, 0, 0], left: [1, 0, 0], value: [0, 10, 20] },
    { column: [-1], threshold: [0], left: [0], value: [3] },
  ],
};

const stump = (threshold: number) => ({
  column: [0, -1, -1],
  threshold: [threshold, 0, 0],
  left: [1, 0, 0],
  value: [0, -0.1, 0.1],
});

test("values up to the threshold go left, the trees add up", () => {
  expect(evaluate(forestOf(ensemble), [9, 0.5])).toBe(14);
  expect(evaluate(forestOf(ensemble), [9, 0.6])).toBe(24);
  expect(evaluate(forestOf(ensemble), [0, 0, 9, 0.6], 2)).toBe(24);
});

test("a few trees are summed row by row", () => {
  expect([...evaluateBest(forestOf(ensemble), Float32Array.of(9, 0.5, 9, 0.75, 0, 0), 2)]).toEqual([14, 24, 14]);
  expect([...evaluateBest(forestOf(ensemble), new Float32Array(0), 2)]).toEqual([]);
});

test("of many trees the best rows have their whole sums, the others stay behind in their order", () => {
  const many: Ensemble = { ...ensemble, trees: Array.from({ length: 200 }, () => stump(0.5)) };
  const sums = [...evaluateBest(forestOf(many), Float32Array.of(0.4, 0.6, 0.7, 0.1), 1)];
  expect(sums[1]).toBe(evaluate(forestOf(many), [0.6]));
  expect(sums[2]).toBe(sums[1]);
  expect(sums[0]).toBeLessThan(sums[1]! - 6);
  expect(sums[3]).toBe(sums[0]);
});

test("columns are bound by name, whatever their order now", () => {
  expect(evaluate(forestOf(ensemble, ["b", "x", "a"]), [0.6, 0, 0])).toBe(24);
  expect(() => forestOf(ensemble, ["a"])).toThrow("b");
});
