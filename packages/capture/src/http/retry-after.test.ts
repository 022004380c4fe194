import fc from "fast-check";
import { expect, test } from "vitest";
import { retryAfterMs } from "./status-failure.ts";

const NOW = Date.parse("2026-01-01T00:00:00Z");

test("seconds and dates are read, the past is now, and a day is the longest", () => {
  expect(retryAfterMs("120", NOW)).toBe(120_000);
  expect(retryAfterMs(" 0 ", NOW)).toBe(0);
  expect(retryAfterMs("Thu, 01 Jan 2026 00:01:00 GMT", NOW)).toBe(60_000);
  expect(retryAfterMs("Thu, 01 Jan 2015 00:00:00 GMT", NOW)).toBe(0);
  expect(retryAfterMs("99999999999999999999", NOW)).toBe(86_400_000);
});

test("anything else says nothing", () => {
  for (const text of [undefined, "", "soon", "-5", "1.5", "2026-01-01", "1e9"])
    expect(retryAfterMs(text, NOW)).toBeUndefined();
  fc.assert(
    fc.property(fc.string(), (text) => {
      const wait = retryAfterMs(text, NOW);
      expect(wait === undefined || (wait >= 0 && wait <= 86_400_000)).toBe(true);
    }),
  );
});
