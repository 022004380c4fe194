/**
 * The minimum common subtree pair after [homepage-live] (Han et al., WWW 2007), definition 7 and Table 3: the smallest
 * pair of subtrees around the block that contain the same Fix Nodes.  Linear in the size of both trees.
 *
 *   paper     here                 paper      here
 *   S, S'     inFirst, inSecond    Fn(S)      the Fix Nodes in the range of S
 *   T, T'     first, second
 *
 * Departures: Table 3 climbs from a block until S "has more than two sub trees which have Fix Node"; its comment says
 * that S is then the lowest common ancestor of two Fix Nodes, so two such subtrees are enough.
 */
import type { LabelledTree } from "./labelled-tree.ts";

/** Roots of two subtrees. */
export interface SubtreePair {
  readonly inFirst: number;
  readonly inSecond: number;
  /** The root itself is a Fix Node: certainly mapped. */
  readonly isFixed: boolean;
}

/** Two trees with the nodes that are certainly mapped. */
export interface FixedTrees {
  readonly first: LabelledTree;
  readonly second: LabelledTree;
  /** For each node of the first tree its Fix Node in the second, or -1. */
  readonly partner: Int32Array;
}

export function minimumCommonPair(trees: FixedTrees, block: number): SubtreePair {
  const { first, partner } = trees;
  const counts = fixCounts(first.size, partner);
  let at = block;
  while (at !== 0 && partner[at] < 0 && !joinsFixNodes(first, counts, at)) at = first.parent[at];
  if (partner[at] >= 0) return { inFirst: at, inSecond: partner[at], isFixed: true };
  return at === 0 ? { inFirst: 0, inSecond: 0, isFixed: false } : equalisedPair(trees, counts, at);
}

/** True where two child subtrees have Fix Nodes: the node is the lowest common ancestor of two of them. */
function joinsFixNodes(tree: LabelledTree, counts: Uint32Array, node: number): boolean {
  let subtrees = 0;
  for (let child = node + 1; child < tree.end[node] && subtrees < 2; child = tree.end[child]) {
    if (counts[tree.end[child]] > counts[child]) subtrees++;
  }
  return subtrees === 2;
}

/** The while loop of Table 3: grows either side until both hold the same Fix Nodes. */
function equalisedPair({ first, second, partner }: FixedTrees, counts: Uint32Array, from: number): SubtreePair {
  const secondCounts = fixCounts(second.size, inverse(partner, second.size));
  // the partners of Fn(S) lie between these two, so that S' contains them all where it contains both
  const span = { low: second.size, high: -1 };
  widen(span, partner, [from, first.end[from]]);
  let inFirst = from;
  let inSecond = lowestWith(second, span, span.low);
  while (true) {
    const inside = secondCounts[second.end[inSecond]] - secondCounts[inSecond];
    const holdsAll = inSecond <= span.low && span.high < second.end[inSecond];
    if (holdsAll && inside === counts[first.end[inFirst]] - counts[inFirst]) {
      return { inFirst, inSecond, isFixed: partner[inFirst] === inSecond };
    }
    if (holdsAll) {
      const inner = inFirst;
      inFirst = first.parent[inner];
      widen(span, partner, [inFirst, inner]);
      widen(span, partner, [first.end[inner], first.end[inFirst]]);
    } else inSecond = second.parent[inSecond];
  }
}

/** Takes the partners of a range of the first tree's nodes into the span. */
function widen(
  span: { low: number; high: number },
  partner: Int32Array,
  [start, stop]: readonly [number, number],
): void {
  for (let node = start; node < stop; node++) {
    if (partner[node] < 0) continue;
    span.low = Math.min(span.low, partner[node]);
    span.high = Math.max(span.high, partner[node]);
  }
}

/** The lowest node at or above `from` whose subtree reaches over the span. */
function lowestWith(tree: LabelledTree, span: { high: number }, from: number): number {
  let node = from;
  while (span.high >= tree.end[node]) node = tree.parent[node];
  return node;
}

/** How many Fix Nodes come before each node. */
function fixCounts(size: number, partner: Int32Array): Uint32Array {
  const counts = new Uint32Array(size + 1);
  for (let node = 0; node < size; node++) counts[node + 1] = counts[node] + (partner[node] >= 0 ? 1 : 0);
  return counts;
}

function inverse(partner: Int32Array, size: number): Int32Array {
  const back = new Int32Array(size).fill(-1);
  for (let node = 0; node < partner.length; node++) if (partner[node] >= 0) back[partner[node]] = node;
  return back;
}
