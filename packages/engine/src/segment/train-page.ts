/**
 * The training phase of [page-fragmentation] section 7: from several captures of a page, a page index with an identifier
 * for every web component.
 *
 *   paper                here
 *   CV_p,t   Eq. 8       contentVector(capture t, component p)
 *   CCV_p    Eq. 9       intersection over the captures
 *   ICV_p    Eq. 10      CCV_p without what all components have
 *   weak     Eq. 11      ICV_p is contained in the ICV of another component (an empty one is in all)
 *   k                    number of captures kept
 *   signature, Fig. 3    PositionSignature
 *
 * As in the paper, captures whose fragmentation differs from that of the majority are rejected. Departures: of several
 * equally frequent fragmentations the newest is taken. A page of more than `MAX_COMPONENTS` keeps the first ones.
 */
import type { DomTree } from "../tree/dom-tree.ts";
import { hashString } from "../tree/hash.ts";
import { type ContentVector, contentVector, difference, intersection, isSubset, sizeOf } from "./content-vector.ts";
import { type BlockKinds, type IndexNode, type IndexTree, indexTree } from "./index-tree.ts";

/** Identifies a component by what only it contains in all captures. */
export interface ContentSignature {
  readonly kind: "content";
}

/** Identifies a component with no constant content of its own: figure 3, with the two sizes of its entry. */
export interface PositionSignature {
  readonly kind: "position";
  /** Sequence numbers of the nearest components with a content signature before and after it; -1 where there is none. */
  readonly previous: number;
  readonly next: number;
  /** Place in the series of components between those two, from 0. */
  readonly position: number;
}

export interface PageIndexEntry {
  readonly id: string;
  /** ICV_p: for a weak component empty, or contained in that of another. */
  readonly icv: ContentVector;
  readonly signature: ContentSignature | PositionSignature;
  /** "Text Size" and "Number of Images" of figure 3, from the newest capture. */
  readonly textLength: number;
  readonly images: number;
}

/** The output of the training phase. */
export interface PageIndex {
  readonly components: readonly PageIndexEntry[];
  /** Hash of the structure of the index tree. */
  readonly structure: number;
  /** Captures that agree with the fragmentation, and those that were rejected. */
  readonly captures: number;
  readonly rejected: number;
}

/** What becomes a node of the index tree, and which sizes are medium. */
export interface FragmentMode extends SizeBounds {
  readonly kinds: BlockKinds;
}

/** A page that is fragmented. */
export interface FragmentedPage {
  readonly tree: DomTree;
  readonly index: IndexTree;
  readonly components: readonly IndexNode[];
}

/** What is compared pairwise stays below a quarter of a million pairs. */
const MAX_COMPONENTS = 500;

/** Steps 1 to 4 of Algorithm 1. */
export function fragmentPage(tree: DomTree, mode: FragmentMode): FragmentedPage {
  const index = indexTree(tree, mode.kinds);
  const components = selectComponents(index, mode).slice(0, MAX_COMPONENTS);
  return { tree, index, components: components.map((at) => index.nodes[at]) };
}

/** Trains on captures of a page, oldest first. */
export function trainPage(captures: readonly DomTree[], mode: FragmentMode): PageIndex {
  const pages = captures.map((tree) => fragmentPage(tree, mode));
  const groups = [...Map.groupBy(pages, componentIds).values()];
  // later groups win ties, as they hold the newer captures
  const majority = groups.reduce((best, group) => (group.length >= best.length ? group : best), []);
  const vectors = majority.map(({ tree, components }) => components.map(({ node }) => contentVector(tree, node)));
  const newest = majority.at(-1);
  const ccvs = (newest?.components ?? []).map((_, at) => intersection(vectors.map((vector) => vector[at])));
  return {
    components: newest ? pageIndexEntries(newest.components, ccvs) : [],
    structure: newest ? structureOf(newest.index) : 0,
    captures: majority.length,
    rejected: captures.length - majority.length,
  };
}

/** Steps 3 and 4 of the training: identifiers and signatures from constant content. */
export function pageIndexEntries(
  components: readonly Pick<IndexNode, "id" | "textLength" | "images">[],
  ccvs: readonly ContentVector[],
): PageIndexEntry[] {
  const common = intersection(ccvs.length > 1 ? ccvs : []);
  const icvs = ccvs.map((ccv) => difference(ccv, common));
  // an empty ICV is a subset of all others; alone on its page it is weak as well
  const isWeak = icvs.map(
    (icv, at) => sizeOf(icv) === 0 || icvs.some((other, index) => index !== at && isSubset(icv, other)),
  );
  return components.map(({ id, textLength, images }, at) => ({
    id,
    icv: icvs[at],
    signature: isWeak[at] ? positionSignature(isWeak, at) : { kind: "content" },
    textLength,
    images,
  }));
}

function positionSignature(isWeak: readonly boolean[], at: number): PositionSignature {
  const previous = isWeak.lastIndexOf(false, at);
  return { kind: "position", previous, next: isWeak.indexOf(false, at), position: at - previous - 1 };
}

/** The identifiers of the components, as one string. */
export function componentIds({ components }: FragmentedPage): string {
  return components.map(({ id }) => id).join(" ");
}

/** A hash of the structure of the index tree: of the identifiers of all its nodes. */
export function structureOf(index: IndexTree): number {
  return hashString(index.nodes.map(({ id }) => id).join(" "));
}

// Which nodes of the index tree are web components: [page-fragmentation] section 4, Algorithm 1 step 4.
//
//   paper                     here
//   Ratio_p, Eq. 3            textLength of the node / textLength of the page
//   Number of content nodes   contentNodes
//   l, u, Eq. 5               lower, upper
//
// Departures: the scan prints relation (1) as "Average Ratio ≤ Ratio ≥ 2·Average Ratio"; with relations (2) and (5) and
// the text it is l ≤ Ratio_p · (number of content nodes) ≤ u. The root is the page itself and is never a component, nor
// does the refinement select it. A leaf that meets no criterion is a component all the same: the paper does not say so
// in section 4, but its figures 2 and 6 and section 12 show that "small leaf nodes are selected".

/** Which sizes are medium: l and u of Eq. 5. */
interface SizeBounds {
  readonly lower: number;
  readonly upper: number;
}

/** "Less than four children and less than five (in total) descendants (not including layout nodes)". */
const COMPLEX_CHILDREN = 4;
const COMPLEX_DESCENDANTS = 5;

/** The web components of a page, as indices into `nodes`, in document order. Linear. */
function selectComponents(index: IndexTree, bounds: SizeBounds): number[] {
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
