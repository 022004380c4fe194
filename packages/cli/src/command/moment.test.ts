import fc from "fast-check";
import { expect, test } from "vitest";
import { readInstant, readSpan, writeAge, writeInstant, writeSpan } from "./moment.ts";
import { CliError } from "./verb.ts";

test("spans are written with a unit", () => {
  expect([readSpan("90s", "--x"), readSpan("10m", "--x"), readSpan("2h", "--x"), readSpan("1d", "--x")]).toEqual([
    90_000, 600_000, 7_200_000, 86_400_000,
  ]);
  for (const text of ["", "10", "m", "-1h", "1.5h", "0s", "9999999999d"]) {
    expect(() => readSpan(text, "--x")).toThrow(CliError);
  }
});

test("dates are read and written to the minute", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (minutes) => {
      const at = minutes * 60_000;
      // around a change of the clocks one local time names two instants
      const again = readInstant(writeInstant(at).replace(" ", "T"), "--x");
      expect(Math.abs(again - at) % 1_800_000).toBe(0);
    }),
  );
  for (const text of ["", "yesterday", "2026-13-01"]) expect(() => readInstant(text, "--x")).toThrow(CliError);
});

test("ages read as people say them", () => {
  const now = 10_000_000_000;
  expect([
    writeAge(null, now),
    writeAge(now - 1_000, now),
    writeAge(now - 180_000, now),
    writeAge(now + 7_200_000, now),
  ]).toEqual(["-", "now", "3 min ago", "in 2 h"]);
  expect(writeSpan(3 * 86_400_000)).toBe("3 d");
});
