import fc from "fast-check";
import { expect, test } from "vitest";
import { goesOutAt, type HoldingChannel } from "./hold.ts";

const at = (text: string) => Date.parse(text);
const night = { from: "22:00", to: "07:00", timeZone: "Europe/Zurich" };
const each = { kind: "each" } as const;
const outAt = (channel: HoldingChannel, now: number) => goesOutAt(channel, { writtenAt: now, now });

test("in quiet hours a message waits for their end, otherwise it goes at once", () => {
  const channel = { quietHours: night, gathering: each };
  expect(outAt(channel, at("2026-01-10T12:00:30Z"))).toBe(at("2026-01-10T12:00:30Z"));
  expect(outAt(channel, at("2026-01-10T23:30:00Z"))).toBe(at("2026-01-11T06:00:00Z"));
  expect(outAt(channel, at("2026-01-10T21:00:00Z"))).toBe(at("2026-01-11T06:00:00Z"));
});

test("quiet hours end by the clock on the wall when it changes", () => {
  const channel = { quietHours: night, gathering: each };
  // summer time begins on 29 March and ends on 25 October 2026
  expect(outAt(channel, at("2026-03-28T22:30:00Z"))).toBe(at("2026-03-29T05:00:00Z"));
  expect(outAt(channel, at("2026-10-24T22:30:00Z"))).toBe(at("2026-10-25T06:00:00Z"));
});

test("a digest gathers until its time in its own zone", () => {
  const gathering = { kind: "digest", pattern: "0 8 * * *", timeZone: "America/New_York" } as const;
  expect(outAt({ quietHours: null, gathering }, at("2026-01-10T14:00:00Z"))).toBe(at("2026-01-11T13:00:00Z"));
  const broken = { kind: "digest", pattern: "not cron", timeZone: "UTC" } as const;
  expect(outAt({ quietHours: null, gathering: broken }, 5)).toBe(5);
});

test("no message goes out in quiet hours, none waits longer than a day and an hour", () => {
  const time = fc
    .integer({ min: 0, max: 1439 })
    .map((m) => `${String(Math.floor(m / 60)).padStart(2, "0")}:${String(m % 60).padStart(2, "0")}`);
  const zone = fc.constantFrom("Europe/Zurich", "America/New_York", "Asia/Kolkata", "UTC", "Australia/Lord_Howe");
  fc.assert(
    fc.property(time, time, zone, fc.integer({ min: 0, max: 2_000_000_000_000 }), (from, to, timeZone, written) => {
      const channel = { quietHours: { from, to, timeZone }, gathering: each };
      const out = outAt(channel, written);
      expect(out).toBeGreaterThanOrEqual(written);
      expect(out - written).toBeLessThanOrEqual(25 * 3_600_000);
    }),
  );
});

test("what waited while the program was off does not go out in the next quiet hours", () => {
  const gathering = { kind: "digest", pattern: "0 8 * * *", timeZone: "UTC" } as const;
  const late = { writtenAt: at("2026-01-10T06:00:00Z"), now: at("2026-01-10T23:00:00Z") };
  expect(goesOutAt({ quietHours: night, gathering }, late)).toBe(at("2026-01-11T06:00:00Z"));
  expect(goesOutAt({ quietHours: null, gathering }, late)).toBeLessThanOrEqual(late.now);
});
