import { expect, test } from "vitest";
import { alertResult } from "./alert.ts";

/** Samples of a site: right ones that change by so much, and wrong ones. */
const site = (name: string, right: readonly number[], wrong: readonly number[]) => ({
  site: name,
  samples: [
    ...right.map((change) => [change, change, 0, true]),
    ...wrong.map((change) => [change, change, 0, false]),
  ] as [number, number, number, boolean][],
});

test("a change that only wrong samples have tells them all, on sites that had no say in the threshold as well", () => {
  const sites = Array.from({ length: 12 }, (_, rank) => site(`site-${rank}.example`, [0.1, 0.2, 0.3], [0.7, 0.8]));
  const { samples, wrong, measures } = alertResult(sites);
  expect([samples, wrong]).toEqual([60, 24]);
  expect(measures.model.held).toEqual({ alerts: 24, precision: 1, recall: 1 });
  expect(measures.model.areaUnderCurve).toBe(1);
  // weights that never move tell nothing
  expect(measures.weights.areaUnderCurve).toBe(0.5);
});

test("precision and recall are counted at each threshold, an alert being a change of at least as much", () => {
  const { measures } = alertResult([site("a.example", [0.2, 0.5], [0.5, 0.9])]);
  const at = (threshold: number) => measures.block.thresholds.find((one) => one.threshold === threshold);
  expect(at(0.5)).toEqual({ threshold: 0.5, alerts: 3, precision: 2 / 3, recall: 1 });
  expect(at(0.9)).toEqual({ threshold: 0.9, alerts: 1, precision: 1, recall: 0.5 });
  expect(at(0.95)).toEqual({ threshold: 0.95, alerts: 0, precision: 0, recall: 0 });
});
