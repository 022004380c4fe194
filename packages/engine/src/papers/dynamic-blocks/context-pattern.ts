/**
 * The context pattern of [following-dynamic-blocks]: the texts and images close to the block, outside of it.
 *
 *   paper            here
 *   X = {text}       ContextPattern: hashes
 *   maxdistance      MAX_DISTANCE
 *   Sim_x (4.2)      share of the texts of X that are close to the candidate
 *
 * Candidates have at least one text of X close to them. A pattern merges by intersection (5.2.1) and may become empty.
 *
 * Departures: "relative visual distance" is taken as the distance between the two rectangles. A page without layout has
 * no distances: close are then the `CLOSE_LEAVES` leaves before and after the block in document order. Of more than
 * `MAX_TEXTS` texts those with the lowest hashes are kept, the same ones on every page.
 */
import type { DomTree } from "../../tree/dom-tree.ts";
import { contextByLayout, matchContextByLayout } from "./context-by-layout.ts";
import { contextByOrder, matchContextByOrder } from "./context-by-order.ts";
import type { PatternKind, PatternMatch } from "./pattern.ts";

/** Keys of the leaves close to the block, in rising order. */
export type ContextPattern = readonly number[];

const MAX_TEXTS = 120;

export const contextPattern: PatternKind<ContextPattern> = {
  of: contextOf,
  match: matchContext,
  merge: (earlier, sample) => earlier.filter((text) => sample.includes(text)),
  weightOf: (pattern) => pattern.length,
  revive: (stored) =>
    Array.isArray(stored) && stored.every((text) => Number.isFinite(text)) ? (stored as number[]) : null,
};

function contextOf(page: DomTree, node: number): ContextPattern {
  const texts = page.boxes ? contextByLayout(page, node) : contextByOrder(page, node);
  return [...texts].sort((a, b) => a - b).slice(0, MAX_TEXTS);
}

function matchContext(pattern: ContextPattern, page: DomTree): PatternMatch {
  const counts = page.boxes ? matchContextByLayout(pattern, page) : matchContextByOrder(pattern, page);
  const candidates: number[] = [];
  for (let node = 0; node < page.size; node++) if (counts[node] > 0) candidates.push(node);
  return { candidates, similarityOf: (node) => (counts[node] === 0 ? 0 : counts[node] / pattern.length) };
}
