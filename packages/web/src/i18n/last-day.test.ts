import fc from "fast-check";
import { expect, test } from "vitest";
import { dayOf, endOfDay, endsDay } from "./last-day.ts";

const zone = fc.constantFrom("UTC", "Europe/Vienna", "America/New_York", "Asia/Kolkata", "Pacific/Auckland");
const instant = fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) });

test("a day ends when the next one begins where the person is, also where clocks are changed", () => {
  expect(endOfDay("2027-03-28", "Europe/Vienna")).toBe(Date.UTC(2027, 2, 28, 22));
  expect(endOfDay("2027-10-31", "Europe/Vienna")).toBe(Date.UTC(2027, 9, 31, 23));
  fc.assert(
    fc.property(instant, zone, (at, timeZone) => {
      const day = dayOf(at, timeZone);
      const end = endOfDay(day, timeZone) ?? Number.NaN;
      expect(end).toBeGreaterThan(at);
      expect(dayOf(end - 1, timeZone)).toBe(day);
      expect(dayOf(end, timeZone)).not.toBe(day);
      expect([endsDay(end, timeZone), endsDay(end - 1, timeZone), endsDay(end + 1, timeZone)]).toEqual([
        true,
        false,
        false,
      ]);
    }),
  );
});

test("what is no day has no end", () => {
  for (const text of ["", "tomorrow", "2027-3-1", "2027-03-01T00:00"]) expect(endOfDay(text, "UTC")).toBeNull();
});
