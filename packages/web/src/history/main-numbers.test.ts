import { expect, test } from "vitest";
import { mainNumber, pointsOf, unitOf } from "./main-numbers.ts";

const plain = { value: 3, text: "3", currency: null, unit: null, at: 0 };
const price = { value: 24.9, text: "24.90", currency: "EUR", unit: null, at: 5 };

test("a number with a unit stands for the block before one without", () => {
  expect(mainNumber([plain, price])).toBe(price);
  expect(mainNumber([plain])).toBe(plain);
  expect(mainNumber([])).toBeNull();
});

test("looks without a number leave no point", () => {
  expect(
    pointsOf([
      { at: 1, numbers: [price] },
      { at: 2, numbers: [] },
    ]),
  ).toEqual([{ at: 1, value: 24.9 }]);
  expect(unitOf([{ at: 1, numbers: [price] }])).toBe("EUR");
  expect(unitOf([])).toBe("");
});
