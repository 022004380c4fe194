/** Reads the mapping itself out of a comparison: [homepage-live] section 6.1, "by a similar process" as the distance. */
import type { Candidate, Ranking } from "../../tracer/tracer.ts";
import { KEPT_CANDIDATES } from "../../tracer/verdict.ts";
import { distanceOf, type LabelledTree, type Mapping } from "./labelled-tree.ts";
import { matchedNodes, type TreeComparison } from "./tree-comparison.ts";

/** Two subtrees, by their roots. */
type Pair = readonly [i: number, j: number];

/** A mapping of minimum edit distance. */
export function minimumMapping(comparison: TreeComparison): Mapping {
  const partner = readPartners(comparison, () => true);
  return { partner, distance: distanceOf(comparison.first, comparison.second, partner) };
}

/**
 * What `minimumMapping` gives as the partner of one node, or -1, without reading the rest of the mapping.
 *
 * @internal
 */
export function partnerOf(comparison: TreeComparison, node: number): number {
  const { end } = comparison.first;
  return readPartners(comparison, ([i]) => i <= node && node < end[i])[node];
}

/** Goes down from the roots with a stack, because pages may be deep, into the pairs that are wanted. */
function readPartners(comparison: TreeComparison, isWanted: (pair: Pair) => boolean): Int32Array {
  const { first, second } = comparison;
  const partner = new Int32Array(first.size).fill(-1);
  const open: Pair[] = first.size > 0 && second.size > 0 ? [[0, 0]] : [];
  while (open.length > 0) {
    const pair = open.pop() as Pair;
    const [i, j] = pair;
    const value = matchedNodes(comparison, i, j);
    if (value === 0) continue;
    if (value === first.end[i] - i && value === second.end[j] - j) {
      // everything is mapped, so the subtrees are equal and the mapping goes node by node
      for (let below = 0; below < value; below++) partner[i + below] = j + below;
      continue;
    }
    const aligned = first.label[i] === second.label[j] ? align(comparison, pair) : null;
    if (aligned && 1 + aligned.value === value) {
      partner[i] = j;
      for (const inner of aligned.pairs) if (isWanted(inner)) open.push(inner);
    } else {
      const inner = innerPair(comparison, pair);
      if (isWanted(inner)) open.push(inner);
    }
  }
  return partner;
}

/** Case 2: the child pairs of an alignment of greatest value, found backwards from its last corner. */
function align(comparison: TreeComparison, [i, j]: Pair): { value: number; pairs: Pair[] } {
  const rows = childrenOf(comparison.first, i);
  const columns = childrenOf(comparison.second, j);
  const stride = columns.length + 1;
  const table = new Uint16Array((rows.length + 1) * stride);
  for (let row = 0; row < rows.length; row++) {
    for (let column = 0; column < columns.length; column++) {
      const at = row * stride + column;
      const paired = table[at] + matchedNodes(comparison, rows[row], columns[column]);
      table[at + stride + 1] = Math.max(paired, table[at + 1], table[at + stride]);
    }
  }
  const pairs: Pair[] = [];
  let row = rows.length - 1;
  let column = columns.length - 1;
  while (row >= 0 && column >= 0) {
    const at = row * stride + column;
    const value = matchedNodes(comparison, rows[row], columns[column]);
    if (value > 0 && table[at + stride + 1] === table[at] + value) pairs.push([rows[row--], columns[column--]]);
    else if (table[at + stride + 1] === table[at + 1]) row--;
    else column--;
  }
  return { value: table[table.length - 1], pairs };
}

/** Case 3: the pair that kept the value, a child subtree of the second root first, then one of the first. */
function innerPair(comparison: TreeComparison, [i, j]: Pair): Pair {
  const value = matchedNodes(comparison, i, j);
  const inSecond = childrenOf(comparison.second, j).findLast((child) => matchedNodes(comparison, i, child) === value);
  if (inSecond !== undefined) return [i, inSecond];
  const inFirst = childrenOf(comparison.first, i).findLast((child) => matchedNodes(comparison, child, j) === value);
  return [inFirst as number, j];
}

function childrenOf(tree: LabelledTree, node: number): number[] {
  const children: number[] = [];
  for (let child = node + 1; child < tree.end[node]; child = tree.end[child]) children.push(child);
  return children;
}

// From a comparison of two trees to ranked candidates: the block's partner first, then what resembles the block.

/** The mapped element scores above this whatever it looks like, all others below. */
const MAPPED_FLOOR = 0.5;

export interface RankOptions {
  /** The page's node for a node of the compared tree, where that is not the whole page. */
  readonly nodeOf?: (compared: number) => number;
  /** Where the partner of the block must be, whatever the mapping of least distance says; anywhere where null. */
  readonly among?: ReadonlySet<number> | null;
}

export function rankMapped(comparison: TreeComparison, block: number, options: RankOptions = {}): Ranking {
  const { nodeOf = (compared) => compared, among = null } = options;
  const { first, second } = comparison;
  const read = partnerOf(comparison, block);
  const mapped = !among || among.has(read) ? read : mostAlike(comparison, block, among);
  const offered = mapped < 0 && among ? lowest(among) : mapped;
  const candidates: Candidate[] = [];
  for (let node = 0; node < second.size; node++) {
    if (second.label[node] !== first.label[block] && node !== offered) continue;
    const similarity = sharedNodes(comparison, block, node);
    const score = node === mapped ? MAPPED_FLOOR + (1 - MAPPED_FLOOR) * similarity : MAPPED_FLOOR * similarity;
    if (candidates.length === KEPT_CANDIDATES && score <= candidates[KEPT_CANDIDATES - 1].score) continue;
    const signals = { mapped: node === mapped ? 1 : 0, similarity };
    insert(candidates, { node: nodeOf(node), score, signals });
  }
  return { candidates };
}

/** The outermost of those that have most in common with the block; -1 where none has its label. */
function mostAlike(comparison: TreeComparison, block: number, among: ReadonlySet<number>): number {
  const { first, second } = comparison;
  let best = -1;
  for (const node of among) {
    if (second.label[node] !== first.label[block]) continue;
    if (best < 0 || sharedNodes(comparison, block, node) > sharedNodes(comparison, block, best)) best = node;
  }
  return best;
}

/**
 * The innermost of those that lie in one another, or -1: a block may have got another tag, which is asked about and not
 * taken for certain, because one Fix Node that has moved by chance may have drawn all of them away.
 */
function lowest(among: ReadonlySet<number>): number {
  return Math.max(-1, ...among);
}

/** Nodes that two subtrees have in common, as a share of all their nodes. */
function sharedNodes(comparison: TreeComparison, i: number, j: number): number {
  const { first, second } = comparison;
  return (2 * matchedNodes(comparison, i, j)) / (first.end[i] - i + second.end[j] - j);
}

/** Keeps the few best in order; one that equals an earlier one comes after it. */
function insert(candidates: Candidate[], candidate: Candidate): void {
  let rank = candidates.length;
  while (rank > 0 && candidates[rank - 1].score < candidate.score) rank--;
  candidates.splice(rank, 0, candidate);
  if (candidates.length > KEPT_CANDIDATES) candidates.pop();
}
