import type { DiffPart } from "@tessera/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sidesOf, wordCounts } from "./sides.ts";

const part: fc.Arbitrary<DiffPart> = fc.record({
  kind: fc.constantFrom("same", "added", "removed"),
  text: fc.string(),
});

test("each side is its text, in order, and nothing of the other's changes", () => {
  fc.assert(
    fc.property(fc.array(part), (parts) => {
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
