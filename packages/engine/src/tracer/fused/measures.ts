/** What is read of a remembered block and of every candidate alike, so that signals compare like with like. */
import type { PageIndex } from "../../feature/page-index.ts";
import { NO_STRETCH, type Stretch, stretchOf } from "../../feature/stretch.ts";
import { keyOf } from "../../feature/token-list.ts";
import type { DomTree } from "../../tree/dom-tree.ts";
import type { AncestorMarks, Mark } from "./ancestors.ts";
import { nameAbove, nameInside, nameOfUnit } from "./naming.ts";
import {
  type BlockCounts,
  type ElementMark,
  type Fingerprint,
  nameKeys,
  otherAttributes,
  placeOf,
} from "./stored-features.ts";
import {
  type Alike,
  type RepeatedUnit,
  shareOfParent,
  spreadOf,
  wrappersAbove,
  wrappersBelow,
} from "./surroundings.ts";
import { MAX_FIRST_WORDS } from "./wording.ts";

/** An element of the page, with what more than one reading asks for. */
export interface Seen {
  readonly tree: DomTree;
  readonly index: PageIndex;
  readonly node: number;
  readonly end: number;
  readonly counts: BlockCounts;
  readonly firstRun: number;
  readonly lastRun: number;
  readonly inside: Heading;
  readonly above: Heading;
  readonly siblings: Alike;
  readonly unit: RepeatedUnit;
  readonly self: Mark;
  readonly previous: Mark | null;
  readonly next: Mark | null;
  readonly ancestors: AncestorMarks;
}

export interface Heading {
  /** Hash of its text, 0 where there is no heading. */
  readonly text: number;
  readonly words: Stretch;
}

/** The page that a remembered block is laid over. */
export interface Overlay {
  readonly tree: DomTree;
  /** The element that has the path of the block now, -1 where none has. */
  readonly atPath: number;
}

/** One thing by its two readings. */
interface Reading<Known, Found> {
  readonly ofMemory: (print: Fingerprint, overlay: Overlay) => Known;
  readonly ofNode: (seen: Seen) => Found;
}

/** Readings by their names, in an order that all lists of their values have. */
type Readings<Name extends string, Known, Found = Known> = Readonly<Record<Name, Reading<Known, Found>>>;

export type Measure =
  | "node"
  | "tag"
  | "id"
  | "landmark"
  | "shape"
  | "hasTopHeading"
  | "firstRun"
  | "lastRun"
  | "headingInside"
  | "headingAbove"
  | "rightBefore"
  | "rightAfter"
  | "unitLevels"
  | "depth"
  | "words"
  | "runs"
  | "elements"
  | "links"
  | "images"
  | "landmarksInside"
  | "wrappersAbove"
  | "wrappersBelow"
  | "alikeBefore"
  | "alikeFromHere"
  | "alike"
  | "unitsBefore"
  | "units"
  | "pageShare"
  | "linkDensity"
  | "spread"
  | "shareOfParent"
  | "place";

const MEASURES: Readings<Measure, number> = {
  // by which the same thing is known: tags in the numbers of the page, hashes of which 0 means none
  node: { ofMemory: (_, { atPath }) => atPath, ofNode: ({ node }) => node },
  tag: {
    ofMemory: ({ self }, { tree }) => tree.tagNames.indexOf(self.tag),
    ofNode: ({ tree, node }) => tree.tag[node],
  },
  id: { ofMemory: ({ self }) => self.id, ofNode: ({ index, node }) => index.id[node] },
  landmark: { ofMemory: ({ landmark }) => landmark, ofNode: ({ index, node }) => index.landmark[node] },
  shape: { ofMemory: ({ shape }) => shape, ofNode: ({ tree, node }) => tree.shapeHash[node] },
  hasTopHeading: {
    ofMemory: ({ hasTopHeading }) => (hasTopHeading ? 1 : 0),
    ofNode: ({ index: { topHeading }, node, end }) => (topHeading >= node && topHeading < end ? 1 : 0),
  },
  firstRun: { ofMemory: ({ firstRun }) => firstRun, ofNode: ({ firstRun }) => firstRun },
  lastRun: { ofMemory: ({ lastRun }) => lastRun, ofNode: ({ lastRun }) => lastRun },
  headingInside: { ofMemory: ({ headingInside }) => headingInside, ofNode: ({ inside }) => inside.text },
  headingAbove: { ofMemory: ({ headingAbove }) => headingAbove, ofNode: ({ above }) => above.text },
  rightBefore: {
    ofMemory: ({ before }) => before[0] ?? 0,
    ofNode: ({ index: { runs }, node }) => runs.hash[runs.start[node] - 1] ?? 0,
  },
  rightAfter: {
    ofMemory: ({ after }) => after[0] ?? 0,
    ofNode: ({ index: { runs }, end }) => runs.hash[runs.start[end]] ?? 0,
  },
  unitLevels: { ofMemory: ({ unit }) => unit.levels, ofNode: ({ unit }) => unit.levels },

  // counts
  depth: { ofMemory: ({ depth }) => depth, ofNode: ({ tree, node }) => tree.depth[node] },
  words: { ofMemory: ({ counts }) => counts.words, ofNode: ({ counts }) => counts.words },
  runs: { ofMemory: ({ counts }) => counts.runs, ofNode: ({ counts }) => counts.runs },
  elements: { ofMemory: ({ counts }) => counts.elements, ofNode: ({ counts }) => counts.elements },
  links: { ofMemory: ({ counts }) => counts.links, ofNode: ({ counts }) => counts.links },
  images: { ofMemory: ({ counts }) => counts.images, ofNode: ({ counts }) => counts.images },
  landmarksInside: {
    ofMemory: ({ landmarksInside }) => landmarksInside,
    ofNode: ({ index: { landmarks }, node, end }) => landmarks[end] - landmarks[Math.min(node + 1, end)],
  },
  wrappersAbove: {
    ofMemory: (print) => print.wrappersAbove,
    ofNode: ({ tree, index, node }) => wrappersAbove(tree, index, node),
  },
  wrappersBelow: {
    ofMemory: (print) => print.wrappersBelow,
    ofNode: ({ tree, index, node }) => wrappersBelow(tree, index, node),
  },
  alikeBefore: { ofMemory: ({ alikeBefore }) => alikeBefore, ofNode: ({ siblings }) => siblings.alikeBefore },
  alikeFromHere: {
    ofMemory: ({ alike, alikeBefore }) => alike - alikeBefore,
    ofNode: ({ siblings: { alike, alikeBefore } }) => alike - alikeBefore,
  },
  alike: { ofMemory: ({ alike }) => alike, ofNode: ({ siblings }) => siblings.alike },
  unitsBefore: { ofMemory: ({ unit }) => unit.before, ofNode: ({ unit }) => unit.before },
  units: { ofMemory: ({ unit }) => unit.count, ofNode: ({ unit }) => unit.count },

  // shares from 0 to 1
  pageShare: {
    ofMemory: ({ pageShare }) => pageShare,
    ofNode: ({ index: { words }, counts }) => (words.hash.length === 0 ? 0 : counts.words / words.hash.length),
  },
  linkDensity: { ofMemory: ({ counts }) => linkDensity(counts), ofNode: ({ counts }) => linkDensity(counts) },
  spread: { ofMemory: ({ spread }) => spread, ofNode: ({ tree, index, node }) => spreadOf(tree, index, node) },
  shareOfParent: {
    ofMemory: (print) => print.shareOfParent,
    ofNode: ({ tree, index, node }) => shareOfParent(tree, index, node),
  },
  place: { ofMemory: ({ place }) => place, ofNode: ({ index, node }) => placeOf(index, node) },
};

export type MemberSet = "classes" | "names" | "attributes" | "namesAround" | "name" | "nameAbove" | "unitName";

/** Small sets of tokens: of the element itself, and the words of the names of what is around it. Hashes, and their keys. */
const MEMBERS: Readings<MemberSet, readonly number[]> = {
  classes: { ofMemory: ({ self }) => self.classes, ofNode: ({ self }) => self.classes },
  names: { ofMemory: ({ names }) => names, ofNode: ({ index, node }) => nameKeys(index, node) },
  attributes: {
    ofMemory: ({ attributes }) => attributes,
    ofNode: ({ tree, node }) => otherAttributes(tree, node).map(keyOf),
  },
  namesAround: { ofMemory: ({ namesAround }) => namesAround, ofNode: ({ ancestors }) => ancestors.names },
  // what people call it
  name: { ofMemory: ({ name }) => name, ofNode: ({ tree, index, node }) => nameInside(tree, index, node) },
  nameAbove: { ofMemory: (print) => print.nameAbove, ofNode: ({ tree, index, node }) => nameAbove(tree, index, node) },
  unitName: {
    ofMemory: ({ unitName }) => unitName,
    ofNode: ({ tree, index, node, unit }) => nameOfUnit(tree, index, node, unit.levels),
  },
};

export type Neighbour = "parent" | "grandparent" | "previous" | "next";

/** The elements next to it. */
const NEIGHBOURS: Readings<Neighbour, ElementMark | null, Mark | null> = {
  parent: { ofMemory: ({ ancestors }) => ancestors[0] ?? null, ofNode: ({ ancestors }) => ancestors.marks[0] ?? null },
  grandparent: {
    ofMemory: ({ ancestors }) => ancestors[1] ?? null,
    ofNode: ({ ancestors }) => ancestors.marks[1] ?? null,
  },
  previous: { ofMemory: ({ previous }) => previous, ofNode: ({ previous }) => previous },
  next: { ofMemory: ({ next }) => next, ofNode: ({ next }) => next },
};

export type ShortText = "firstWords" | "lastWords" | "headingInside" | "headingAbove";

/** Words of the element and of headings. */
const SHORT_TEXTS: Readings<ShortText, readonly number[], Stretch> = {
  firstWords: {
    ofMemory: ({ firstWords }) => firstWords,
    ofNode: ({ index: { words }, node, end }) =>
      stretchOf(words, words.start[node], Math.min(words.start[end], words.start[node] + MAX_FIRST_WORDS)),
  },
  lastWords: {
    ofMemory: ({ lastWords }) => lastWords,
    ofNode: ({ index: { words }, node, end }) =>
      stretchOf(words, Math.max(words.start[node], words.start[end] - MAX_FIRST_WORDS), words.start[end]),
  },
  headingInside: { ofMemory: ({ headingInsideWords }) => headingInsideWords, ofNode: ({ inside }) => inside.words },
  headingAbove: { ofMemory: ({ headingAboveWords }) => headingAboveWords, ofNode: ({ above }) => above.words },
};

/** The values of some readings, as lists in the order of their names. */
export interface ReadingList<Name extends string, Known, Found> {
  readonly length: number;
  /** The place of each name. */
  readonly place: Readonly<Record<Name, number>>;
  readonly ofMemory: (print: Fingerprint, overlay: Overlay) => Known[];
  readonly ofNode: (seen: Seen) => Found[];
}

/** Begun as a copy of `blank`, so that lists of fractions are made as such. */
function listOf<Name extends string, Known, Found>(
  readings: Readings<Name, Known, Found>,
  blank: Found,
): ReadingList<Name, Known, Found> {
  const all: Reading<Known, Found>[] = Object.values(readings);
  const places = Object.keys(readings).map((name, at) => [name, at]);
  const ofNode = all.map((reading) => reading.ofNode);
  const blanks = all.map(() => blank);
  return {
    length: all.length,
    place: Object.fromEntries(places),
    ofMemory: (print, overlay) => all.map(({ ofMemory }) => ofMemory(print, overlay)),
    ofNode: (seen) => {
      const values = blanks.slice();
      for (let at = 0; at < ofNode.length; at++) values[at] = ofNode[at](seen);
      return values;
    },
  };
}

export const measures: ReadingList<Measure, number, number> = listOf(MEASURES, 0.5);
export const memberSets: ReadingList<MemberSet, readonly number[], readonly number[]> = listOf(MEMBERS, []);
export const neighbours: ReadingList<Neighbour, ElementMark | null, Mark | null> = listOf(NEIGHBOURS, null);
export const shortTexts: ReadingList<ShortText, readonly number[], Stretch> = listOf(SHORT_TEXTS, NO_STRETCH);

/** Links for each word. */
function linkDensity({ links, words }: BlockCounts): number {
  return Math.min(1, links / Math.max(1, words));
}
