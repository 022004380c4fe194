import fc from "fast-check";
import { expect, test } from "vitest";
import { eachWord, hashPattern, hashText } from "./words.ts";

function words(text: string): number[] {
  const hashes: number[] = [];
  eachWord(text, 0, text.length, (hash) => hashes.push(hash));
  return hashes;
}

test("words are told apart by anything that is neither letter nor digit", () => {
  expect(words("two, words")).toEqual([...words("two"), ...words("words")]);
  expect(words("... - ,")).toEqual([]);
  expect(words("naïve Größe")).toHaveLength(2);
});

test("case does not matter, in Latin, Greek and Cyrillic", () => {
  expect(words("HELLO ÄÖÜ ΑΒΓ ПРИВЕТ")).toEqual(words("hello äöü αβγ привет"));
});

test("scripts without spaces give a word a character", () => {
  expect(words("東京都")).toHaveLength(3);
});

test("a text is the same whatever its white space and punctuation", () => {
  expect(hashText("  Hello,\n world ")).toBe(hashText("hello world"));
  expect(hashText("hello world")).not.toBe(hashText("world hello"));
});

test("a pattern forgets numbers and nothing else", () => {
  const pattern = (text: string): number => hashPattern(text, 0, text.length);
  expect(pattern("12:30 Uhr")).toBe(pattern("9:05 Uhr"));
  expect(pattern("12:30 Uhr")).not.toBe(pattern("12:30 h"));
});

test("hashes are unsigned integers of 32 bits for any text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      for (const hash of [...words(text), hashText(text), hashPattern(text, 0, text.length)]) {
        expect(hash).toBe(hash >>> 0);
      }
    }),
  );
});
