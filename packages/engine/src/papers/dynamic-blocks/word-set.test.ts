import fc from "fast-check";
import { expect, test } from "vitest";
import { sharedWords, wordSetOf } from "./text-lens.ts";

const text = fc.array(fc.constantFrom("one", "Two", "drei", "vier", "5", "шесть")).map((words) => words.join(" "));

test("short texts are compared exactly", () => {
  fc.assert(
    fc.property(text, text, (first, second) => {
      const [a, b] = [first, second].map((one) => new Set(one.toLowerCase().split(" ").filter(Boolean)));
      const shared = [...a].filter((word) => b.has(word)).length;
      const all = new Set([...a, ...b]).size;
      expect(sharedWords(wordSetOf(first), wordSetOf(second))).toBeCloseTo(all === 0 ? 0 : shared / all);
    }),
  );
});

test("long texts are compared by a sample of bounded size", () => {
  const words = Array.from({ length: 20_000 }, (_, rank) => `word${rank}`);
  const whole = wordSetOf(words.join(" "));
  expect(whole).toHaveLength(500);
  expect(sharedWords(whole, whole)).toBe(1);
  expect(sharedWords(whole, wordSetOf(words.slice(5_000).join(" ")))).toBeCloseTo(0.75, 1);
  expect(sharedWords(whole, wordSetOf("something else"))).toBe(0);
});
