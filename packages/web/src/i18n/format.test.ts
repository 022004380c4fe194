import fc from "fast-check";
import { expect, test } from "vitest";
import {
  ago,
  areWithinMinutes,
  dayAndTime,
  hostOf,
  inRegion,
  instant,
  number,
  shortInstant,
  size,
  span,
  weekday,
} from "./format.ts";

const MINUTE = 60_000;

test("ages are told in the largest unit that has passed", () => {
  expect(ago(0, 59_999, "en")).toBe("now");
  expect(ago(0, 3 * MINUTE, "en")).toBe("3 min. ago");
  expect(ago(0, 26 * 60 * MINUTE, "en")).toBe("yesterday");
  expect(ago(0, 3 * MINUTE, "de")).toBe("vor 3 Min.");
});

test("a clock that runs ahead makes nothing older or younger than now", () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(59_999), (now, early) => {
      expect(ago(now + early, now, "en")).toBe("now");
    }),
  );
});

test("lengths of time keep their whole unit", () => {
  expect(span(5 * MINUTE, "en")).toBe("5 minutes");
  expect(span(90 * MINUTE, "en")).toBe("90 minutes");
  expect(span(24 * 60 * MINUTE, "en")).toBe("1 day");
  expect(span(5_000, "en")).toBe("5 seconds");
});

test("sizes have at most three digits and their unit", () => {
  expect(size(0, "en")).toBe("0 bytes");
  expect(size(999, "en")).toBe("999 bytes");
  expect(size(1_200, "en")).toBe("1.2 kB");
  expect(size(345_600_000, "en")).toBe("346 MB");
  fc.assert(fc.property(fc.nat(), (bytes) => /\d/.test(size(bytes, "de"))));
});

test("instants are told in the person's own time zone", () => {
  expect(instant(0, { locale: "en-GB", timeZone: "Asia/Tokyo" })).toBe("1 Jan 1970, 09:00");
  expect(dayAndTime(0, { locale: "en-GB", timeZone: "UTC" })).toMatch(/^Thu,? 1 Jan,? 0?0:00$/);
  const zone = { locale: "en-GB", timeZone: "UTC" };
  expect(shortInstant(0, { ...zone, now: 3 * 60 * MINUTE })).toBe("00:00");
  expect(shortInstant(5_000, { ...zone, now: MINUTE })).toBe("00:00:05");
  expect(shortInstant(0, { ...zone, now: 30 * 60 * MINUTE })).toBe("1 Jan");
  expect(weekday(0, { locale: "de", timeZone: "UTC" })).toBe("Donnerstag");
});

test("where several are of one minute, seconds are told", () => {
  const zone = { locale: "en-GB", timeZone: "UTC" };
  expect(areWithinMinutes([0, 30_000, 90_000])).toBe(true);
  expect(areWithinMinutes([0, MINUTE, 2 * MINUTE])).toBe(false);
  expect(areWithinMinutes([])).toBe(false);
  expect(instant(5_000, { ...zone, isPrecise: true })).toBe("1 Jan 1970, 00:00:05");
  expect(dayAndTime(5_000, { ...zone, isPrecise: true })).toMatch(/00:05$/);
});

test("numbers and hosts", () => {
  expect(number(1234.5, "de")).toBe("1.234,5");
  expect(hostOf("https://www.example.com/a")).toBe("example.com");
  expect(hostOf("nonsense")).toBe("nonsense");
});

test.each([
  ["en", ["en-GB", "en-US", "de"], "en-GB"],
  ["de", ["en-GB", "de-AT"], "de-AT"],
  ["de", ["en-GB", "de"], "de"],
  ["ar", ["en-GB"], "ar"],
  ["en-US", ["en-GB"], "en-US"],
  ["de", ["den-CA"], "de"],
  ["en", [], "en"],
])("%s for whoever reads %j is written as %s", (wanted, preferred, locale) => {
  expect(inRegion(wanted, preferred)).toBe(locale);
});
