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
import { type SizeBounds, selectComponents } from "./fragment-page.ts";
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
