import fc from "fast-check";
import { expect, test } from "vitest";
import { pastDays } from "./past-days.ts";

const DAY_MS = 86_400_000;

test("a new sheet has no days behind it, an old one six", () => {
  expect(pastDays(10 * DAY_MS - 1_000, 10 * DAY_MS)).toEqual([]);
  expect(pastDays(10 * DAY_MS, 12.5 * DAY_MS)).toEqual([10.5 * DAY_MS, 11.5 * DAY_MS]);
  expect(pastDays(0, 100 * DAY_MS)).toHaveLength(6);
});

test("days are in the past of the sheet, in order, and no two have the same name", () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (from, length) => {
      const until = from + length;
      const days = pastDays(from, until);
      expect(days.every((at) => at >= from && at < until)).toBe(true);
      const names = days.map((at) => new Date(at).getUTCDay());
      expect(new Set(names).size).toBe(days.length);
    }),
  );
});
