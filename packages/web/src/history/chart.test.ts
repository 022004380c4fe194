import fc from "fast-check";
import { expect, test } from "vitest";
import { chartOf, roundMarks } from "./chart.ts";

const size = { width: 600, height: 200, margin: { start: 40, end: 10, top: 10, bottom: 20 } };
const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const points = fc
  .array(fc.record({ at: fc.nat(1e9), value }), { minLength: 1, maxLength: 30 })
  .map((any) => any.sort((a, b) => a.at - b.at));

test("the scale is round and holds the range", () => {
  expect(roundMarks(0, 10)).toEqual([0, 2, 4, 6, 8, 10]);
  expect(roundMarks(19.4, 24.9)).toEqual([18, 20, 22, 24, 26]);
  expect(roundMarks(5, 5).length).toBeGreaterThan(1);
  expect(roundMarks(0, 0)).toEqual([0, 0.2]);
});

test("marks rise evenly from below the least to above the most, and are few", () => {
  fc.assert(
    fc.property(value, value, (a, b) => {
      const [least, most] = [Math.min(a, b), Math.max(a, b)];
      const marks = roundMarks(least, most);
      const slack = 1e-9 * Math.max(1, Math.abs(least), Math.abs(most));
      expect(marks[0]!).toBeLessThanOrEqual(least + slack);
      expect(marks.at(-1)!).toBeGreaterThanOrEqual(most - slack);
      expect(marks.length).toBeGreaterThan(1);
      expect(marks.length).toBeLessThan(9);
    }),
  );
});

test("everything is drawn inside the margins", () => {
  fc.assert(
    fc.property(points, fc.array(value, { maxLength: 3 }), (line, limits) => {
      const chart = chartOf(line, limits, size);
      for (const { x, y } of chart.dots) {
        expect(x).toBeGreaterThanOrEqual(size.margin.start - 0.1);
        expect(x).toBeLessThanOrEqual(size.width - size.margin.end + 0.1);
        expect(y).toBeGreaterThanOrEqual(size.margin.top - 0.1);
        expect(y).toBeLessThanOrEqual(size.height - size.margin.bottom + 0.1);
      }
      expect(chart.dots).toHaveLength(line.length);
      expect(chart.thresholds).toHaveLength(limits.length);
      expect(chart.path).not.toMatch(/NaN|Infinity/);
    }),
  );
});

test("a higher number is drawn higher", () => {
  const { dots } = chartOf(
    [
      { at: 0, value: 1 },
      { at: 1, value: 3 },
    ],
    [2],
    size,
  );
  expect(dots[1]!.y).toBeLessThan(dots[0]!.y);
  expect(dots[1]!.x).toBeGreaterThan(dots[0]!.x);
});
