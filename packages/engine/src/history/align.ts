/**
 * The alignment of a history with a page after [merged-history-tree] section 4.1: a restricted top-down mapping (RTDM,
 * Reis et al., WWW 2004) of least cost. Pairs have the same tag, the parents of a pair are a pair, and the order of
 * siblings is kept; the cost is in costs.ts. O(pairs of nodes at the same depth below paired candidates), at most
 * `maxCells`.
 *
 * The recursion of the paper over pairs of subtrees is unrolled: pairs are listed from the roots down, their costs are
 * added up from the last pair to the first, and the mapping is read from the roots down again.
 *
 * Equal subtrees at both ends of two lists of children are paired at once. This keeps the cost: let a, b be the first
 * children, with D(a, b) = 0. Were a paired with another b' in a best mapping, b and all before b' would be insertions;
 * pairing a with b and inserting b' instead costs q·|b'| − q·|b| − D(a, b') ≤ 0 more, as D(a, b') ≥ q·||a| − |b'|| and
 * |a| = |b|; the same for b and another a', and pairing beats leaving both unpaired. D(a, b) = 0 is known from hashes
 * where every version has all of a, so that v is 0 as well, and one version has the content of b.
 *
 * Departures: RTDM stops comparing where the cost passes a threshold ε; this one always finds the optimum within the
 * budget. Where the budget does not allow to compare all children of a pair with each other, they are paired by
 * `anchorPairs`, and `isExact` says so. The hidden nodes of a bounded history count as matched as far as sizes allow.
 */
import type { DomTree } from "../tree/dom-tree.ts";
import { type AlignSides, alignSides } from "./align-sides.ts";
import { DELETE_COST, INSERT_COST } from "./costs.ts";
import type { HistoryTree } from "./history-tree.ts";
import { listPairs } from "./list-pairs.ts";
import { addUpCosts, readMapping } from "./map-children.ts";
import type { NodePair } from "./pair-grid.ts";

/** About 100 MB and a second at the very most; nine versions of real pages of 8,000 nodes take a third of it. */
const MAX_CELLS = 3_000_000;

export interface AlignOptions {
  /** Upper bound on the pairs of nodes to compare. */
  readonly maxCells?: number;
}

export interface Alignment {
  /** For each node of the page its partner in the history, or -1. */
  readonly partner: Int32Array;
  readonly cost: number;
  /** False where the budget forced some children to be paired without comparing all of them. */
  readonly isExact: boolean;
}

/** Aligns a history with a newer page. */
export function align(history: HistoryTree, page: DomTree, options: AlignOptions = {}): Alignment {
  return alignRoots(alignSides(history, page), options);
}

/** The same with sides that are prepared already. */
export function alignRoots(sides: AlignSides, options: AlignOptions = {}): Alignment {
  const { history, page } = sides;
  const partner = new Int32Array(page.size).fill(-1);
  if (history.size === 0 || page.size === 0 || history.tag[0] !== sides.pageTag[0]) {
    return { partner, cost: history.size * DELETE_COST + page.size * INSERT_COST, isExact: true };
  }
  const pairs = listPairs(sides, { x: 0, y: 0 }, options.maxCells ?? MAX_CELLS);
  const cost = addUpCosts(pairs);
  readMapping(pairs, partner);
  return { partner, cost, isExact: pairs.isExact };
}

/** The cost of the best mapping between one subtree of the history and one of the page, Infinity if the tags differ. */
export function subtreeCost(sides: AlignSides, pair: NodePair, options: AlignOptions = {}): number {
  if (sides.history.tag[pair.x] !== sides.pageTag[pair.y]) return Number.POSITIVE_INFINITY;
  return addUpCosts(listPairs(sides, pair, options.maxCells ?? MAX_CELLS));
}
