/** From a comparison of two trees to ranked candidates: the block's partner first, then what resembles the block. */

import type { Candidate, Ranking } from "../../tracer/tracer.ts";
import { KEPT_CANDIDATES } from "../../tracer/verdict.ts";
import { partnerOf } from "./minimum-mapping.ts";
import { matchedNodes, type TreeComparison } from "./tree-comparison.ts";

/** The mapped element scores above this whatever it looks like, all others below. */
const MAPPED_FLOOR = 0.5;

/** `nodeOf` gives the page's node for a node of the compared tree, where that is not the whole page. */
export function rankMapped(
  comparison: TreeComparison,
  block: number,
  nodeOf: (compared: number) => number = (compared) => compared,
): Ranking {
  const { first, second } = comparison;
  const mapped = partnerOf(comparison, block);
  const candidates: Candidate[] = [];
  for (let node = 0; node < second.size; node++) {
    if (second.label[node] !== first.label[block]) continue;
    const similarity = sharedNodes(comparison, block, node);
    const score = node === mapped ? MAPPED_FLOOR + (1 - MAPPED_FLOOR) * similarity : MAPPED_FLOOR * similarity;
    if (candidates.length === KEPT_CANDIDATES && score <= candidates[KEPT_CANDIDATES - 1].score) continue;
    const signals = { mapped: node === mapped ? 1 : 0, similarity };
    insert(candidates, { node: nodeOf(node), score, signals });
  }
  return { candidates };
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
