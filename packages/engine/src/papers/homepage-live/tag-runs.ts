/** Every subtree of a page against one tag sequence, in as few runs as there are places where subtrees end. */
import { CommonTags } from "./common-tags.ts";
import type { LabelledTree } from "./labelled-tree.ts";

/** How alike two sequences are that have `common` tags in common, from their lengths; grows with `common`. */
export type TagScore = (common: number, patternLength: number, length: number) => number;

export interface ScoredSubtree {
  readonly node: number;
  readonly score: number;
}

export interface TagRunOptions {
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

/** The best subtrees, ties in document order: what comparing every subtree on its own would give. */
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
