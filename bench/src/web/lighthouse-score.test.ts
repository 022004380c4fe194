import fc from "fast-check";
import { expect, test } from "vitest";
import { logNormalScore, performanceScore } from "./lighthouse-score.ts";

const curve = { p10: 1_800, median: 3_000 };

test("the curve goes through its two points", () => {
  expect(logNormalScore(1_800, curve)).toBeCloseTo(0.9, 4);
  expect(logNormalScore(3_000, curve)).toBeCloseTo(0.5, 4);
  expect(logNormalScore(0, curve)).toBe(1);
});

test("slower is never better, and scores stay in their range", () => {
  const ms = fc.double({ min: 0, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(ms, ms, (a, b) => {
      const [fast, slow] = [logNormalScore(Math.min(a, b), curve), logNormalScore(Math.max(a, b), curve)];
      expect(fast).toBeGreaterThanOrEqual(slow - 1e-6);
      expect(slow).toBeGreaterThanOrEqual(-1e-6);
      expect(fast).toBeLessThanOrEqual(1 + 1e-6);
    }),
  );
});

test("a page that is there at once has all points, and one that never comes has none", () => {
  const timings = { firstContentfulPaintMs: 100, largestContentfulPaintMs: 200, totalBlockingMs: 0, layoutShift: 0 };
  expect(performanceScore(timings, "desktop")).toBe(100);
  const late = { firstContentfulPaintMs: 1e6, largestContentfulPaintMs: 1e6, totalBlockingMs: 1e6, layoutShift: 99 };
  expect(performanceScore(late, "mobile")).toBe(0);
});
