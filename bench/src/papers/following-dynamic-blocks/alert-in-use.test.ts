import { expect, test } from "vitest";
import { alertInUse } from "./alert-in-use.ts";

test("alerts are told apart by what was shown, and mistakes by whether one of their versions had an alert", () => {
  const cases = [
    // much changed; then something else twice, told at once; then the block again
    { years: 1, marks: "bBb-OoBb" },
    // three mistakes, the last one told late
    { years: 0.5, marks: "obo-bboO" },
    { years: null, marks: "bb" },
  ];
  expect(alertInUse(cases)).toEqual({
    blockYears: 1.5,
    versions: 18,
    alerts: 4,
    other: 2,
    back: 1,
    wrongRuns: 4,
    wrongRunsTold: 2,
  });
});
