/** A remembered fingerprint laid over a page: what the signals compare the candidates with. */

import { siblingRanks } from "../../feature/derived.ts";
import { Overlap } from "../../feature/overlap.ts";
import type { PageIndex } from "../../feature/page-index.ts";
import type { Scratch } from "../../feature/scratch.ts";
import { KnownTokens } from "../../feature/stretch.ts";
import { keyOf, NO_LIMIT, type Sample, type TokenList } from "../../feature/token-list.ts";
import type { DomTree } from "../../tree/dom-tree.ts";
import { splitPath, trailOf } from "../../tree/path.ts";
import { type Mark, markOn } from "./ancestors.ts";
import { KnownListing, type Listing } from "./listing.ts";
import { measures, memberSets, neighbours, type Overlay, shortTexts } from "./measures.ts";
import { type ElementMark, type Fingerprint, tokensOfMark } from "./stored-features.ts";

export interface Reference {
  readonly print: Fingerprint;
  readonly path: PathOnPage;
  /** Number of the block's tag on the page, -1 where the page has no such tag. */
  readonly tag: number;
  /** By the lists of `measures.ts`. */
  readonly measures: readonly number[];
  readonly members: readonly (readonly number[])[];
  readonly neighbours: readonly (Mark | null)[];
  readonly texts: readonly KnownTokens[];
  readonly ancestors: Ancestors;
  readonly around: Surroundings;
  readonly children: ChildBag;
  readonly listing: KnownListing;
  readonly words: Overlap;
  readonly runs: Overlap;
  readonly patterns: Overlap;
  readonly links: Overlap;
  readonly linkDirs: Overlap;
  readonly images: Overlap;
  readonly namesInside: Overlap;
  readonly classes: Overlap;
  /** The block's own class tokens. */
  readonly ownClasses: Overlap;
}

export interface Ancestors {
  /** From the parent upwards. */
  readonly marks: readonly Mark[];
  /** How well they fit to those of candidates, by their parents, as far as it was asked. */
  readonly alignments: Map<number, number>;
  /** Their ids and class tokens, for whole subtrees and for the ancestors of one element. */
  readonly classes: Overlap;
  readonly tokens: KnownTokens;
}

/** The text runs around the block. */
interface Surroundings {
  readonly before: KnownTokens;
  readonly after: KnownTokens;
  /** Those of both sides, which are not in the block. */
  readonly all: Overlap;
}

/** The tags of the children taken as a bag. */
export interface ChildBag {
  /** How many children have each tag of the page. */
  readonly counts: Uint8Array;
  readonly total: number;
}

/** The remembered path on another page. */
export interface PathOnPage {
  /** The elements from the root on, as far as the page has them. */
  readonly trail: readonly number[];
  /** The element at its end, -1 where the page does not have it. */
  readonly end: number;
  /** Tags in the numbers of the page, and ranks, of all steps. */
  readonly tags: readonly number[];
  readonly ranks: readonly number[];
  /** The ranks of all nodes of the page. */
  readonly ranksOnPage: Uint32Array;
}

/** A page that is referred to; what is made of it is good until the scratch memory is reset. */
export interface PageContext {
  readonly tree: DomTree;
  readonly index: PageIndex;
  readonly scratch: Scratch;
}

/**
 * Lays a fingerprint over a page. The sights of one block have most of their parts in common: where the fingerprint of
 * the `twin` has the same part its own is taken, so that the same part in both references says the same by both.
 * Linear in the size of the fingerprint; what is linear in the page waits until it is asked for.
 */
export function referTo(print: Fingerprint, context: PageContext, sibling: Reference | null = null): Reference {
  const { tree, index } = context;
  const path = sibling?.print.path === print.path ? sibling.path : pathOnPage(print.path, tree);
  const ancestors = ancestorsOn(print, context, sibling);
  const overlay = { tree, atPath: path.end };
  const known = sibling && readingsOf(sibling.print, overlay);
  const own = readingsOf(print, overlay);
  const overlap = (sample: Sample, list: TokenList, known: Overlap | undefined): Overlap =>
    overlapWith(sample, { list, context, known: [known] });
  return {
    print,
    path,
    tag: tree.tagNames.indexOf(print.self.tag),
    measures: measures.ofMemory(print, overlay),
    members: own.members.map((set, at) =>
      known && isSameList(set, known.members[at]) ? sibling.members[at] : set.map(keyOf),
    ),
    neighbours: own.neighbours.map((mark, at) =>
      known && isSameMark(mark, known.neighbours[at]) ? sibling.neighbours[at] : mark && markOn(tree, mark),
    ),
    texts: own.texts.map((hashes, at) =>
      knownTokens(hashes, { list: index.words, context, known: sibling?.texts[at] }),
    ),
    ancestors,
    around: surroundingsOn(print, context, sibling),
    children:
      sibling && isSameList(print.children, sibling.print.children) ? sibling.children : childBag(print.children, tree),
    listing:
      sibling && isSameListing(print.listing, sibling.print.listing)
        ? sibling.listing
        : new KnownListing(print.listing),
    words: overlap(print.words, index.words, sibling?.words),
    runs: overlap(print.runs, index.runs, sibling?.runs),
    patterns: overlap(print.patterns, index.patterns, sibling?.patterns),
    links: overlap(print.links, index.links, sibling?.links),
    linkDirs: overlap(print.linkDirs, index.linkDirs, sibling?.linkDirs),
    images: overlap(print.images, index.images, sibling?.images),
    namesInside: overlap(print.namesInside, index.names, sibling?.namesInside),
    classes: overlap(print.classes, index.classes, sibling?.classes),
    ownClasses: overlap(all(distinct(print.self.classes)), index.classes, sibling?.ownClasses),
  };
}

function isSameListing(a: Listing, b: Listing): boolean {
  return a === b || (a.place === b.place && isSameList(a.names, b.names) && isSameList(a.links, b.links));
}

/** What a fingerprint says by itself, whatever the page. */
function readingsOf(print: Fingerprint, overlay: Overlay) {
  return {
    members: memberSets.ofMemory(print, overlay),
    neighbours: neighbours.ofMemory(print, overlay),
    texts: shortTexts.ofMemory(print, overlay),
  };
}

/** The overlap of a sample with a list of the page, one of those known where it is of the same sample. */
export function overlapWith(
  sample: Sample,
  { list, context, known }: { list: TokenList; context: PageContext; known: readonly (Overlap | undefined)[] },
): Overlap {
  for (const overlap of known) if (overlap && isSameSample(overlap.sample, sample)) return overlap;
  return new Overlap(sample, list, context.scratch);
}

function knownTokens(
  hashes: readonly number[],
  { list, context, known }: { list: TokenList; context: PageContext; known: KnownTokens | undefined },
): KnownTokens {
  return known && isSameList(known.hashes, hashes) ? known : new KnownTokens(hashes, list, context.scratch);
}

function ancestorsOn(print: Fingerprint, { tree, index, scratch }: PageContext, sibling: Reference | null): Ancestors {
  if (sibling && areSameMarks(print.ancestors, sibling.print.ancestors)) return sibling.ancestors;
  const tokens = distinct(print.ancestors.flatMap(tokensOfMark));
  return {
    marks: print.ancestors.map((mark) => markOn(tree, mark)),
    alignments: new Map(),
    classes: new Overlap(all(tokens), index.classes, scratch),
    tokens: new KnownTokens(tokens, index.classes, scratch),
  };
}

function surroundingsOn(print: Fingerprint, context: PageContext, sibling: Reference | null): Surroundings {
  const list = context.index.runs;
  const [before, after] = [distinct(print.before), distinct(print.after)];
  return {
    before: knownTokens(before, { list, context, known: sibling?.around.before }),
    after: knownTokens(after, { list, context, known: sibling?.around.after }),
    all: overlapWith(all(distinct([...before, ...after])), { list, context, known: [sibling?.around.all] }),
  };
}

function all(hashes: readonly number[]): Sample {
  return { hashes, limit: NO_LIMIT };
}

/** Few hashes, each once, as `keyOf` makes them: quicker than a set. */
function distinct(hashes: readonly number[]): number[] {
  const keys: number[] = [];
  for (const hash of hashes) if (!keys.includes(keyOf(hash))) keys.push(keyOf(hash));
  return keys;
}

function pathOnPage(path: string, tree: DomTree): PathOnPage {
  const steps = splitPath(path);
  const trail = trailOf(tree, steps);
  return {
    trail,
    end: trail.length === steps.length ? trail[trail.length - 1] : -1,
    tags: steps.map(({ tag }) => tree.tagNames.indexOf(tag)),
    ranks: steps.map(({ index }) => index),
    ranksOnPage: siblingRanks(tree),
  };
}

function childBag(children: readonly string[], tree: DomTree): ChildBag {
  const counts = new Uint8Array(tree.tagNames.length);
  for (const tag of children) {
    const number = tree.tagNames.indexOf(tag);
    if (number >= 0) counts[number]++;
  }
  return { counts, total: children.length };
}

// Whether two remembered things are the same: cheap where they are not, which mostly shows at once.

/**
 * The same members in the same order.
 *
 * @internal
 */
export function isSameList<T extends number | string>(a: readonly T[], b: readonly T[]): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

/** @internal */
export function isSameSample(a: Sample, b: Sample): boolean {
  return a.limit === b.limit && isSameList(a.hashes, b.hashes);
}

/**
 * Up to the rank among the siblings, which no comparison of marks reads.
 *
 * @internal
 */
export function isSameMark(a: ElementMark | null | undefined, b: ElementMark | null | undefined): boolean {
  if (!a || !b) return a === b;
  return a.tag === b.tag && a.id === b.id && isSameList(a.classes, b.classes);
}

/** @internal */
export function areSameMarks(a: readonly ElementMark[], b: readonly ElementMark[]): boolean {
  return a.length === b.length && a.every((mark, at) => isSameMark(mark, b[at]));
}
