import { diffArrays } from "diff";
import fc from "fast-check";
import { expect, test } from "vitest";
import { diffTokens } from "./diff-tokens.ts";

const words = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 40 });

/** What jsdiff says. */
function reference(before: string[], after: string[], maxEditLength: number) {
  const parts = diffArrays(before, after, { maxEditLength });
  return (
    parts?.map(({ added, removed, value }) => ({
      kind: added ? "added" : removed ? "removed" : "same",
      text: value.join(""),
    })) ?? null
  );
}

test("of equally short differences it is the one that jsdiff gives, within the same limit", () => {
  fc.assert(
    fc.property(words, words, fc.integer({ min: 1, max: 60 }), (before, after, maxEdits) => {
      expect(diffTokens(before, after, maxEdits)).toEqual(reference(before, after, maxEdits));
    }),
    { numRuns: 2_000 },
  );
});

test("a difference in the middle of long texts is found", () => {
  const before = Array.from({ length: 5_000 }, (_, at) => `w${at} `);
  const after = before.toSpliced(2_500, 10, "new ");
  expect(diffTokens(before, after, 1_000)).toEqual(reference(before, after, 1_000));
  expect(diffTokens(before, before.toReversed(), 1_000)).toBeNull();
});
