/** How a block begins and is headed: as hashes for equality, and as words for likeness. */
import type { PageIndex } from "../../feature/page-index.ts";
import { hashText } from "../../feature/words.ts";
import type { DomTree } from "../../tree/dom-tree.ts";

export interface Wording {
  /** The first and last words of the block, and those of the headings in and above it. */
  readonly firstWords: readonly number[];
  readonly lastWords: readonly number[];
  readonly headingInsideWords: readonly number[];
  readonly headingAboveWords: readonly number[];
  /** Share of the words of the page. */
  readonly pageShare: number;
  /** True where the main heading of the page stands in it. */
  readonly hasTopHeading: boolean;
  /** How many landmarks (header, navigation, main, aside, footer …) stand inside. */
  readonly landmarksInside: number;
}

export const MAX_FIRST_WORDS = 12;

export function wordingOf(tree: DomTree, index: PageIndex, node: number): Wording {
  const end = tree.end[node];
  const inside = firstHeading(tree, index, node);
  const words = index.words.start[end] - index.words.start[node];
  return {
    firstWords: wordsOf(index, node, end),
    lastWords: lastWordsOf(index, node, end),
    headingInsideWords: inside < 0 ? [] : wordsOf(index, inside, tree.end[inside]),
    headingAboveWords: headingWordsAbove(tree, index, node),
    pageShare: index.words.hash.length === 0 ? 0 : words / index.words.hash.length,
    hasTopHeading: index.topHeading >= node && index.topHeading < end,
    landmarksInside: index.landmarks[end] - index.landmarks[Math.min(node + 1, end)],
  };
}

function headingWordsAbove(tree: DomTree, index: PageIndex, node: number): number[] {
  const heading = index.headingAbove[node];
  return heading < 0 ? [] : wordsOf(index, heading, tree.end[heading]);
}

function wordsOf(index: PageIndex, node: number, end: number): number[] {
  const { hash, start } = index.words;
  return [...new Set(hash.subarray(start[node], Math.min(start[end], start[node] + MAX_FIRST_WORDS)))];
}

function lastWordsOf({ words: { hash, start } }: PageIndex, node: number, end: number): number[] {
  return [...new Set(hash.subarray(Math.max(start[node], start[end] - MAX_FIRST_WORDS), start[end]))];
}

/** First and last text run of the subtree, 0 where it has no text. */
export function outerRuns(index: PageIndex, node: number, end: number): [first: number, last: number] {
  const { hash, start } = index.runs;
  return start[node] === start[end] ? [0, 0] : [hash[start[node]], hash[start[end] - 1]];
}

/** Hash of the first heading inside the block, 0 where there is none. */
export function headingInside(tree: DomTree, index: PageIndex, node: number): number {
  const heading = firstHeading(tree, index, node);
  return heading < 0 ? 0 : subtreeText(tree, heading);
}

/** The first heading inside the block, -1 where there is none. */
export function firstHeading(tree: DomTree, { headings }: PageIndex, node: number): number {
  let [low, high] = [0, headings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (headings[middle] < node) low = middle + 1;
    else high = middle;
  }
  const first = headings[low];
  return first !== undefined && first < tree.end[node] ? first : -1;
}

/** Hash of the last heading above the block, 0 where there is none. */
export function headingAbove(tree: DomTree, index: PageIndex, node: number): number {
  const heading = index.headingAbove[node];
  return heading < 0 ? 0 : subtreeText(tree, heading);
}

/** Hash of the text of the subtree. */
export function subtreeText(tree: DomTree, node: number): number {
  return hashText(tree.text, tree.textStart[node], tree.textStart[tree.end[node]]);
}
