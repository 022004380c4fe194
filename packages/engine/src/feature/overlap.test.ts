import fc from "fast-check";
import { expect, test } from "vitest";
import { Overlap } from "./overlap.ts";
import { Scratch } from "./scratch.ts";
import { KnownTokens, stretchOf } from "./stretch.ts";
import type { TokenList } from "./token-list.ts";
import { intersection, NO_LIMIT, postingsOf, sampleOf } from "./token-list.ts";

/** Tokens of a page of as many nodes, one each. */
function list(hashes: readonly number[]): TokenList {
  const start = Uint32Array.from({ length: hashes.length + 1 }, (_, at) => at);
  return { hash: Uint32Array.from(hashes), start, postings: null };
}

const hashes = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 60 });
/** Few different tokens, so that they repeat, of both signs when they are read as signed integers. */
const few = fc.array(fc.constantFrom(1, 2, 3, 4, 0x8000_0001, 0xffff_fff0), { maxLength: 60 });
/** Two numbers of which the first one is not larger. */
const range = fc.tuple(fc.nat(60), fc.nat(60)).map((ends) => ends.sort((a, b) => a - b));

function common(seen: Iterable<number>, remembered: readonly number[]): number {
  const known = new Set(remembered);
  return [...new Set(seen)].filter((hash) => known.has(hash)).length;
}

test("without a bound, recall and counts are those of the plain sets", () => {
  fc.assert(
    fc.property(few, few, range, (remembered, seen, ends) => {
      const [from, to] = ends.map((end) => Math.min(end, seen.length));
      const overlap = new Overlap(sampleOf(list(remembered), 0, remembered.length, 1_000), list(seen), new Scratch());
      const [known, part] = [new Set(remembered), seen.slice(from, to)];
      expect(overlap.size).toBe(known.size);
      expect(overlap.recall(from, to)).toBe(known.size ? common(part, remembered) / known.size : 0);
      expect(overlap.hits(from, to)).toBe(part.filter((one) => known.has(one)).length);
      expect(overlap.within(from, to)).toBe(part.length);
    }),
  );
});

/** Of all tokens. */
function quick(overlap: Overlap, size: number): number {
  const scores = new Float64Array(1);
  overlap.addQuick(scores, { from: Uint32Array.of(0), to: Uint32Array.of(size) }, 1);
  return scores[0];
}

test("the quick estimate is a share, 1 on the same distinct tokens and 0 on others", () => {
  expect(quick(new Overlap(sampleOf(list([1, 2, 3]), 0, 3, 10), list([3, 1, 2]), new Scratch()), 3)).toBe(1);
  expect(quick(new Overlap(sampleOf(list([1, 2, 3]), 0, 3, 10), list([4, 5]), new Scratch()), 2)).toBe(0);
  fc.assert(
    fc.property(hashes, hashes, (remembered, seen) => {
      const overlap = new Overlap(sampleOf(list(remembered), 0, remembered.length, 10), list(seen), new Scratch());
      const share = quick(overlap, seen.length);
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(1);
    }),
  );
});

test("a few known tokens are found in every stretch", () => {
  fc.assert(
    fc.property(few, few, range, (remembered, seen, ends) => {
      const [from, to] = ends.map((end) => Math.min(end, seen.length));
      const part = seen.slice(from, to);
      const page = list(seen);
      const stretch = stretchOf(page, from, to);
      const known = new KnownTokens([...new Set(remembered)], page, new Scratch());
      expect(stretch.distinct).toBe(new Set(part).size);
      expect(known.size).toBe(new Set(remembered).size);
      expect(known.among(stretch)).toBe(common(part, remembered));
      const numbers = new Set(postingsOf(page).token.subarray(from, to));
      expect(known.in([...numbers])).toBe(common(part, remembered));
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
      const overlap = new Overlap(sampleOf(list(tokens), 0, tokens.length, most), list(tokens), new Scratch());
      expect(overlap.recall(0, tokens.length)).toBe(tokens.length === 0 ? 0 : 1);
      expect(overlap.hits(0, tokens.length)).toBe(overlap.within(0, tokens.length));
    }),
  );
});

test("what two samples have in common reaches as far as both do", () => {
  const a = sampleOf(list([1, 2, 3, 4]), 0, 4, 3);
  const b = sampleOf(list([2, 3, 4]), 0, 3, 10);
  expect(intersection(a, b)).toEqual({ hashes: [2, 3], limit: 3 });
});
