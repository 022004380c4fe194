import { expect, test } from "vitest";
import type { LabelledCase } from "../data/cases.ts";
import type { Prediction } from "./predict.ts";
import { judge, quantile, score } from "./score.ts";

const labelled: LabelledCase = {
  id: "a",
  set: "s",
  site: "site",
  kind: "k",
  mask: [],
  folder: ".",
  versions: [
    { file: "0", path: "p" },
    { file: "1", path: "p", equiv: ["q"] },
    { file: "2", path: "p", redesign: true },
    { file: "3", path: null },
    { file: "4", path: null },
    { file: "5", path: "p" },
    { file: "6", path: "p" },
  ],
};

function said(verdict: Prediction["verdict"], ...candidates: string[]): Prediction {
  return {
    case: "a",
    tracer: "t",
    file: "",
    verdict,
    path: candidates[0] ?? null,
    confidence: 1,
    candidates,
    ms: 1,
    agreement: null,
    sameContent: false,
  };
}

const judgements = judge(labelled, [
  said("found", "q"),
  said("unsure", "x", "p"),
  said("gone", "x"),
  said("found", "x"),
  said("gone", "p"),
  said("unsure", "x", "y", "z", "p"),
]);

test("an equivalent element is right, a wall or absence only by the verdict", () => {
  expect(judgements.map((one) => one.forced)).toEqual([true, false, true, false, true, false]);
  expect(judgements.map((one) => one.outcome)).toEqual(["right", "asked", "right", "wrong", "lost", "asked"]);
});

test("asked well means among the first three candidates", () => {
  expect(judgements.map((one) => one.askedWell)).toEqual([false, true, false, false, false, false]);
});

test("all versions from the redesign on count as after it", () => {
  expect(judgements.map((one) => one.afterRedesign)).toEqual([false, true, true, true, true, true]);
});

test("the four outcomes add up to one and the gone figures are precision and recall", () => {
  const total = score(judgements)!;
  expect(total.right + total.asked + total.lost + total.wrong).toBeCloseTo(1);
  expect(total).toMatchObject({ cases: 1, versions: 6, forcedVersions: 0.5, forcedBlocks: 0, askedWell: 0.5 });
  expect(total).toMatchObject({ gonePrecision: 0.5, goneRecall: 0.5 });
  expect(score([])).toBeNull();
});

test("quantiles are values that occurred", () => {
  expect(quantile([1, 2, 3, 4], 0.5)).toBe(2);
  expect(quantile([1, 2, 3, 4], 0.95)).toBe(4);
  expect(quantile([], 0.5)).toBe(0);
});
