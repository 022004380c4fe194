import { expect, test } from "vitest";
import { isAboutNumber, mainNumber, pointsOf, unitOf } from "./main-numbers.ts";

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

test("a list with numbers in it is about one only for those who set a limit", () => {
  expect(isAboutNumber({ number: 24.9, conditions: [] })).toBe(true);
  expect(isAboutNumber({ number: null, conditions: [{ kind: "any-change" }] })).toBe(false);
  expect(isAboutNumber({ number: null, conditions: [{ kind: "number-below", limit: 5, which: null }] })).toBe(true);
});
