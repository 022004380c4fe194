import { expect, test } from "vitest";
import { type Ensemble, evaluate, fitTo } from "./ensemble.ts";

const ensemble: Ensemble = {
  columns: ["a", "b"],
  bias: 1,
  trees: [
    { column: [1, -1, -1], threshold: [0.5, 0, 0], left: [1, 0, 0], value: [0, 10, 20] },
    { column: [-1], threshold: [0], left: [0], value: [3] },
  ],
};

test("values up to the threshold go left, the trees add up", () => {
  expect(evaluate(ensemble, [9, 0.5])).toBe(14);
  expect(evaluate(ensemble, [9, 0.6])).toBe(24);
  expect(evaluate(ensemble, [0, 0, 9, 0.6], 2)).toBe(24);
});

test("columns are bound by name, whatever their order now", () => {
  expect(evaluate(fitTo(ensemble, ["b", "x", "a"]), [0.6, 0, 0])).toBe(24);
  expect(() => fitTo(ensemble, ["a"])).toThrow("b");
});
