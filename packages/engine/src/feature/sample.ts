/**
 * A bounded sample of a set of hashes that two sides choose alike: the smallest ones ("bottom-k"). Overlaps of sets of
 * any size are estimated from it without bias, so a memory stays small however large the block is.
 */
import type { TokenList } from "./token-list.ts";

export interface Sample {
  /** Distinct hashes in rising order. */
  readonly hashes: readonly number[];
  /** Hashes above this one were left out. */
  readonly limit: number;
}

export const NO_LIMIT = 0xffff_ffff;

/** The at most `most` smallest distinct hashes of `tokens[from, to)`. */
export function sampleOf(tokens: TokenList, from: number, to: number, most: number): Sample {
  const distinct = [...new Set(tokens.hash.subarray(from, to))].sort((a, b) => a - b);
  if (distinct.length <= most) return { hashes: distinct, limit: NO_LIMIT };
  const hashes = distinct.slice(0, most);
  return { hashes, limit: hashes[most - 1] };
}

/** The hashes that both samples hold, as far as both reach. */
export function intersection(a: Sample, b: Sample): Sample {
  const limit = Math.min(a.limit, b.limit);
  const inB = new Set(b.hashes);
  return { hashes: a.hashes.filter((hash) => hash <= limit && inB.has(hash)), limit };
}
