import fc from "fast-check";
import { expect, test } from "vitest";
import { dominantNumber, numbersIn } from "./numbers.ts";

const dominant = (text: string) => dominantNumber(numbersIn(text), text)?.value ?? null;
const STORY = "A long description of the lamp, of its shade, of its foot and of all that can be done with it at night.";

test.each([
  ["24.90 €", 24.9],
  ["Lamp\nwas $ 29.90\nnow $ 24.90\nyou save $ 5.00", 29.9],
  [`Lamp\n${STORY}\nOnly €24.90 now\n2 in stock`, 24.9],
  ["2 pieces for $ 19.99 or 18 EUR, 5 % off", 19.99],
  ["River level\n212 cm\nrising", 212],
  ["Level 342 cm, +2", 342],
  ["1,204 people have signed this petition", 1204],
  ["42 new", 42],
])("%j is about a number", (text, value) => {
  expect(dominant(text)).toBe(value);
});

test.each([
  ["Ravens 1 Owls 0 84'"],
  ["Ravens 1\nOwls 0"],
  ["5 ways to bake bread\nTwo river towns agree on one new bridge\nThe night train comes back"],
  ["Two river towns agree on one new bridge\nPrices rise 5% in October, say shops\nThe night train comes back in May"],
  ["Lamp 24.90 €\nDesk 99 €\nChair 49 €\nShelf 59 €"],
  [STORY],
  [""],
])("%j is about none", (text) => {
  expect(dominant(text)).toBeNull();
});

test("a number beyond the words that are known is not judged by them", () => {
  expect(dominantNumber(numbersIn(`${STORY}\n24.90 €`), STORY)).toBeNull();
});

test("whatever a block says, its number is one of those in it", () => {
  const text = fc.string({ unit: fc.constantFrom(..."0123.,'- €%kM:/ a٣\n") });
  fc.assert(
    fc.property(text, text, (shown, rest) => {
      const numbers = numbersIn(shown + rest);
      const found = dominantNumber(numbers, shown);
      expect(found === null || numbers.includes(found)).toBe(true);
    }),
  );
});
