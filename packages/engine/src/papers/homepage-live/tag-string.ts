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
import { type LabelledTree, Labels, labelledTreeOf } from "./labelled-tree.ts";

export interface TagStringMemory extends Memory {
  readonly tagNames: readonly string[];
  /** The block's tags in preorder, as indices into `tagNames`. */
  readonly tags: readonly number[];
}

const VERSION = 1;

export const tagString: Tracer<TagStringMemory> = tagStringTracer({
  name: "tag-string",
  about: "[homepage-live] 5.2 Tag String Matching: the subtree whose tag sequence has most in common with the block's",
  // `bench calibrate` on all labelled pages; on sites that it was not fitted on 31 % are found, 3 % of them wrong
  calibration: { bias: -4.326, score: 5.532, margin: 3.194, foundFrom: 0.77, goneBelow: 0 },
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

// Every subtree of a page against one tag sequence, in as few runs as there are places where subtrees end.

/** How alike two sequences are that have `common` tags in common, from their lengths; grows with `common`. */
export type TagScore = (common: number, patternLength: number, length: number) => number;

interface ScoredSubtree {
  readonly node: number;
  readonly score: number;
}

interface TagRunOptions {
  readonly score: TagScore;
  /** How many of the best to return. */
  readonly keep: number;
  /** Nodes that may be chosen. */
  readonly isCandidate: (node: number) => boolean;
  /** Words of bit-vector work after which no further run is begun. */
  readonly maxWork?: number;
}

/** About a second. Runs begin with those that can score highest, so that what is left out is least likely. */
const DEFAULT_MAX_WORK = 500_000_000;

/** Subtrees that end at the same place: each is a suffix of the one above it, so that one run from the end passes all. */
interface Run {
  readonly end: number;
  /** In document order, so from the largest to the smallest. */
  readonly nodes: readonly number[];
  /** What the best of them could score by its length alone. */
  readonly bound: number;
}

/**
 * The best subtrees, ties in document order: what comparing every subtree on its own would give.
 *
 * @internal
 */
export function bestSubtrees(pattern: Uint32Array, tree: LabelledTree, options: TagRunOptions): ScoredSubtree[] {
  const { score, keep, maxWork = DEFAULT_MAX_WORK } = options;
  const common = new CommonTags(pattern);
  const boundOf = (node: number): number => {
    const length = tree.end[node] - node;
    return score(Math.min(pattern.length, length), pattern.length, length);
  };
  const best: ScoredSubtree[] = [];
  let work = 0;
  for (const run of runsOf(tree, options.isCandidate, boundOf)) {
    const least = best.length < keep ? Number.NEGATIVE_INFINITY : best[keep - 1].score;
    if (run.bound < least || work > maxWork) break;
    const wanted = run.nodes.filter((node) => boundOf(node) >= least);
    common.start();
    let at = run.end;
    for (let rank = wanted.length - 1; rank >= 0; rank--) {
      while (at > wanted[rank]) common.prepend(tree.label[--at]);
      insert(best, { node: at, score: score(common.common(), pattern.length, run.end - at) }, keep);
    }
    work += (run.end - wanted[0] + wanted.length) * common.wordsPerTag;
  }
  return best;
}

/** The runs, those that can score highest first. */
function runsOf(tree: LabelledTree, isCandidate: (node: number) => boolean, boundOf: (node: number) => number): Run[] {
  const byEnd = new Map<number, number[]>();
  for (let node = 0; node < tree.size; node++) {
    if (!isCandidate(node)) continue;
    const nodes = byEnd.get(tree.end[node]);
    if (nodes) nodes.push(node);
    else byEnd.set(tree.end[node], [node]);
  }
  const runs: Run[] = [];
  for (const [end, nodes] of byEnd) {
    let bound = Number.NEGATIVE_INFINITY;
    for (const node of nodes) bound = Math.max(bound, boundOf(node));
    runs.push({ end, nodes, bound });
  }
  return runs.sort((a, b) => b.bound - a.bound);
}

function insert(best: ScoredSubtree[], subtree: ScoredSubtree, keep: number): void {
  let rank = best.length;
  while (rank > 0 && isBetter(subtree, best[rank - 1])) rank--;
  best.splice(rank, 0, subtree);
  if (best.length > keep) best.pop();
}

function isBetter(a: ScoredSubtree, b: ScoredSubtree): boolean {
  return a.score > b.score || (a.score === b.score && a.node < b.node);
}

// The length of the longest common subsequence of two tag sequences, by bit vectors: a row of the usual table is a set of
// bits and each tag of the text is one addition with carry (Hyyrö, "Bit-parallel LCS-length computation revisited", 2004).
// O(pattern / 30) a tag of the text.
//
// The text is read from its end to its start, so that one run gives the length for every suffix that it passes.

/** Bits a word: two words and a carry stay below 2^31, where integers are cheap. */
const WORD_BITS = 30;
const FULL_WORD = 0x3fff_ffff;

/**
 * A tag sequence made ready for comparison with many others.
 *
 * @internal
 */
export class CommonTags {
  readonly length: number;
  readonly #words: number;
  /** For each label the positions where the pattern, read backwards, has it: `#words` words a label. */
  readonly #positions: Int32Array;
  readonly #labelRow: Map<number, number>;
  /** Zero bits are where the row of the table grows by one. */
  readonly #row: Int32Array;

  constructor(pattern: Uint32Array) {
    this.length = pattern.length;
    this.#words = Math.max(1, Math.ceil(pattern.length / WORD_BITS));
    this.#labelRow = new Map();
    for (const label of pattern) if (!this.#labelRow.has(label)) this.#labelRow.set(label, this.#labelRow.size);
    this.#positions = new Int32Array(this.#labelRow.size * this.#words);
    for (let at = 0; at < pattern.length; at++) {
      const bit = pattern.length - 1 - at;
      const row = this.#labelRow.get(pattern[at]) as number;
      this.#positions[row * this.#words + Math.floor(bit / WORD_BITS)] |= 1 << (bit % WORD_BITS);
    }
    this.#row = new Int32Array(this.#words);
  }

  /** Words of work that each tag of a text costs. */
  get wordsPerTag(): number {
    return this.#words;
  }

  /** Starts with an empty text. */
  start(): void {
    this.#row.fill(FULL_WORD);
  }

  /** Puts one more tag before the text. */
  prepend(label: number): void {
    const labelRow = this.#labelRow.get(label);
    if (labelRow === undefined) return;
    const from = labelRow * this.#words;
    const row = this.#row;
    let carry = 0;
    for (let word = 0; word < this.#words; word++) {
      const bits = row[word];
      const hit = bits & this.#positions[from + word];
      const sum = bits + hit + carry;
      carry = sum >>> WORD_BITS;
      row[word] = (sum & FULL_WORD) | (bits - hit);
    }
  }

  /** Length of the longest common subsequence of the pattern and the text so far. */
  common(): number {
    let ones = 0;
    for (let word = 0; word < this.#words; word++) ones += popCount(this.#row[word]);
    return this.#words * WORD_BITS - ones;
  }
}

function popCount(bits: number): number {
  let pairs = bits - ((bits >>> 1) & 0x5555_5555);
  pairs = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((pairs + (pairs >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
