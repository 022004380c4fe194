/**
 * TextL, the baseline of [following-dynamic-blocks] section 6, extended there from the textual lenses of Zoetrope: "uses
 * the equal tag path to extract candidates and then text similarity to rank candidates".
 *
 * Departures: the paper does not name the similarity; here it is the share of distinct words that both texts have.
 * Candidates have the same tags from the root and the same depth, so that none lies in another one and their texts
 * together are read once.
 */
import type { Memory, Ranking, Tracer } from "../../tracer/tracer.ts";
import { type DomTree, textOf } from "../../tree/dom-tree.ts";
import { hashString } from "../../tree/hash.ts";
import { formatPath, type HoledPath, pathPattern, stepsOf } from "./path-pattern.ts";

export interface TextLensMemory extends Memory {
  /** The tags from the root, such as `body[*]/div[*]/p[*]`. */
  readonly tagPath: string;
  readonly depth: number;
  readonly words: WordSet;
}

const NAME = "text-lens";
const VERSION = 1;
const KEPT = 10;

export const textLens: Tracer<TextLensMemory> = {
  name: NAME,
  about:
    "[following-dynamic-blocks] 6 TextL: of the elements with the recorded tags above them the one most alike in words",
  // `bench calibrate` on all labelled pages; on sites that it was not fitted on 46 % are found, 3 % of them wrong
  calibration: { bias: -0.435, score: 0.525, margin: 4.301, foundFrom: 0.98, goneBelow: 0 },

  learn: (page: DomTree, node: number) => ({
    tracer: NAME,
    version: VERSION,
    tagPath: formatPath(withoutIndexes(stepsOf(page, node))),
    depth: page.depth[node],
    words: wordSetOf(textOf(page, node)),
  }),

  trace(memory: TextLensMemory, page: DomTree): Ranking {
    const named = pathPattern.match(memory.tagPath, page)?.candidates ?? [];
    const candidates = named
      .filter((node) => page.depth[node] === memory.depth)
      .map((node) => ({ node, score: sharedWords(memory.words, wordSetOf(textOf(page, node))) }));
    // the sort is stable, so that ties stay in document order
    return { candidates: candidates.sort((a, b) => b.score - a.score).slice(0, KEPT) };
  },

  adapt: (memory: TextLensMemory) => memory,

  revive(stored: unknown): TextLensMemory | null {
    const memory = stored as Partial<TextLensMemory> | null;
    if (typeof memory !== "object" || memory?.tracer !== NAME || memory.version !== VERSION) return null;
    const { words, depth } = memory;
    const tagPath = pathPattern.revive(memory.tagPath);
    if (tagPath === null || typeof depth !== "number" || !Array.isArray(words)) return null;
    if (!words.every((word) => Number.isInteger(word))) return null;
    return { tracer: NAME, version: VERSION, tagPath, depth, words };
  },
};

function withoutIndexes(path: HoledPath): HoledPath {
  const bare = (steps: HoledPath["top"]): HoledPath["top"] => steps.map(({ tag }) => ({ tag, index: null }));
  return { top: bare(path.top), bottom: path.bottom ? bare(path.bottom) : null };
}

// The distinct words of a text as a small sketch, and how alike two of them are.

/** Hashes of distinct words in rising order: all of them, or the lowest `MAX_WORDS`. */
type WordSet = readonly number[];

const MAX_WORDS = 500;
const WORD = /[\p{L}\p{N}]+/gu;

/** @internal */
export function wordSetOf(text: string): WordSet {
  const words = new Set<number>();
  for (const [word] of text.toLowerCase().matchAll(WORD)) words.add(hashString(word) >>> 0);
  return [...words].sort((a, b) => a - b).slice(0, MAX_WORDS);
}

/**
 * The share of the words of both texts that both have (Jaccard). Of long texts the lowest hashes of the union stand for
 * all: they are a random sample of it, and each sketch has all of its own among them.
 *
 * @internal
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
