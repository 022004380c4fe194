/**
 * Which nodes of the index tree are web components: [page-fragmentation] section 4, Algorithm 1 step 4.
 *
 *   paper                     here
 *   Ratio_p, Eq. 3            textLength of the node / textLength of the page
 *   Number of content nodes   contentNodes
 *   l, u, Eq. 5               lower, upper
 *
 * Departures: the scan prints relation (1) as "Average Ratio ≤ Ratio ≥ 2·Average Ratio"; with relations (2) and (5) and
 * the text it is l ≤ Ratio_p · (number of content nodes) ≤ u. The root is the page itself and is never a component, nor
 * does the refinement select it. A leaf that meets no criterion is a component all the same: the paper does not say so
 * in section 4, but its figures 2 and 6 and section 12 show that "small leaf nodes are selected".
 */
import type { IndexTree } from "./index-tree.ts";

/** Which sizes are medium: l and u of Eq. 5. */
export interface SizeBounds {
  readonly lower: number;
  readonly upper: number;
}

/** "Less than four children and less than five (in total) descendants (not including layout nodes)". */
const COMPLEX_CHILDREN = 4;
const COMPLEX_DESCENDANTS = 5;

/** The web components of a page, as indices into `nodes`, in document order. Linear. */
export function selectComponents(index: IndexTree, bounds: SizeBounds): number[] {
  const below = contentBelow(index);
  const selected: number[] = [];
  const pending = [...index.top].reverse();
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    const { children } = index.nodes[at];
    if (isMediumSized(index, at, bounds) || children.length === 0 || isComplexComponent(index, at, below)) {
      selected.push(at);
    } else for (let child = children.length - 1; child >= 0; child--) pending.push(children[child]);
  }
  return [...new Set(selected.map((at) => refined(index, at)))];
}

/** Relation 5: neither too small nor too large in comparison with the whole page. */
function isMediumSized(index: IndexTree, at: number, { lower, upper }: SizeBounds): boolean {
  if (index.textLength === 0) return false;
  const relative = (index.nodes[at].textLength / index.textLength) * index.contentNodes;
  return lower <= relative && relative <= upper;
}

/** A body with a few tables around it for its layout or its title: one component. */
function isComplexComponent(index: IndexTree, at: number, below: Uint32Array): boolean {
  const children = index.nodes[at].children.filter((child) => !index.nodes[child].isLayout);
  return children.length < COMPLEX_CHILDREN && below[at] < COMPLEX_DESCENDANTS;
}

/** Number of descendants of each node that are not for layout only. */
function contentBelow(index: IndexTree): Uint32Array {
  const below = new Uint32Array(index.nodes.length);
  for (let at = index.nodes.length - 1; at >= 0; at--) {
    const { parent, isLayout } = index.nodes[at];
    if (parent >= 0) below[parent] += below[at] + (isLayout ? 0 : 1);
  }
  return below;
}

/** A component that is the single child of its father gives way to the father, again and again. */
function refined(index: IndexTree, at: number): number {
  let selected = at;
  for (;;) {
    const { parent } = index.nodes[selected];
    if (parent < 0 || index.nodes[parent].children.length > 1) return selected;
    selected = parent;
  }
}
