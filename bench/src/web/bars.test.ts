import { expect, test } from "vitest";
import { barsOf, type Figures, middleOf, tableOf, verdictOf } from "./bars.ts";

const sheet = { view: "sheet", device: "desktop", performance: 97, accessibility: 100, practices: 95 };
const KEPT: Figures = { tiles: 50, paintedMs: 1_000, kindsRatios: [0.8, 1.05, 4], points: [sheet] };
const missedOf = (figures: Partial<Figures>) => {
  const bars = barsOf({ ...KEPT, ...figures });
  return { missed: bars.filter(({ isKept }) => !isKept).map(({ name }) => name), verdict: verdictOf(bars) };
};

test("figures at the bar keep it, and of the rounds the middle one counts", () => {
  expect(missedOf({})).toEqual({ missed: [], verdict: "bars: kept" });
});

test("whatever misses its bar is named with what it is and what is wanted", () => {
  expect(missedOf({ paintedMs: 1_001 }).verdict).toBe(
    "bars: MISSED: 50 tiles, those in view painted 1001 ms, wanted at most 1000 ms",
  );
  expect(missedOf({ kindsRatios: [1.2, 0.9, 1.06] }).missed).toEqual(["all kinds of tiles to blocks alone"]);
  // a round that could not be compared keeps nothing
  expect(missedOf({ kindsRatios: [] }).missed).toEqual(["all kinds of tiles to blocks alone"]);
  const phone = { view: "settings", device: "mobile", performance: 94, accessibility: 100, practices: 90 };
  const { missed, verdict } = missedOf({ points: [sheet, phone] });
  expect(missed).toEqual(["points, performance", "points, practices"]);
  expect(verdict).toContain("94 (settings, mobile), wanted at least 95");
});

test("tables are Markdown", () => {
  expect(tableOf(["30 tiles", "ms"], [["blocks alone", 3]])).toBe("| 30 tiles | ms |\n|---|--:|\n| blocks alone | 3 |");
  expect(middleOf([3, 1, 2, 4])).toBe(3);
});
