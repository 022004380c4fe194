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
import { pathPattern } from "./path-pattern.ts";
import { formatPath, type HoledPath, stepsOf } from "./path-steps.ts";
import { sharedWords, type WordSet, wordSetOf } from "./word-set.ts";

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
  calibration: { bias: -1.239, score: 2.838, margin: 5.591, foundFrom: 0.53, goneBelow: 0 },

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
