import fc from "fast-check";
import { expect, test } from "vitest";
import { WORD, wordsOf } from "./words-of.ts";

const signs = fc.constantFrom(..."ab_Z019.,:'/- \t\r\n!é’٣½字カไ\u0301\u00a0\u202f\u2028\ud83d\ude00\0");

/** What the pattern alone says. */
function byPattern(text: string): readonly string[] {
  return text.match(new RegExp(WORD.source, "gsu")) ?? [];
}

test("words are those of the pattern, whichever signs stand beside each other", () => {
  fc.assert(
    fc.property(fc.array(signs, { maxLength: 30 }), (some) => {
      const text = some.join("");
      expect(wordsOf(text)).toEqual(byPattern(text));
    }),
    { numRuns: 5_000 },
  );
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(wordsOf(text)).toEqual(byPattern(text));
    }),
  );
});

test("words together are the text", () => {
  expect(wordsOf("On 3/4 at 10:30, £1,234.50 — n°5\r\nend")).toEqual([
    "On",
    " ",
    "3/4",
    " ",
    "at",
    " ",
    "10:30",
    ",",
    " ",
    "£",
    "1,234.50",
    " ",
    "—",
    " ",
    "n",
    "°",
    "5",
    "\r\n",
    "end",
  ]);
});
