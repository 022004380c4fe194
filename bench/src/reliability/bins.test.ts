import fc from "fast-check";
import { expect, test } from "vitest";
import { binsOf, calibrationError } from "./bins.ts";
import type { Sight } from "./sight.ts";

const sight = (confidence: number, isRight: boolean): Sight => ({
  kind: "homepage",
  isGone: false,
  isRight,
  confidence,
  candidates: 1,
  isCandidate: true,
  memoryBytes: 1,
});

test("a tracer that keeps its word stands on the diagonal, a boaster below it", () => {
  const honest = Array.from({ length: 100 }, (_, at) => sight(0.75, at < 75));
  const boaster = Array.from({ length: 100 }, (_, at) => sight(0.995, at < 50));
  expect(calibrationError(binsOf(honest))).toBeCloseTo(0, 6);
  expect(calibrationError(binsOf(boaster))).toBeCloseTo(0.495, 6);
});

test("every sight is in exactly one bin", () => {
  const sights = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean()), { minLength: 1 });
  fc.assert(
    fc.property(sights, (drawn) => {
      const bins = binsOf(drawn.map(([confidence, isRight]) => sight(confidence, isRight)));
      expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(drawn.length);
    }),
  );
});
