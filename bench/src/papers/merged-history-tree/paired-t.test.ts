import { expect, test } from "vitest";
import { pairedT } from "./paired-t.ts";

test("equal series do not differ, and a steady difference does", () => {
  expect(pairedT([1, 2, 3], [1, 2, 3])).toEqual({ t: 0, differs: false });
  const base = Array.from({ length: 20 }, (_, at) => at);
  expect(
    pairedT(
      base.map((value) => value + 1 + (value % 3) * 0.1),
      base,
    ).differs,
  ).toBe(true);
  expect(
    pairedT(
      base.map((value) => value + (value % 2 === 0 ? 1 : -1)),
      base,
    ).differs,
  ).toBe(false);
});

test("t is the mean difference over its standard error", () => {
  // differences 1, 2, 3: mean 2, standard deviation 1
  expect(pairedT([1, 2, 3], [0, 0, 0]).t).toBeCloseTo(2 / (1 / Math.sqrt(3)), 10);
});
