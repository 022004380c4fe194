import { expect, test } from "vitest";
import { sameShare } from "./page.ts";

test("a page that has nothing in common with itself of before has 0 % of its structure left, an equal one 100 %", () => {
  // the least that the similarity of the paper can be at its eight layers
  expect([0.4375, 0.71875, 1, 0.4].map(sameShare)).toEqual([0, 0.5, 1, 0]);
});
