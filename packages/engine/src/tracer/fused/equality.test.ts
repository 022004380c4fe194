import fc from "fast-check";
import { expect, test } from "vitest";
import { areSameMarks, isSameList, isSameMark, isSameSample } from "./reference.ts";

const hashes = fc.array(fc.nat(2), { maxLength: 4 });
const mark = fc.record({ tag: fc.constantFrom("p", "li"), id: fc.nat(1), classes: hashes, rank: fc.nat(1) });

/** As JSON, which has no identity. */
function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

test("lists and samples are the same where all of their members are", () => {
  fc.assert(
    fc.property(hashes, hashes, fc.nat(1), fc.nat(1), (a, b, limit, other) => {
      expect(isSameList(a, [...a])).toBe(true);
      expect(isSameList(a, b)).toBe(isEqual(a, b));
      expect(isSameSample({ hashes: a, limit }, { hashes: b, limit: other })).toBe(isEqual(a, b) && limit === other);
    }),
  );
});

test("marks are the same up to their ranks", () => {
  fc.assert(
    fc.property(mark, mark, (a, b) => {
      const isSame = isEqual({ ...a, rank: 0 }, { ...b, rank: 0 });
      expect(isSameMark(a, b)).toBe(isSame);
      expect(areSameMarks([a, b], [b, a])).toBe(isSame);
      expect(areSameMarks([a], [a, b])).toBe(false);
    }),
  );
  expect(isSameMark(null, null)).toBe(true);
  expect(isSameMark(null, { tag: "p", id: 0, classes: [], rank: 1 })).toBe(false);
});
