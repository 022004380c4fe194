/** RoadRunner as [merged-history-tree] section 5.4 uses it: learn a wrapper from the versions of a page, then extract. */
import type { DomTree } from "../../tree/dom-tree.ts";
import { generalise, parseWith } from "./acme.ts";
import { type ElementItem, elementsOf, wrapperOf } from "./wrapper.ts";

/** A block of the page that the wrapper saw last: an item, and which of its occurrences. */
export interface WrapperPlace {
  readonly id: number;
  readonly rank: number;
}

/** Pages deeper than this get no wrapper: a wrapper is walked recursively. */
const MAX_DEPTH = 200;

/** The wrapper of all the pages, oldest first; null where they have none. */
export function learnWrapper(pages: readonly DomTree[]): ElementItem | null {
  let wrapper: ElementItem | null = null;
  let nextId = 0;
  for (const page of pages) {
    const sample = wrapperOf(page, nextId, MAX_DEPTH);
    nextId += page.size;
    if (!sample) return null;
    wrapper = wrapper ? generalise(wrapper, sample) : sample;
    if (!wrapper) return null;
  }
  return wrapper;
}

/** Where the wrapper holds a node of the page it learned from last; null where it does not. */
export function placeIn(wrapper: ElementItem, node: number): WrapperPlace | null {
  const item = elementsOf(wrapper).find(({ nodes }) => nodes.includes(node));
  return item ? { id: item.id, rank: item.nodes.indexOf(node) } : null;
}

/**
 * The node of a new page at a place of the wrapper, -1 where there is none. `parse` asks that the whole page fits the
 * wrapper, as RoadRunner does; `align` lets the page generalise the wrapper first.
 */
export function extractWith(
  wrapper: ElementItem,
  page: DomTree,
  options: { place: WrapperPlace; by: "parse" | "align" },
): number {
  const sample = wrapperOf(page, Number.MAX_SAFE_INTEGER - page.size, MAX_DEPTH);
  const fitted = sample && (options.by === "parse" ? parseWith(wrapper, sample) : generalise(wrapper, sample));
  if (!fitted) return -1;
  const nodes = elementsOf(fitted).find(({ id }) => id === options.place.id)?.nodes ?? [];
  return nodes[options.place.rank] ?? nodes[0] ?? -1;
}
