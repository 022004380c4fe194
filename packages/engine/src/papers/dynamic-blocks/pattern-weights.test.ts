import fc from "fast-check";
import { expect, test } from "vitest";
import { adjustWeights } from "./adaptive-pattern.ts";

test("Algorithm 1: a tie costs a step, an advantage gains one, nothing in common counts nothing", () => {
  const sample = [1, 1, 0, 1];
  const others = [[1, 0.5, 0, 1]];
  expect(adjustWeights([1, 1, 1, 1], { sample, others })).toEqual([0.9, 1.1, 0, 0.9]);
});

test("a pattern that prefers another candidate loses weight until the sample is ahead", () => {
  const weights = adjustWeights([1, 1], { sample: [0.5, 0.9], others: [[1, 0.5]] });
  expect(weights).toEqual([0.8, 1.2]);
  const far = adjustWeights([1, 1], { sample: [0.1, 0.6], others: [[1, 0.5]] });
  // nine rounds: after eight both have 1.1
  expect(far).toEqual([0.1, 1.9]);
});

test("it ends on any input, with weights from 0 to 2 in steps of a tenth", () => {
  const similarity = fc.double({ min: 0, max: 1, noNaN: true });
  const row = fc.tuple(similarity, similarity, similarity, similarity);
  const weight = fc.integer({ min: 0, max: 20 }).map((tenths) => tenths / 10);
  fc.assert(
    fc.property(row, fc.array(row), fc.tuple(weight, weight, weight, weight), (sample, others, weights) => {
      for (const adjusted of adjustWeights(weights, { sample, others })) {
        expect(adjusted).toBeGreaterThanOrEqual(0);
        expect(adjusted).toBeLessThanOrEqual(2);
        expect(adjusted * 10).toBeCloseTo(Math.round(adjusted * 10));
      }
    }),
  );
});

test("a rival that equals the sample in everything does not keep it going for ever", () => {
  expect(adjustWeights([1, 1], { sample: [1, 1], others: [[1, 1]] })).toEqual([0.8, 0.8]);
});
