import { expect, test } from "vitest";
import { growthOf } from "./measure.ts";

test("growth is that of a thousand checks, whatever the memory goes up and down by", () => {
  const samples = Array.from({ length: 40 }, (_, at) => ({ checks: at * 50, mebibytes: 200 + at * 0.1 + (at % 2) }));
  expect(growthOf(samples)).toBeCloseTo(2, 1);
  expect(growthOf(samples.map((sample) => ({ ...sample, mebibytes: 200 })))).toBe(0);
});
