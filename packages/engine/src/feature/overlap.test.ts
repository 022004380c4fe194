import fc from "fast-check";
import { expect, test } from "vitest";
import { Overlap } from "./overlap.ts";
import { postingsOf } from "./postings.ts";
import { intersection, NO_LIMIT, sampleOf } from "./sample.ts";
import { KnownTokens, stretchOf } from "./stretch.ts";
import type { TokenList } from "./token-list.ts";

/** Tokens of a page of one root, one token each but for the root, which has none. */
function list(hashes: readonly number[]): TokenList {
  return tokensOf(
    hashes.map(() => 0),
    [[], ...hashes.map((hash) => [hash])],
  );
}

/** The tokens of each node of a tree in which node `i + 1` stands `levels[i]` above the deepest place it can have. */
function tokensOf(levels: readonly number[], hashes: readonly (readonly number[])[]): TokenList {
  const size = levels.length + 1;
  const tree = { size, end: new Uint32Array(size).fill(size), depth: new Uint32Array(size) };
  const open = [0];
  for (let node = 1; node < size; node++) {
    const depth = Math.max(1, open.length - levels[node - 1]);
    for (const closed of open.splice(depth)) tree.end[closed] = node;
    tree.depth[node] = depth;
    open.push(node);
  }
  const start = [0];
  for (const own of hashes) start.push(start[start.length - 1] + own.length);
  return { hash: Uint32Array.from(hashes.flat()), start: Uint32Array.from(start), tree };
}

const hashes = fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 60 });

/** Few different tokens, so that they repeat, of both signs when they are read as signed integers. */
const few = fc.array(fc.constantFrom(1, 2, 3, 4, 0x8000_0001, 0xffff_fff0), { maxLength: 4 });
const page: fc.Arbitrary<TokenList> = fc.array(fc.tuple(fc.nat(4), few), { maxLength: 30 }).chain((nodes) =>
  few.map((ofRoot) =>
    tokensOf(
      nodes.map(([level]) => level),
      [ofRoot, ...nodes.map(([, own]) => own)],
    ),
  ),
);

function common(seen: Iterable<number>, remembered: readonly number[]): number {
  const known = new Set(remembered);
  return [...new Set(seen)].filter((hash) => known.has(hash)).length;
}

test("recall and counts are those of the plain sets, in every subtree with and without its root", () => {
  fc.assert(
    fc.property(few, page, (remembered, tokens) => {
      const sample = sampleOf(list(remembered), 0, remembered.length, 1_000);
      const overlap = new Overlap(sample, tokens);
      const known = new Set<number>(remembered);
      const recallIn = (seen: Uint32Array) => (known.size ? common(seen, remembered) / known.size : 0);
      for (let node = 0; node < tokens.tree.size; node++) {
        const end = tokens.tree.end[node];
        const seen = tokens.hash.subarray(tokens.start[node], tokens.start[end]);
        expect(overlap.recall(node)).toBe(recallIn(seen));
        expect(overlap.recallBelow(node)).toBe(
          recallIn(tokens.hash.subarray(tokens.start[node + 1], tokens.start[end])),
        );
        expect(overlap.hits(node, end)).toBe(seen.filter((hash) => known.has(hash)).length);
        expect(overlap.within(node, end)).toBe(seen.length);
      }
    }),
  );
});

function quick(overlap: Overlap): number {
  const scores = new Float64Array(1);
  overlap.addQuick(scores, Uint32Array.of(0), 1);
  return scores[0];
}

test("the quick estimate is a share, 1 on the same distinct tokens and 0 on others", () => {
  expect(quick(new Overlap(sampleOf(list([1, 2, 3]), 0, 3, 10), list([3, 1, 2])))).toBe(1);
  expect(quick(new Overlap(sampleOf(list([1, 2, 3]), 0, 3, 10), list([4, 5])))).toBe(0);
  fc.assert(
    fc.property(hashes, hashes, (remembered, seen) => {
      const share = quick(new Overlap(sampleOf(list(remembered), 0, remembered.length, 10), list(seen)));
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(1);
    }),
  );
});

test("a few known tokens are found in every stretch", () => {
  fc.assert(
    fc.property(few, page, fc.nat(60), fc.nat(60), (remembered, tokens, a, b) => {
      const [from, to] = [Math.min(a, b, tokens.hash.length), Math.min(Math.max(a, b), tokens.hash.length)];
      const seen = new Set(tokens.hash.subarray(from, to));
      const stretch = stretchOf(tokens, from, to);
      const known = new KnownTokens(remembered, tokens);
      expect(stretch.distinct).toBe(seen.size);
      expect(known.size).toBe(new Set(remembered).size);
      expect(known.among(stretch)).toBe(common(seen, remembered));
      const { token } = postingsOf(tokens);
      expect(known.in(Uint32Array.from(new Set(token.subarray(from, to))))).toBe(known.among(stretch));
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
      const overlap = new Overlap(sampleOf(list(tokens), 0, tokens.length, most), list(tokens));
      expect(overlap.recall(0)).toBe(tokens.length === 0 ? 0 : 1);
      expect(overlap.hits(0, tokens.length + 1)).toBe(overlap.within(0, tokens.length + 1));
    }),
  );
});

test("what two samples have in common reaches as far as both do", () => {
  const a = sampleOf(list([1, 2, 3, 4]), 0, 4, 3);
  const b = sampleOf(list([2, 3, 4]), 0, 3, 10);
  expect(intersection(a, b)).toEqual({ hashes: [2, 3], limit: 3 });
});
