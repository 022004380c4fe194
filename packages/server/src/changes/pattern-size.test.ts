import fc from "fast-check";
import { RE2JS, RE2JSException } from "re2js";
import { expect, test } from "vitest";
import { patternSize } from "./pattern.ts";

/** Instructions that RE2 makes of it; null where it is no pattern. */
function compiledSize(source: string): number | null {
  try {
    return RE2JS.compile(source, RE2JS.MULTILINE).programSize();
  } catch (error) {
    if (error instanceof RE2JSException) return null;
    throw error;
  }
}

test("the estimate grows with the repeats, and nested repeats multiply", () => {
  expect(patternSize("sold (out|off)")).toBeLessThan(40);
  expect(patternSize("a{0,1000}")).toBeGreaterThan(1_000);
  expect(patternSize("\\pL{0,1000}".repeat(80))).toBeGreaterThan(80_000);
  expect(patternSize("((a{1,99}){1,99}){1,99}")).toBeGreaterThan(900_000);
  expect(patternSize("\\x{2022}\\p{Greek}[{1000}]")).toBeLessThan(40);
});

const piece = fc.oneof(
  fc.constantFrom(
    ...["a", "é", ".", "^", "$", "\\d", "\\b", "\\pL", "\\p{Greek}", "\\x{2022}", "[a-z]", "[^]x]", "[(]", "[)]"],
    ...["[[:alpha:]{9}]", "\\Q(a\\E", "\\(", "|", "*", "+", "?", "*?", "{0}", "{3}", "{2,}", "{0,7}", "{4,9}?", "{,3}"],
    ...["(", "(?:", "(?i:", "(?P<n>", ")", "(?i)", "{", "}", "]", "\\"],
  ),
  fc.string({ maxLength: 3 }),
);

test("what RE2 makes of a pattern is never more than the estimate", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const source = pieces.join("");
      fc.pre(patternSize(source) < 20_000);
      expect(compiledSize(source) ?? 0).toBeLessThanOrEqual(patternSize(source));
    }),
    { numRuns: 2_000 },
  );
});

test("groups within groups are estimated as well", () => {
  const { tree } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      piece.filter((each) => compiledSize(each) !== null),
      fc.tuple(tie("tree"), tie("tree")).map(([one, other]) => `${one}${other}`),
      fc.tuple(tie("tree"), tie("tree")).map(([one, other]) => `(${one}|${other})`),
      fc
        .tuple(tie("tree"), fc.constantFrom("{3}", "{0,4}", "{2,}", "*", "+?"))
        .map(([one, many]) => `(?:${one})${many}`),
    ),
  }));
  fc.assert(
    fc.property(tree, (source) => {
      fc.pre(patternSize(source) < 20_000);
      expect(compiledSize(source) ?? 0).toBeLessThanOrEqual(patternSize(source));
    }),
    { numRuns: 2_000 },
  );
});
