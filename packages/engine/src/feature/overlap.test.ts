import fc from "fast-check";
import { expect, test } from "vitest";
import { Overlap } from "./overlap.ts";
import { intersection, NO_LIMIT, sampleOf } from "./sample.ts";
import type { TokenList } from "./token-list.ts";

/** Tokens of a page of as many nodes, one each. */
function list(hashes: readonly number[]): TokenList {
  return { hash: Uint32Array.from(hashes), start: Uint32Array.from({ length: hashes.length + 1 }, (_, at) => at) };
}

const hashes = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 60 });

test("without a bound, recall and precision are those of the plain sets", () => {
  fc.assert(
    fc.property(hashes, hashes, fc.nat(60), fc.nat(60), (remembered, seen, a, b) => {
      const [from, to] = [Math.min(a, b, seen.length), Math.min(Math.max(a, b), seen.length)];
      const overlap = new Overlap(sampleOf(list(remembered), 0, remembered.length, 1_000), list(seen));
      const [known, part] = [new Set(remembered), seen.slice(from, to)];
      const share = overlap.share(from, to);
      expect(share.recall).toBeCloseTo(
        known.size && part.length ? [...known].filter((one) => part.includes(one)).length / known.size : 0,
      );
      expect(share.precision).toBeCloseTo(
        known.size && part.length ? part.filter((one) => known.has(one)).length / part.length : 0,
      );
    }),
  );
});

test("the quick estimate is a share, 1 on the same distinct tokens and 0 on others", () => {
  expect(new Overlap(sampleOf(list([1, 2, 3]), 0, 3, 10), list([3, 1, 2])).quick(0, 3)).toBe(1);
  expect(new Overlap(sampleOf(list([1, 2, 3]), 0, 3, 10), list([4, 5])).quick(0, 2)).toBe(0);
  fc.assert(
    fc.property(hashes, hashes, (remembered, seen) => {
      const quick = new Overlap(sampleOf(list(remembered), 0, remembered.length, 10), list(seen)).quick(0, seen.length);
      expect(quick).toBeGreaterThanOrEqual(0);
      expect(quick).toBeLessThanOrEqual(1);
    }),
  );
});

test("a bounded sample keeps the smallest hashes and knows its reach", () => {
  expect(sampleOf(list([9, 3, 7, 3, 1]), 0, 5, 2)).toEqual({ hashes: [1, 3], limit: 3 });
  expect(sampleOf(list([9, 3, 3]), 0, 3, 2)).toEqual({ hashes: [3, 9], limit: NO_LIMIT });
});

test("two bounded samples of one set agree on it completely", () => {
  fc.assert(
    fc.property(hashes, fc.integer({ min: 1, max: 20 }), (tokens, most) => {
      const share = new Overlap(sampleOf(list(tokens), 0, tokens.length, most), list(tokens)).share(0, tokens.length);
      if (tokens.length > 0) expect(share).toEqual({ recall: 1, precision: 1 });
    }),
  );
});

test("what two samples have in common reaches as far as both do", () => {
  const a = sampleOf(list([1, 2, 3, 4]), 0, 4, 3);
  const b = sampleOf(list([2, 3, 4]), 0, 3, 10);
  expect(intersection(a, b)).toEqual({ hashes: [2, 3], limit: 3 });
});
