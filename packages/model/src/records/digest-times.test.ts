import fc from "fast-check";
import { expect, test } from "vitest";
import { type DigestTimes, nextDigestTimes, readDigestTimes, WEEKDAYS, writeDigestTimes } from "./digest-times.ts";

test.each([
  ["08:00", "08:00", 7],
  ["8:00", "08:00", 7],
  ["08:00 mon-fri", "08:00 mon-fri", 5],
  ["18:30, 08:00 Mon-Fri", "08:00, 18:30 mon-fri", 5],
  ["09:00 sat,sun", "09:00 sat,sun", 2],
  ["09:00 sun sat", "09:00 sat,sun", 2],
  ["07:15 fri-mon", "07:15 mon,fri-sun", 4],
  ["07:15 mon-sun", "07:15", 7],
])("%s is read, and written as %s", (text, written, days) => {
  const times = readDigestTimes(text);
  expect(times?.days).toHaveLength(days);
  expect(times && writeDigestTimes(times)).toBe(written);
});

test.each(["", "0 8 * * *", "25:00", "08:60", "mon-fri", "08:00 mon-xyz", "08:00 someday", "mon 08:00", "@daily"])(
  "%s is not written so",
  (text) => expect(readDigestTimes(text)).toBeNull(),
);

const anyTimes: fc.Arbitrary<DigestTimes> = fc.record({
  times: fc
    .uniqueArray(fc.integer({ min: 0, max: 1439 }), { minLength: 1, maxLength: 6 })
    .map((all) =>
      all.map((m) => `${String(Math.floor(m / 60)).padStart(2, "0")}:${String(m % 60).padStart(2, "0")}`).sort(),
    ),
  days: fc.subarray([...WEEKDAYS], { minLength: 1 }),
});

test("what is written reads as the same, whatever it is", () => {
  fc.assert(
    fc.property(anyTimes, (times) => {
      expect(readDigestTimes(writeDigestTimes(times))).toEqual(times);
    }),
  );
});

test("any text is read or is not, and never throws", () => {
  fc.assert(fc.property(fc.string({ maxLength: 60 }), (text) => void readDigestTimes(text)));
});

const next = (text: string, timeZone: string, after: string, count = 3) =>
  nextDigestTimes(readDigestTimes(text)!, { timeZone, after: Date.parse(after), count }).map((at) =>
    new Date(at).toISOString(),
  );

test("weekdays and hours are those of the person's place", () => {
  // 13 November 2026 is a Friday
  expect(next("08:00 mon-fri", "Europe/Vienna", "2026-11-13T07:00:00Z")).toEqual([
    "2026-11-16T07:00:00.000Z",
    "2026-11-17T07:00:00.000Z",
    "2026-11-18T07:00:00.000Z",
  ]);
  expect(next("23:30 fri", "Pacific/Auckland", "2026-11-13T00:00:00Z", 1)).toEqual(["2026-11-13T10:30:00.000Z"]);
});

test("a time that the clock leaps over comes after the leap, one that comes twice comes the first time", () => {
  // summer time begins on 29 March and ends on 25 October 2026
  expect(next("02:30", "Europe/Vienna", "2026-03-28T12:00:00Z", 2)).toEqual([
    "2026-03-29T01:30:00.000Z",
    "2026-03-30T00:30:00.000Z",
  ]);
  expect(next("02:30", "Europe/Vienna", "2026-10-24T12:00:00Z", 2)).toEqual([
    "2026-10-25T00:30:00.000Z",
    "2026-10-26T01:30:00.000Z",
  ]);
  // both of that night fall on one instant, which comes once
  expect(next("02:30, 03:30", "Europe/Vienna", "2026-03-28T12:00:00Z", 2)).toEqual([
    "2026-03-29T01:30:00.000Z",
    "2026-03-30T00:30:00.000Z",
  ]);
});

const ZONES = [
  ...["Europe/Vienna", "America/New_York", "America/Sao_Paulo", "Asia/Kolkata", "UTC"],
  ...["Australia/Lord_Howe", "Pacific/Apia", "Africa/Casablanca", "America/St_Johns"],
];
const wall = (timeZone: string, at: number): { time: string; day: string; weekday: string } => {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-GB", { timeZone, ...options }).format(at);
  return {
    time: part({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" }),
    day: part({ dateStyle: "short" }),
    weekday: part({ weekday: "short" }).toLowerCase(),
  };
};

test("in every zone, around every change of its clock: in order, on its days, never twice a day, at its time but for leaps", () => {
  // near the changes of spring and autumn, and anywhere
  const instant = fc.oneof(
    fc.integer({ min: Date.UTC(2026, 2, 25), max: Date.UTC(2026, 3, 8) }),
    fc.integer({ min: Date.UTC(2026, 9, 1), max: Date.UTC(2026, 10, 3) }),
    fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) }),
  );
  fc.assert(
    fc.property(anyTimes, fc.constantFrom(...ZONES), instant, (times, timeZone, after) => {
      const found = nextDigestTimes(times, { timeZone, after, count: 8 });
      expect(found).toHaveLength(8);
      const seen = new Set<string>();
      for (const [index, at] of found.entries()) {
        expect(at).toBeGreaterThan(index === 0 ? after : found[index - 1]!);
        const shown = wall(timeZone, at);
        expect(seen.has(`${shown.day} ${shown.time}`)).toBe(false);
        seen.add(`${shown.day} ${shown.time}`);
        if (times.times.includes(shown.time)) expect(times.days).toContain(shown.weekday);
        // the clock leaps by two hours at most here, but for a day that Samoa left out
        else
          expect(wall(timeZone, at - 2 * 3_600_000 - 60_000).time <= shown.time || timeZone === "Pacific/Apia").toBe(
            true,
          );
      }
    }),
    { numRuns: 300 },
  );
});

test("none is left out: from any time on, the first is the one that the list from before has next", () => {
  fc.assert(
    fc.property(
      anyTimes,
      fc.constantFrom(...ZONES),
      fc.integer({ min: Date.UTC(2026, 2, 20), max: Date.UTC(2026, 10, 10) }),
      fc.integer({ min: 0, max: 3 * 24 * 60 }),
      (times, timeZone, after, minutes) => {
        const later = after + minutes * 60_000;
        const all = nextDigestTimes(times, { timeZone, after, count: 40 });
        const expected = all.find((at) => at > later);
        if (expected) expect(nextDigestTimes(times, { timeZone, after: later, count: 1 })).toEqual([expected]);
      },
    ),
    { numRuns: 200 },
  );
});
