/** The distinct words of a text as a small sketch, and how alike two of them are. */
import { hashString } from "../../tree/hash.ts";

/** Hashes of distinct words in rising order: all of them, or the lowest `MAX_WORDS`. */
export type WordSet = readonly number[];

const MAX_WORDS = 500;
const WORD = /[\p{L}\p{N}]+/gu;

export function wordSetOf(text: string): WordSet {
  const words = new Set<number>();
  for (const [word] of text.toLowerCase().matchAll(WORD)) words.add(hashString(word) >>> 0);
  return [...words].sort((a, b) => a - b).slice(0, MAX_WORDS);
}

/**
 * The share of the words of both texts that both have (Jaccard). Of long texts the lowest hashes of the union stand for
 * all: they are a random sample of it, and each sketch has all of its own among them.
 */
export function sharedWords(a: WordSet, b: WordSet): number {
  let shared = 0;
  let counted = 0;
  for (let i = 0, j = 0; (i < a.length || j < b.length) && counted < MAX_WORDS; counted++) {
    const word = Math.min(a[i] ?? Number.POSITIVE_INFINITY, b[j] ?? Number.POSITIVE_INFINITY);
    if (a[i] === b[j]) shared++;
    if (a[i] === word) i++;
    if (b[j] === word) j++;
  }
  return counted === 0 ? 0 : shared / counted;
}
