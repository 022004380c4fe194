/**
 * The reduced trees after [homepage-live] (Han et al., WWW 2007), section 6.3.2: of a common subtree pair, what is left
 * when the parts that Fix Nodes settle are cut off. Kept are the path from the root to the block, the block's own subtree,
 * and what no Fix Node lies in.
 *
 * Departures: the rule speaks of "the path from the root to the tracing block", which is known in the old page only. In
 * the new page the same is cut: from the partner of a cut Fix Node as many levels up as were cut in the old page, while
 * the tags stay the same and no Fix Node from elsewhere comes in. Fix Nodes that are kept on both sides get a label of
 * their own, so that they can only be mapped to each other: they are mapped already (section 6.3: "definitely mapped").
 * A mapping keeps ancestors (definition 5), so the partner of a block with Fix Nodes in it is one that holds their
 * partners; that both hold the same ones is not asked, because one that has moved by chance would rule out the right one.
 */
import type { LabelledTree } from "./labelled-tree.ts";

/** Above every number of a tag. */
const FIRST_FIX_LABEL = 0x8000_0000;

export interface ReducedTree {
  readonly tree: LabelledTree;
  /** The number that each node has in the tree it was taken from. */
  readonly nodeOf: Uint32Array;
}

export interface PairToReduce extends SubtreePair {
  /** What Fix Nodes of the block moved into is not cut off, though it is settled itself: where all of them left it. */
  readonly keepsMoved?: boolean;
}

export interface ReducedPair {
  readonly first: ReducedTree;
  readonly second: ReducedTree;
}

/** Linear in the sizes of the trees but for the branches that are climbed more than once. */
export function reducePair(trees: FixedTrees, pair: PairToReduce, block: number): ReducedPair {
  const { first, second } = trees;
  const isCutInFirst = new Uint8Array(first.size);
  const isCutInSecond = new Uint8Array(second.size);
  const oldSpans = spansOfPartners(trees);
  const holdsMoved = pair.keepsMoved ? holdersOfBlock(trees, block) : null;
  for (const top of settledBranches(trees, pair.inFirst, block)) {
    isCutInFirst[top] = 1;
    for (let node = top; node < first.end[top]; node++) {
      if (trees.partner[node] < 0) continue;
      const counterpart = counterpartOf(trees, { top, node, limit: pair.inSecond, oldSpans, isCut: isCutInSecond });
      if (counterpart >= 0 && !holdsMoved?.[counterpart]) isCutInSecond[counterpart] = 1;
    }
  }
  const reduced = {
    first: withoutCut(first, pair.inFirst, isCutInFirst),
    second: withoutCut(second, pair.inSecond, isCutInSecond),
  };
  labelFixNodes(trees, reduced);
  return reduced;
}

/** Gives each pair of kept Fix Nodes a label that no tag has. */
function labelFixNodes({ second, partner }: FixedTrees, reduced: ReducedPair): void {
  const placeOf = new Int32Array(second.size).fill(-1);
  for (let at = 0; at < reduced.second.tree.size; at++) placeOf[reduced.second.nodeOf[at]] = at;
  for (let at = 0; at < reduced.first.tree.size; at++) {
    const node = partner[reduced.first.nodeOf[at]];
    const place = node < 0 ? -1 : placeOf[node];
    if (place < 0) continue;
    const label = FIRST_FIX_LABEL + at;
    reduced.first.tree.label[at] = label;
    reduced.second.tree.label[place] = label;
  }
}

/**
 * The nodes of the second tree that hold the partners of all Fix Nodes in a node of the first, and are nobody else's
 * partner themselves; null where it has no Fix Nodes, or the pair does not hold all their partners.
 */
export function holdersOfPartners(trees: FixedTrees, reduced: ReducedPair, at: number): ReadonlySet<number> | null {
  const { first, second } = reduced;
  const span = { low: trees.second.size, high: -1 };
  const [node, last] = [first.nodeOf[at], first.nodeOf[first.tree.end[at] - 1]];
  widen(span, trees.partner, [node + 1, last + 1]);
  const within = trees.second.end[second.nodeOf[0]];
  if (span.high < 0 || span.low < second.nodeOf[0] || span.high >= within) return null;
  const partnerOfSecond = inverse(trees.partner, trees.second.size);
  const holders = new Set<number>();
  for (let place = 0; place < second.tree.size; place++) {
    const holder = second.nodeOf[place];
    if (holder >= span.low || span.high >= trees.second.end[holder]) continue;
    if (partnerOfSecond[holder] < 0 || partnerOfSecond[holder] === node) holders.add(place);
  }
  return holders;
}

/**
 * True where all Fix Nodes in the block went out of the pair. Only a pair whose roots are a Fix Node can miss some:
 * any other holds the same ones on both sides.
 */
export function haveFixNodesLeft({ first, second, partner }: FixedTrees, pair: SubtreePair, block: number): boolean {
  let outside = 0;
  for (let node = block + 1; node < first.end[block]; node++) {
    if (partner[node] < 0) continue;
    if (partner[node] > pair.inSecond && partner[node] < second.end[pair.inSecond]) return false;
    outside++;
  }
  return outside > 0;
}

/** The subtrees beside the path from the root to the block that have a Fix Node in them. */
function settledBranches({ first, partner }: FixedTrees, root: number, block: number): number[] {
  const branches: number[] = [];
  for (let onPath = block; onPath !== root; onPath = first.parent[onPath]) {
    const parent = first.parent[onPath];
    for (let child = parent + 1; child < first.end[parent]; child = first.end[child]) {
      if (child !== onPath && hasFixNode(partner, child, first.end[child])) branches.push(child);
    }
  }
  return branches;
}

/** Marks the nodes of the second tree that hold the partner of a Fix Node of the block. */
function holdersOfBlock({ first, second, partner }: FixedTrees, block: number): Uint8Array {
  const isMarked = new Uint8Array(second.size);
  for (let node = block; node < first.end[block]; node++) {
    for (let at = partner[node]; at >= 0 && !isMarked[at]; at = second.parent[at]) isMarked[at] = 1;
  }
  return isMarked;
}

function hasFixNode(partner: Int32Array, start: number, stop: number): boolean {
  for (let node = start; node < stop; node++) if (partner[node] >= 0) return true;
  return false;
}

interface Climb {
  /** The subtree that was cut off in the first tree, and a Fix Node in it. */
  readonly top: number;
  readonly node: number;
  /** The root of the second subtree, which is never cut. */
  readonly limit: number;
  readonly oldSpans: PartnerSpans;
  /** What is cut already need not be climbed again. */
  readonly isCut: Uint8Array;
}

/** The node of the second tree to cut for a Fix Node of the first, or -1 where it lies outside of the pair. */
function counterpartOf({ first, second, partner }: FixedTrees, climb: Climb): number {
  const { top, limit, oldSpans, isCut } = climb;
  let old = climb.node;
  let at = partner[old];
  if (at <= limit || at >= second.end[limit]) return -1;
  while (old !== top && !isCut[at]) {
    const above = second.parent[at];
    const isSame = above !== limit && first.label[first.parent[old]] === second.label[above];
    if (!isSame || oldSpans.low[above] < top || oldSpans.high[above] >= first.end[top]) return at;
    at = above;
    old = first.parent[old];
  }
  return at;
}

/** For each node of the second tree, the first and last node of the first tree that Fix Nodes below it belong to. */
interface PartnerSpans {
  readonly low: Int32Array;
  readonly high: Int32Array;
}

function spansOfPartners({ first, second, partner }: FixedTrees): PartnerSpans {
  const low = new Int32Array(second.size).fill(first.size);
  const high = new Int32Array(second.size).fill(-1);
  for (let node = 0; node < first.size; node++) {
    if (partner[node] >= 0) low[partner[node]] = high[partner[node]] = node;
  }
  for (let node = second.size - 1; node > 0; node--) {
    const parent = second.parent[node];
    low[parent] = Math.min(low[parent], low[node]);
    high[parent] = Math.max(high[parent], high[node]);
  }
  return { low, high };
}

/** The subtree at `root` without the subtrees that are cut. */
function withoutCut(tree: LabelledTree, root: number, isCut: Uint8Array): ReducedTree {
  const kept: number[] = [];
  for (let node = root; node < tree.end[root]; ) {
    if (isCut[node]) node = tree.end[node];
    else kept.push(node++);
  }
  const size = kept.length;
  const nodeOf = Uint32Array.from(kept);
  const parent = new Int32Array(size).fill(-1);
  const end = new Uint32Array(size);
  const label = new Uint32Array(size);
  const path: number[] = [];
  for (let at = 0; at < size; at++) {
    while (path.length > 0 && tree.end[nodeOf[path[path.length - 1]]] <= nodeOf[at]) end[path.pop() as number] = at;
    if (path.length > 0) parent[at] = path[path.length - 1];
    label[at] = tree.label[nodeOf[at]];
    path.push(at);
  }
  for (const open of path) end[open] = size;
  return { tree: { size, parent, end, label }, nodeOf };
}

// The minimum common subtree pair after [homepage-live] (Han et al., WWW 2007), definition 7 and Table 3: the smallest
// pair of subtrees around the block that contain the same Fix Nodes.  Linear in the size of both trees.
//
//   paper     here                 paper      here
//   S, S'     inFirst, inSecond    Fn(S)      the Fix Nodes in the range of S
//   T, T'     first, second
//
// Departures: Table 3 climbs from a block until S "has more than two sub trees which have Fix Node"; its comment says
// that S is then the lowest common ancestor of two Fix Nodes, so two such subtrees are enough.

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
