import fc from "fast-check";
import { expect, test } from "vitest";
import { diffText } from "./compare.ts";

const without = (kind: string, before: string, after: string) =>
  diffText(before, after)
    .filter((part) => part.kind !== kind)
    .map(({ text }) => text)
    .join("");

test("a changed word is one removed and one added part", () => {
  expect(diffText("Only 7 left", "Only 6 left")).toEqual([
    { kind: "same", text: "Only " },
    { kind: "removed", text: "7" },
    { kind: "added", text: "6" },
    { kind: "same", text: " left" },
  ]);
});

const changed = (before: string, after: string) =>
  diffText(before, after)
    .filter(({ kind }) => kind !== "same")
    .map(({ text }) => text);

test("a price, a time and a date are one word each, a sign of an unspaced script is one too", () => {
  expect(changed("€ 40.50 now", "€ 39.00 now")).toEqual(["40.50", "39.00"]);
  expect(changed("1’234,50 CHF", "1’250,50 CHF")).toEqual(["1’234,50", "1’250,50"]);
  expect(changed("at 17:45 on 2026-11-15.", "at 18:00 on 2026-11-16.")).toEqual([
    "17:45",
    "18:00",
    "2026-11-15",
    "2026-11-16",
  ]);
  expect(changed("今日は晴れ", "今日は雨")).toEqual(["晴れ", "雨"]);
  expect(changed("naïve café", "naïve cafés")).toEqual(["café", "cafés"]);
});

test("the parts give back both texts", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "b", " ", "\n", "ß", "🙂", "\r", "\r\n", "5", ".", "晴", "\u00a0", "\ud800"),
  });
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(without("added", before, after)).toBe(before);
      expect(without("removed", before, after)).toBe(after);
    }),
  );
});

test("two long texts with nothing in common are one replacement", () => {
  const long = (word: string) => Array.from({ length: 15_000 }, (_, at) => `${word}${at}`).join("\n");
  expect(diffText(long("a"), long("b")).map(({ kind }) => kind)).toEqual(["removed", "added"]);
});
