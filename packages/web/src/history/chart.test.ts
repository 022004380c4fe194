import type { NumbersReply } from "@tessera/model/api";
import fc from "fast-check";
import { expect, test } from "vitest";
import { chartOf, type Drawn, isAboutNumber, mainNumber, pointsOf, roundMarks, unitOf, unknownOf } from "./chart.ts";

const size = { width: 600, height: 200, margin: { start: 40, end: 10, top: 10, bottom: 20 } };
const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const points = fc
  .array(fc.record({ at: fc.nat(1e9), value }), { minLength: 1, maxLength: 30 })
  .map((any) => any.sort((a, b) => a.at - b.at));

const pair = [
  { at: 0, value: 1 },
  { at: 100, value: 3 },
];

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
      const chart = chartOf({ points: line, unknown: [], thresholds: limits }, size);
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
  const { dots } = chartOf({ points: pair, unknown: [], thresholds: [2] }, size);
  expect(dots[1]!.y).toBeLessThan(dots[0]!.y);
  expect(dots[1]!.x).toBeGreaterThan(dots[0]!.x);
});

test("the line is broken where nothing is known, and the time is marked", () => {
  const unknown = [{ from: 40, until: 100 }];
  const { path, gaps, dots } = chartOf({ points: pair, unknown, thresholds: [] }, size);
  expect(gaps).toEqual([{ from: 40, until: 100, x: 260, width: 330 }]);
  expect(path).toBe(`M40 ${dots[0]!.y}H260M590 ${dots[1]!.y}`);
});

test("a block that is still not found is drawn until the last look, and a moment of doubt is seen", () => {
  const after = chartOf({ points: pair, unknown: [{ from: 150, until: 200 }], thresholds: [] }, size);
  expect(after.dots[1]!.x).toBeLessThan(after.gaps[0]!.x);
  expect(after.path).toMatch(/H\d[\d.]*$/);
  const brief = chartOf({ points: pair, unknown: [{ from: 100, until: 100 }], thresholds: [] }, size);
  expect(brief.gaps[0]).toMatchObject({ x: 586, width: 4 });
});

test("there are as many lines as times in which something is known", () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }), (looks) => {
      const known = [true, ...looks];
      const chart = chartOf({ ...seriesOf(known), thresholds: [] }, size);
      const runs = known.filter((isKnown, at) => isKnown && !known[at - 1]).length;
      expect([...chart.path.matchAll(/M/g)]).toHaveLength(runs);
      expect(chart.gaps).toHaveLength(known.filter((isKnown, at) => !isKnown && known[at - 1]).length);
      for (const { x, width } of chart.gaps) expect(x + width).toBeLessThanOrEqual(size.width - size.margin.end + 0.2);
    }),
  );
});

/** A look an hour, each of which found the block or did not. */
function seriesOf(known: readonly boolean[]): Pick<Drawn, "points" | "unknown"> {
  const replies = known.map((isKnown, at) => ({
    at: at * 3_600,
    lastAt: at * 3_600,
    verdict: isKnown ? ("found" as const) : ("unsure" as const),
    numbers: isKnown ? [{ value: at, text: "", currency: null, unit: null, at: 0 }] : [],
  }));
  return { points: pointsOf(replies), unknown: unknownOf(replies) };
}

const plain = { value: 3, text: "3", currency: null, unit: null, at: 0 };
const price = { value: 24.9, text: "24.90", currency: "EUR", unit: null, at: 5 };

const found = (at: number): NumbersReply => ({ at, lastAt: at, verdict: "found", numbers: [price] });
const lost = (at: number, lastAt: number): NumbersReply => ({ at, lastAt, verdict: "gone", numbers: [] });

test("a number with a unit stands for the block before one without", () => {
  expect(mainNumber([plain, price])).toBe(price);
  expect(mainNumber([plain])).toBe(plain);
  expect(mainNumber([])).toBeNull();
});

test("looks without a number leave no point", () => {
  expect(pointsOf([found(1), lost(2, 3), { ...found(4), verdict: "unsure" }])).toEqual([{ at: 1, value: 24.9 }]);
  expect(unitOf([found(1), lost(2, 3)])).toMatchObject({ currency: "EUR" });
  expect(unitOf([])).toEqual({});
});

test("a number is not known from the look that lost the block to the one that found it again, or to the last", () => {
  expect(unknownOf([found(1), lost(2, 3), { ...lost(5, 6), verdict: "unsure" }, found(9), lost(12, 15)])).toEqual([
    { from: 2, until: 9 },
    { from: 12, until: 15 },
  ]);
  expect(unknownOf([found(1), found(2)])).toEqual([]);
});

test("a list with numbers in it is about one only for those who set a limit", () => {
  expect(isAboutNumber({ number: 24.9, conditions: [] })).toBe(true);
  expect(isAboutNumber({ number: null, conditions: [{ kind: "any-change" }] })).toBe(false);
  expect(isAboutNumber({ number: null, conditions: [{ kind: "number-below", limit: 5, which: null }] })).toBe(true);
});
