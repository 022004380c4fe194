/**
 * The update phase of [page-fragmentation] section 8: finds every trained component on a new capture, with Algorithm 2
 * (the fragmentation correction algorithm) where the fragmentation came out otherwise.
 *
 * As the listing of Algorithm 2 in the paper is garbled, this is how it is read: equal identifiers need no correction;
 * with equally many components, signatures decide, and what they leave open, the order of appearance; with another
 * number but the structure of the training, identifiers decide; otherwise the page is fragmented again, coarser where
 * it fell into too many components and finer where into too few, up to `MAX_TRIES` times, and at last the closest match
 * on the initial fragmentation is taken.
 *
 * Departures: "its parameters set to produce larger (and less)" components is not quantified; u is multiplied or divided
 * by a step of which four lead from u down to l. The listing's counter allows three, its description four tries.
 */
import type { DomTree } from "../tree/dom-tree.ts";
import { ComponentMatching } from "./component-matching.ts";
import {
  componentIds,
  type FragmentedPage,
  type FragmentMode,
  fragmentPage,
  type PageIndex,
  structureOf,
} from "./train-page.ts";

/** How the components were found. */
export type UpdateWay = "unchanged" | "signatures" | "order" | "structure" | "closest";

export interface PageUpdate {
  /** Element of the new page for each trained component, -1 where none is left for it. */
  readonly nodes: readonly number[];
  /** For each trained component whether its content signature fits the element. */
  readonly isSigned: readonly boolean[];
  readonly way: UpdateWay;
  /** How often the page was fragmented again. */
  readonly tries: number;
  /** The fragmentation that the components were taken from. */
  readonly page: FragmentedPage;
}

const MAX_TRIES = 4;

/** Finds the components of a trained page on a new capture of it. */
export function updatePage(trained: PageIndex, tree: DomTree, mode: FragmentMode): PageUpdate {
  const initial = fragmentPage(tree, mode);
  const step = (mode.upper / mode.lower) ** (1 / MAX_TRIES);
  let page = initial;
  let { upper } = mode;
  for (let tries = 0; tries <= MAX_TRIES; tries++) {
    const found = withoutRetry(trained, page);
    if (found) return { ...found, tries, page };
    upper = page.components.length > trained.components.length ? upper * step : upper / step;
    page = fragmentPage(tree, { ...mode, upper });
  }
  const matching = new ComponentMatching(trained, initial);
  matching.bySignature();
  matching.byPosition();
  matching.byCloseness();
  return { ...matching.result(), way: "closest", tries: MAX_TRIES, page: initial };
}

/** Null where the page should be fragmented again. */
function withoutRetry(trained: PageIndex, page: FragmentedPage): Omit<PageUpdate, "tries" | "page"> | null {
  const matching = new ComponentMatching(trained, page);
  const trainedIds = trained.components.map(({ id }) => id).join(" ");
  if (componentIds(page) === trainedIds) {
    matching.byOrder();
    return { ...matching.result(), way: "unchanged" };
  }
  if (page.components.length === trained.components.length) {
    matching.bySignature();
    const isComplete = matching.isComplete(({ signature }) => signature.kind === "content");
    matching.byPosition();
    matching.byOrder();
    return { ...matching.result(), way: isComplete ? "signatures" : "order" };
  }
  if (structureOf(page.index) !== trained.structure) return null;
  matching.byId();
  return { ...matching.result(), way: "structure" };
}
