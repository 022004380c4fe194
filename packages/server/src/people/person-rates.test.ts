import fc from "fast-check";
import { expect, test } from "vitest";
import { PersonRates } from "./attempt-limit.ts";

test("so many at once, then one by one as the minute passes, each person alone", () => {
  const rates = new PersonRates();
  for (let at = 0; at < 6; at++) expect(rates.take("ada", 6, 0)).toBe(0);
  expect(rates.take("ada", 6, 0)).toBe(10_000);
  expect(rates.take("bob", 6, 0)).toBe(0);
  expect(rates.take("ada", 6, 4_000)).toBe(6_000);
  expect(rates.take("ada", 6, 10_000)).toBe(0);
  expect(rates.take("ada", 6, 10_000)).toBe(10_000);
});

test("whoever waits as long as told may go on, and nobody gets more than twice a minute's worth in a minute", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.array(fc.nat(9_000), { maxLength: 300 }), (perMinute, gaps) => {
      const rates = new PersonRates();
      const taken: number[] = [];
      let now = 0;
      for (const gap of gaps) {
        now += gap;
        const waitMs = rates.take("ada", perMinute, now);
        if (waitMs > 0) expect(rates.take("ada", perMinute, now + waitMs)).toBe(0);
        taken.push(waitMs > 0 ? now + waitMs : now);
        now += waitMs;
      }
      for (const from of taken) {
        const inMinute = taken.filter((at) => at >= from && at < from + 60_000);
        expect(inMinute.length).toBeLessThanOrEqual(2 * perMinute);
      }
    }),
  );
});
