/**
 * Tag String Matching after [homepage-live] (Han et al., WWW 2007), section 5.2: the block is the sequence of its tags in
 * preorder, every subtree of the new page is a candidate, and the longest common subsequence says how alike they are.
 *
 *   paper     here                          paper     here
 *   Bo        memory.tags                   LCS       CommonTags
 *   Te, Be    page, the best candidate
 *
 * Departures: the paper takes the subtree with the largest LCS, but no subtree has a larger one than the page's root,
 * which contains every subsequence of its parts. The length is therefore taken relative to both sequences,
 * 2 · LCS / (m + n); the paper's words, with the smallest subtree among equals, are `literalTagString`, kept for the
 * comparison. Ties go to the first in document order. Subtrees whose sizes alone rule them out are not compared, which
 * leaves the result as it is.
 */

import type { Calibration, Memory, Ranking, Tracer } from "../../tracer/tracer.ts";
import { KEPT_CANDIDATES } from "../../tracer/verdict.ts";
import { type DomTree, isText } from "../../tree/dom-tree.ts";
import { Labels, labelledTreeOf } from "./labelled-tree.ts";
import { bestSubtrees, type TagScore } from "./tag-runs.ts";

export interface TagStringMemory extends Memory {
  readonly tagNames: readonly string[];
  /** The block's tags in preorder, as indices into `tagNames`. */
  readonly tags: readonly number[];
}

const VERSION = 1;

export const tagString: Tracer<TagStringMemory> = tagStringTracer({
  name: "tag-string",
  about: "[homepage-live] 5.2 Tag String Matching: the subtree whose tag sequence has most in common with the block's",
  // `bench calibrate`: tags alone are never sure enough to be wrong at twenty questions, so that it always asks
  calibration: { bias: -1.288, score: 2.18, margin: -3.654, foundFrom: 0.95, goneBelow: 0 },
  score: (common, patternLength, length) => (2 * common) / (patternLength + length),
});

/** The largest LCS as written; among equals the smallest subtree, which costs less than one common tag. */
export const literalTagString: Tracer<TagStringMemory> = tagStringTracer({
  name: "tag-string-literal",
  about: "[homepage-live] 5.2 to the letter: the smallest subtree with the longest common tag sequence",
  calibration: { bias: -4, score: 8, margin: 0, foundFrom: 0.5, goneBelow: 0.5 },
  score: (common, patternLength, length) => Math.max(0, common - length / (length + patternLength)) / patternLength,
});

interface Variant {
  readonly name: string;
  readonly about: string;
  readonly calibration: Calibration;
  readonly score: TagScore;
}

function tagStringTracer({ name, about, calibration, score }: Variant): Tracer<TagStringMemory> {
  return {
    name,
    about,
    calibration,

    learn(page: DomTree, node: number): TagStringMemory {
      const tags = [...page.tag.subarray(node, page.end[node])];
      return { tracer: name, version: VERSION, tagNames: [...page.tagNames], tags };
    },

    trace(memory: TagStringMemory, page: DomTree): Ranking {
      const labels = new Labels();
      const tree = labelledTreeOf(page, labels);
      const pattern = Uint32Array.from(memory.tags, (tag) => labels.numberOf(memory.tagNames[tag]));
      const isCandidate = (node: number): boolean => !isText(page, node);
      return { candidates: bestSubtrees(pattern, tree, { score, keep: KEPT_CANDIDATES, isCandidate }) };
    },

    adapt(_memory: TagStringMemory, page: DomTree, node: number): TagStringMemory {
      return this.learn(page, node);
    },

    revive(stored: unknown): TagStringMemory | null {
      const memory = stored as Partial<TagStringMemory> | null;
      if (typeof memory !== "object" || memory?.tracer !== name || memory.version !== VERSION) return null;
      const { tags, tagNames } = memory;
      if (!Array.isArray(tags) || !Array.isArray(tagNames) || tags.length === 0) return null;
      const isReadable = tags.every((tag) => Number.isInteger(tag) && typeof tagNames[tag] === "string");
      return isReadable ? (memory as TagStringMemory) : null;
    },
  };
}
