/** What can be told of one element of a page by itself and its surroundings, as it is remembered of a block. */
import { type PageIndex, pageIndex, tokenOf } from "../../feature/page-index.ts";
import { keyOf, type Sample, sampleOf } from "../../feature/token-list.ts";
import { type DomTree, tagOf } from "../../tree/dom-tree.ts";
import { pathOf, rankOf } from "../../tree/path.ts";
import { type Seat, seatOf } from "./layout.ts";
import { type Listing, listingOf } from "./listing.ts";
import { type Name, nameAbove, nameInside, nameOfUnit, namesakesOf } from "./naming.ts";
import {
  alikeSiblings,
  nextElement,
  previousElement,
  type RepeatedUnit,
  runsAfter,
  runsBefore,
  shareOfParent,
  spreadOf,
  unitOf,
  wrappersAbove,
  wrappersBelow,
} from "./surroundings.ts";
import { headingAbove, headingInside, outerRuns, type Wording, wordingOf } from "./wording.ts";

/** An element by what its own tag says. */
export interface ElementMark {
  readonly tag: string;
  readonly id: number;
  readonly classes: readonly number[];
  /** Position among the siblings of the same tag, from 1. */
  readonly rank: number;
}

export interface StoredFeatures extends Wording {
  readonly path: string;
  readonly self: ElementMark;
  /** Other attributes of the element: `name` and `name=value` as tokens. */
  readonly attributes: readonly number[];
  /** From the parent upwards, at most `MAX_ANCESTORS`. */
  readonly ancestors: readonly ElementMark[];
  /** Words of the names of the element itself, and of the two elements around it. */
  readonly names: readonly number[];
  readonly namesAround: readonly number[];
  /** What a person calls it, what stands right above it, and what the repeated thing is called that it is part of. */
  readonly name: Name;
  readonly nameAbove: Name;
  readonly unitName: Name;
  /** How many of the elements like it have the same name. */
  readonly namesakes: number;
  readonly listing: Listing;
  /** Counts over the subtree. */
  readonly counts: BlockCounts;
  /** Tags of the children, at most `MAX_CHILDREN`. */
  readonly children: readonly string[];
  /** First and last text run of the block. */
  readonly firstRun: number;
  readonly lastRun: number;
  /** The first heading inside, 0 where there is none. */
  readonly headingInside: number;
  /** The last heading above, 0 where there is none. */
  readonly headingAbove: number;
  /** The text runs right before (nearest first) and right after the block. */
  readonly before: readonly number[];
  readonly after: readonly number[];
  /** The element siblings next to it; null at the ends. */
  readonly previous: ElementMark | null;
  readonly next: ElementMark | null;
  /** Among the siblings that look alike: how many before it, and how many in all. */
  readonly alikeBefore: number;
  readonly alike: number;
  readonly unit: RepeatedUnit;
  /** Levels of pure wrappers with the same text directly above and below. */
  readonly wrappersAbove: number;
  readonly wrappersBelow: number;
  /** Share of its words in its largest child, and its share of its parent's words. */
  readonly spread: number;
  readonly shareOfParent: number;
  /** Where in the page it begins, from 0 to 1, by text. */
  readonly place: number;
}

export interface BlockCounts {
  readonly elements: number;
  readonly words: number;
  readonly runs: number;
  readonly links: number;
  readonly images: number;
}

export const MAX_ANCESTORS = 10;
export const MAX_CHILDREN = 40;
const MAX_ATTRIBUTES = 24;
const MAX_OWN_NAMES = 16;

/** The traits of an element. Linear in its depth, its number of siblings and children. */
function storedFeaturesOf(tree: DomTree, node: number): StoredFeatures {
  const index = pageIndex(tree);
  const end = tree.end[node];
  const [firstRun, lastRun] = outerRuns(index, node, end);
  const unit = unitOf(tree, index, node);
  return {
    path: pathOf(tree, node),
    self: markOf(tree, index, node),
    attributes: otherAttributes(tree, node),
    ancestors: marksAbove(tree, index, node),
    names: hashesOf(nameKeys(index, node)),
    namesAround: hashesOf(nameKeysAround(tree, index, node)),
    counts: countsOf(index, node, end),
    children: childTags(tree, node),
    ...wordingOf(tree, index, node),
    firstRun,
    lastRun,
    headingInside: headingInside(tree, index, node),
    headingAbove: headingAbove(tree, index, node),
    before: runsBefore(index, node),
    after: runsAfter(index, end),
    previous: markOrNone(tree, index, previousElement(tree, node)),
    next: markOrNone(tree, index, nextElement(tree, node)),
    ...alikeSiblings(tree, index, node),
    unit,
    name: nameInside(tree, index, node),
    nameAbove: nameAbove(tree, index, node),
    unitName: nameOfUnit(tree, index, node, unit.levels),
    namesakes: namesakesOf(tree, index, node),
    listing: listingOf(tree, index, node, unit),
    wrappersAbove: wrappersAbove(tree, index, node),
    wrappersBelow: wrappersBelow(tree, index, node),
    spread: spreadOf(tree, index, node),
    shareOfParent: shareOfParent(tree, index, node),
    place: placeOf(index, node),
  };
}

function markOf(tree: DomTree, index: PageIndex, node: number): ElementMark {
  return { tag: tagOf(tree, node), id: index.id[node], classes: ownClasses(index, node), rank: rankOf(tree, node) };
}

function marksAbove(tree: DomTree, index: PageIndex, node: number): ElementMark[] {
  const marks: ElementMark[] = [];
  for (let at = tree.parent[node]; at >= 0 && marks.length < MAX_ANCESTORS; at = tree.parent[at]) {
    marks.push(markOf(tree, index, at));
  }
  return marks;
}

function markOrNone(tree: DomTree, index: PageIndex, node: number): ElementMark | null {
  return node < 0 ? null : markOf(tree, index, node);
}

/** Class tokens of the element itself. */
function ownClasses(index: PageIndex, node: number): number[] {
  const own = index.classes.hash.subarray(index.classes.start[node], index.classes.start[node + 1]);
  return Array.from(own).filter((token) => token !== index.id[node]);
}

/** Words of the names of the element itself, as `keyOf` makes them: lists of small integers are quick to look through. */
export function nameKeys({ names: { hash, start } }: PageIndex, node: number): number[] {
  const keys: number[] = [];
  for (let place = start[node]; place < start[node + 1] && keys.length < MAX_OWN_NAMES; place++) {
    const key = keyOf(hash[place]);
    if (!keys.includes(key)) keys.push(key);
  }
  return keys;
}

/** Words of the names of its parent and the parent of that. */
export function nameKeysAround(tree: DomTree, index: PageIndex, node: number): number[] {
  const parent = tree.parent[node];
  if (parent < 0) return [];
  const keys = nameKeys(index, parent);
  if (tree.parent[parent] < 0) return keys;
  for (const key of nameKeys(index, tree.parent[parent])) {
    if (keys.length < MAX_OWN_NAMES && !keys.includes(key)) keys.push(key);
  }
  return keys;
}

/** The hashes that the keys were made from. */
function hashesOf(keys: readonly number[]): number[] {
  return keys.map((key) => key >>> 0);
}

export function countsOf(index: PageIndex, node: number, end: number): BlockCounts {
  return {
    elements: index.elements[end] - index.elements[node],
    words: index.words.start[end] - index.words.start[node],
    runs: index.runs.start[end] - index.runs.start[node],
    links: index.links.start[end] - index.links.start[node],
    images: index.images.start[end] - index.images.start[node],
  };
}

/** Share of the page's text runs that stand before the node. */
export function placeOf(index: PageIndex, node: number): number {
  const total = index.runs.hash.length;
  return total === 0 ? 0 : index.runs.start[node] / total;
}

/** Attributes besides id, class and style: the name and the pair, as tokens. */
export function otherAttributes(tree: DomTree, node: number): number[] {
  const tokens: number[] = [];
  for (let entry = tree.attrStart[node]; entry < tree.attrStart[node + 1]; entry++) {
    if (tokens.length >= MAX_ATTRIBUTES) break;
    const name = tree.attrNames[tree.attrName[entry]];
    if (name === "id" || name === "class" || name === "style") continue;
    tokens.push(tokenOf(name), tokenOf(`${name}=${tree.attrValues[tree.attrValue[entry]]}`));
  }
  return tokens;
}

function childTags(tree: DomTree, node: number): string[] {
  const tags: string[] = [];
  for (let child = node + 1; child < tree.end[node] && tags.length < MAX_CHILDREN; child = tree.end[child]) {
    tags.push(tagOf(tree, child));
  }
  return tags;
}

/** Id and class tokens of an element. */
export function tokensOfMark(mark: ElementMark): number[] {
  return mark.id === 0 ? [...mark.classes] : [mark.id, ...mark.classes];
}

// What is remembered of a block as it was on one page: bounded plain data, whatever the size of the block.

export interface Fingerprint extends StoredFeatures {
  readonly depth: number;
  readonly words: Sample;
  readonly runs: Sample;
  readonly patterns: Sample;
  readonly links: Sample;
  readonly linkDirs: Sample;
  readonly images: Sample;
  /** Words of the names of the elements inside. */
  readonly namesInside: Sample;
  /** Class tokens and ids inside the block, its own excluded. */
  readonly classes: Sample;
  readonly shape: number;
  readonly landmark: number;
  /** Absent where the page was not rendered, or the block takes no room on it. */
  readonly seat?: Seat;
}

const MAX_WORDS = 128;
const MAX_TOKENS = 64;
const MAX_NAMES = 40;

/** The fingerprint of an element. Linear in the size of its subtree, its depth and its number of siblings. */
export function fingerprintOf(tree: DomTree, node: number): Fingerprint {
  const index = pageIndex(tree);
  const end = tree.end[node];
  const seat = seatOf(tree, node);
  const sample = (
    list: keyof Pick<PageIndex, "words" | "runs" | "patterns" | "links" | "linkDirs" | "images">,
    most: number,
  ): Sample => sampleOf(index[list], index[list].start[node], index[list].start[end], most);
  return {
    ...storedFeaturesOf(tree, node),
    depth: tree.depth[node],
    words: sample("words", MAX_WORDS),
    runs: sample("runs", MAX_TOKENS),
    patterns: sample("patterns", MAX_TOKENS),
    links: sample("links", MAX_TOKENS),
    linkDirs: sample("linkDirs", MAX_NAMES),
    images: sample("images", MAX_TOKENS),
    namesInside: sampleOf(index.names, index.names.start[node + 1], index.names.start[end], MAX_NAMES),
    classes: sampleOf(index.classes, index.classes.start[node + 1], index.classes.start[end], MAX_TOKENS),
    shape: tree.shapeHash[node],
    landmark: index.landmark[node],
    ...(seat ? { seat } : {}),
  };
}
