/** How alike a subtree of a history and one of a page are, from 0 to 1, read from the cost of their best mapping. */
import { type AlignOptions, subtreeCost } from "../../history/align.ts";
import type { AlignSides } from "../../history/align-sides.ts";
import { INSERT_COST, VALUE_COST } from "../../history/costs.ts";
import type { NodePair } from "../../history/pair-grid.ts";

/** Share of the similarity that equal structure alone can give; the rest needs equal values. */
const STRUCTURE_SHARE = 0.5;

/**
 * Share of nodes that the mapping pairs, times how many of the pairs have equal values. Insertions and deletions cost
 * the same, so the parts of the cost tell how many nodes are unpaired and how many pairs differ.
 */
export function subtreeSimilarity(sides: AlignSides, pair: NodePair, options: AlignOptions = {}): number {
  const cost = subtreeCost(sides, pair, options);
  if (cost === Number.POSITIVE_INFINITY) return 0;
  const nodes = sides.weight[pair.x] + sides.page.end[pair.y] - pair.y;
  const unpaired = Math.floor(cost / INSERT_COST);
  const pairs = Math.max(1, (nodes - unpaired) / 2);
  const differing = Math.min(pairs, Math.floor((cost % INSERT_COST) / VALUE_COST));
  return ((nodes - unpaired) / nodes) * (STRUCTURE_SHARE + (1 - STRUCTURE_SHARE) * (1 - differing / pairs));
}
