import fc from "fast-check";
import { expect, test } from "vitest";
import { MAX_ATTEMPTS, waitMs } from "./turn.ts";

test("waits double, are spread, and have an end", () => {
  expect(waitMs(1, () => 0)).toBe(30_000);
  expect(waitMs(2, () => 0)).toBe(60_000);
  expect(waitMs(1_000, () => 1)).toBe(7.5 * 3_600_000);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: MAX_ATTEMPTS }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (attempts, chance) => {
        expect(waitMs(attempts + 1, () => 0)).toBeGreaterThanOrEqual(waitMs(attempts, () => 0));
        expect(waitMs(attempts, () => chance)).toBeLessThanOrEqual(waitMs(attempts, () => 0) * 1.25);
      },
    ),
  );
});
