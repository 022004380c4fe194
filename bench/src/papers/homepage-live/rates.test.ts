import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { countOf, ratesOf } from "./rates.ts";

const published = JSON.parse(
  readFileSync(new URL("../../../papers/homepage-live/published.json", import.meta.url), "utf8"),
);

test("section 7.1: 125 cases of 100 tracings are 12,500, and a case is right where all its 100 are", () => {
  // 16 cases with 15 or 16 wrong tracings each: 250 of 12,500
  const wrong = Array.from({ length: 16 }, (_, rank) =>
    countOf("0".repeat(rank < 10 ? 16 : 15) + "1".repeat(rank < 10 ? 84 : 85)),
  );
  const whole = Array.from({ length: 109 }, () => countOf("1".repeat(100)));
  const cases = [...whole, ...wrong];
  expect([cases.length, cases.reduce((sum, { versions }) => sum + versions, 0)]).toEqual([125, 12_500]);
  const { CTR, CCR } = ratesOf(cases);
  expect([CTR, Number(CCR.toFixed(2))]).toEqual([0.98, 0.87]);
  expect({ CTR, CCR: Number(CCR.toFixed(2)) }).toEqual(published.table4["fixed-subtree"]);
});

test("a case without a later version is neither right nor wrong", () => {
  expect(ratesOf([countOf("11"), countOf("")])).toEqual({ CTR: 1, CCR: 1 });
});
