import type { DiffPart } from "@tessera/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sidesOf, slideEdits, wordCounts } from "./difference.ts";

const same = (text: string): DiffPart => ({ kind: "same", text });
const added = (text: string): DiffPart => ({ kind: "added", text });

test("an added line is a line, although the next one begins like it", () => {
  const parts = [same("News\n09:"), added("24 Theatre returns\n09:"), same("21 Rents level off")];
  expect(slideEdits(parts)).toEqual([same("News\n"), added("09:24 Theatre returns\n"), same("09:21 Rents level off")]);
});

test("an added word is a word", () => {
  expect(slideEdits([same("a sma"), added("rt sma"), same("ll house")])).toEqual([
    same("a "),
    added("smart "),
    same("small house"),
  ]);
});

const part = fc.record({
  kind: fc.constantFrom<DiffPart["kind"]>("same", "added", "removed"),
  text: fc.string({ unit: fc.constantFrom("a", "b", " ", "\n"), minLength: 1, maxLength: 8 }),
});

test("whatever moves, both texts stay what they were", () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const slid = slideEdits(parts);
      for (const side of ["added", "removed"] as const) {
        const text = (of: readonly DiffPart[]) =>
          of
            .filter(({ kind }) => kind === "same" || kind === side)
            .map((each) => each.text)
            .join("");
        expect(text(slid)).toBe(text(parts));
      }
    }),
  );
});

const diffPart: fc.Arbitrary<DiffPart> = fc.record({
  kind: fc.constantFrom("same", "added", "removed"),
  text: fc.string(),
});

test("each side is its text, in order, and nothing of the other's changes", () => {
  fc.assert(
    fc.property(fc.array(diffPart), (parts) => {
      const { before, after } = sidesOf(parts);
      expect(before.every(({ kind }) => kind !== "added")).toBe(true);
      expect(after.every(({ kind }) => kind !== "removed")).toBe(true);
      const same = (side: readonly DiffPart[]) => side.filter(({ kind }) => kind === "same");
      expect(same(before)).toEqual(same(after));
      const changes = parts.filter(({ kind }) => kind !== "same").length;
      expect(before.length + after.length).toBe(2 * (parts.length - changes) + changes);
    }),
  );
});

test("words are counted by what happened to them", () => {
  const parts: DiffPart[] = [
    { kind: "same", text: "it costs " },
    { kind: "removed", text: "24 euros" },
    { kind: "added", text: "19" },
  ];
  expect(wordCounts(parts)).toEqual({ added: 1, removed: 2 });
});
