import fc from "fast-check";
import { expect, test } from "vitest";
import { diffText } from "./text-diff.ts";

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

test("the parts give back both texts", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", " ", "\n", "ß", "🙂", "\r\n", "5", ".") });
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
