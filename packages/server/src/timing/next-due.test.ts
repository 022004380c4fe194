import { type CaptureFailureRecord, DEFAULT_SCHEDULE, NO_CHANGE_RATE, type Schedule } from "@tessera/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { habitOf, rateAfterChange } from "./change-rate.ts";
import { cronFault, nextDue, type ScheduleRequest } from "./next-due.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 2, 28, 12);

const wish = (schedule: Schedule): ScheduleRequest => ({ schedule, rate: NO_CHANGE_RATE, current: null });
const calm = { now: NOW, random: 0.5, failures: 0, trouble: null };
const slow: CaptureFailureRecord = { code: "timeout", retry: "soon", message: "slow" };

test("nobody who wishes, nothing due", () => {
  expect(nextDue([], calm)).toBeNull();
});

test("the shortest wish decides", () => {
  const due = nextDue([wish({ kind: "every", intervalMs: HOUR }), wish({ kind: "every", intervalMs: MINUTE })], calm);
  expect(due).toBe(NOW + MINUTE * 1.05);
});

test("jitter stretches an interval by a tenth and five minutes at most, and never shortens it", () => {
  fc.assert(
    fc.property(fc.integer({ min: 5_000, max: 30 * DAY }), fc.double({ min: 0, max: 1, noNaN: true }), (ms, random) => {
      const wait = nextDue([wish({ kind: "every", intervalMs: ms })], { ...calm, random })! - NOW;
      expect(wait).toBeGreaterThanOrEqual(ms);
      expect(wait).toBeLessThanOrEqual(ms + Math.min(ms * 0.1 + 1, 5 * MINUTE));
    }),
  );
});

test("cron keeps to its time zone over the change of the clock", () => {
  const nine: Schedule = { kind: "cron", pattern: "0 9 * * *", timeZone: "Europe/Vienna" };
  const first = nextDue([wish(nine)], { ...calm, random: 0 });
  expect(new Date(first!).toISOString()).toBe("2026-03-29T07:00:00.000Z");
  const winter = nextDue([wish(nine)], { ...calm, now: NOW - DAY, random: 0 });
  expect(new Date(winter!).toISOString()).toBe("2026-03-28T08:00:00.000Z");
});

test("a pattern that is none, or never comes round, is refused with its reason", () => {
  expect(cronFault({ kind: "cron", pattern: "0 9 * * *", timeZone: "UTC" })).toBeNull();
  for (const pattern of ["", "nonsense", "99 * * * *", "* * * * * * * *", "0 0 30 2 *"]) {
    expect(cronFault({ kind: "cron", pattern, timeZone: "UTC" })).toEqual(expect.any(String));
    expect(() => nextDue([wish({ kind: "cron", pattern, timeZone: "UTC" })], calm)).not.toThrow();
  }
});

test("failures back off further and further, up to a day, and as long as the server asks", () => {
  const hourly = [wish({ kind: "every", intervalMs: HOUR })];
  const waits = [1, 2, 3, 8, 20, 100].map(
    (failures) => nextDue(hourly, { now: NOW, random: 0, failures, trouble: slow })! - NOW,
  );
  expect(waits).toEqual([MINUTE, 2 * MINUTE, 4 * MINUTE, 128 * MINUTE, DAY, DAY]);
  const asked = { ...slow, retryAfterMs: 3 * DAY };
  expect(nextDue(hourly, { now: NOW, random: 0, failures: 1, trouble: asked })).toBe(NOW + 3 * DAY);
  const hopeless = { ...slow, retry: "never" as const };
  expect(nextDue(hourly, { now: NOW, random: 0, failures: 1, trouble: hopeless })).toBe(NOW + DAY);
});

test("a second look comes within a minute", () => {
  expect(nextDue([wish({ kind: "every", intervalMs: DAY })], { ...calm, wantsSecondLook: true })).toBe(NOW + MINUTE);
});

test("automatic intervals find the habit of a block, within their bounds", () => {
  for (const period of [20 * MINUTE, 6 * HOUR, 10 * DAY]) {
    const schedule = DEFAULT_SCHEDULE;
    let [rate, run] = [NO_CHANGE_RATE, { at: 0, lastAt: 0, looks: 1 }];
    let now = 0;
    const waits: number[] = [];
    for (let look = 0; look < 300; look++) {
      const due = nextDue([{ schedule, rate, current: run }], { now, random: 0, failures: 0, trouble: null })!;
      waits.push(due - now);
      const hasChanged = Math.floor(due / period) > Math.floor(now / period);
      now = due;
      if (hasChanged) {
        rate = rateAfterChange(rate, run, now);
        run = { at: now, lastAt: now, looks: 1 };
      } else run = { ...run, lastAt: now, looks: run.looks + 1 };
    }
    const settled = waits.slice(-100).reduce((sum, wait) => sum + wait, 0) / 100;
    expect(settled).toBeGreaterThan(Math.min(period * 0.25, DAY * 0.9));
    expect(settled).toBeLessThan(Math.min(period * 1.1, DAY * 1.1));
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(5 * MINUTE);
    expect(Math.max(...waits)).toBeLessThanOrEqual(DAY);
  }
});

test("the estimated rate is finite and never negative", () => {
  const number = fc.double({ min: 0, max: 1e12, noNaN: true });
  fc.assert(
    fc.property(
      fc.tuple(number, number, number),
      fc.nat(100),
      fc.nat(1e9),
      ([looks, changes, spanMs], more, length) => {
        const habit = habitOf({ looks, changes, spanMs }, { at: 0, lastAt: length, looks: more + 1 });
        expect(habit.changesPerMs).toBeGreaterThanOrEqual(0);
        expect(Number.isFinite(habit.changesPerMs)).toBe(true);
      },
    ),
  );
});
