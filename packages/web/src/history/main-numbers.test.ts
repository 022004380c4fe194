import { expect, test } from "vitest";
import type { NumbersReply } from "../api/replies.ts";
import { isAboutNumber, mainNumber, pointsOf, unitOf, unknownOf } from "./main-numbers.ts";

const plain = { value: 3, text: "3", currency: null, unit: null, at: 0 };
const price = { value: 24.9, text: "24.90", currency: "EUR", unit: null, at: 5 };

const found = (at: number): NumbersReply => ({ at, lastAt: at, verdict: "found", numbers: [price] });
const lost = (at: number, lastAt: number): NumbersReply => ({ at, lastAt, verdict: "gone", numbers: [] });

test("a number with a unit stands for the block before one without", () => {
  expect(mainNumber([plain, price])).toBe(price);
  expect(mainNumber([plain])).toBe(plain);
  expect(mainNumber([])).toBeNull();
});

test("looks without a number leave no point", () => {
  expect(pointsOf([found(1), lost(2, 3), { ...found(4), verdict: "unsure" }])).toEqual([{ at: 1, value: 24.9 }]);
  expect(unitOf([found(1), lost(2, 3)])).toBe("EUR");
  expect(unitOf([])).toBe("");
});

test("a number is not known from the look that lost the block to the one that found it again, or to the last", () => {
  expect(unknownOf([found(1), lost(2, 3), { ...lost(5, 6), verdict: "unsure" }, found(9), lost(12, 15)])).toEqual([
    { from: 2, until: 9 },
    { from: 12, until: 15 },
  ]);
  expect(unknownOf([found(1), found(2)])).toEqual([]);
});

test("a list with numbers in it is about one only for those who set a limit", () => {
  expect(isAboutNumber({ number: 24.9, conditions: [] })).toBe(true);
  expect(isAboutNumber({ number: null, conditions: [{ kind: "any-change" }] })).toBe(false);
  expect(isAboutNumber({ number: null, conditions: [{ kind: "number-below", limit: 5, which: null }] })).toBe(true);
});
