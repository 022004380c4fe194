/** What stands around an element: text before and after, siblings, the repeated thing it belongs to, wrappers. */
import type { PageIndex } from "../../feature/page-index.ts";
import { type DomTree, TEXT_TAG, tagOf } from "../../tree/dom-tree.ts";

/** The repeated thing that an element is or is part of: a card, a row, an entry of a list. */
export interface RepeatedUnit {
  /** Levels from the element up to the unit; -1 where nothing around it repeats. */
  readonly levels: number;
  /** Units before this one, and in all. */
  readonly before: number;
  readonly count: number;
}

/** Among the siblings that look alike: how many before the element, and how many in all. */
export interface Alike {
  readonly alikeBefore: number;
  readonly alike: number;
}

export const MAX_CONTEXT = 20;
const UNIT_TAGS: ReadonlySet<string> = new Set(["li", "tr", "article", "dd", "dt", "option"]);
const MAX_UNIT_LEVELS = 6;
const FEWEST_UNITS = 3;

/** The text runs right before the node, nearest first. */
export function runsBefore(index: PageIndex, node: number): number[] {
  const stop = index.runs.start[node];
  return Array.from(index.runs.hash.subarray(Math.max(0, stop - MAX_CONTEXT), stop)).reverse();
}

/** The text runs from `end` on, nearest first. */
export function runsAfter(index: PageIndex, end: number): number[] {
  const start = index.runs.start[end];
  return Array.from(index.runs.hash.subarray(start, start + MAX_CONTEXT));
}

/** The element sibling before the node, -1 where there is none. */
export function previousElement(tree: DomTree, node: number): number {
  const parent = tree.parent[node];
  let previous = -1;
  if (parent < 0) return previous;
  for (let sibling = parent + 1; sibling < node; sibling = tree.end[sibling]) {
    if (tree.tag[sibling] !== TEXT_TAG) previous = sibling;
  }
  return previous;
}

/** The element sibling after the node, -1 where there is none. */
export function nextElement(tree: DomTree, node: number): number {
  const parent = tree.parent[node];
  if (parent < 0) return -1;
  for (let sibling = tree.end[node]; sibling < tree.end[parent]; sibling = tree.end[sibling]) {
    if (tree.tag[sibling] !== TEXT_TAG) return sibling;
  }
  return -1;
}

/** The siblings of the same tag and classes, the node itself included. */
export function alikeSiblings(tree: DomTree, index: PageIndex, node: number): Alike {
  const parent = tree.parent[node];
  if (parent < 0) return { alikeBefore: 0, alike: 1 };
  let [alikeBefore, alike] = [0, 0];
  for (let sibling = parent + 1; sibling < tree.end[parent]; sibling = tree.end[sibling]) {
    if (index.signature[sibling] !== index.signature[node]) continue;
    alike++;
    if (sibling < node) alikeBefore++;
  }
  return { alikeBefore, alike };
}

/** Cells are parts of their row: what a row is called tells them apart, not what stands beside them. */
const PART_TAGS: ReadonlySet<string> = new Set(["td", "th"]);

/** The nearest element around the node, itself included, that stands among at least three alike. */
export function unitOf(tree: DomTree, index: PageIndex, node: number): RepeatedUnit {
  for (let [at, levels] = [node, 0]; at > 0 && levels <= MAX_UNIT_LEVELS; at = tree.parent[at], levels++) {
    const tag = tagOf(tree, at);
    if (PART_TAGS.has(tag)) continue;
    const { alikeBefore, alike } = UNIT_TAGS.has(tag) ? sameTag(tree, at) : alikeSiblings(tree, index, at);
    if (alike >= FEWEST_UNITS) return { levels, before: alikeBefore, count: alike };
  }
  return { levels: -1, before: 0, count: 0 };
}

/** The unit of an element that is so many levels above it; the element itself where there is none. */
export function unitAbove(tree: DomTree, node: number, levels: number): number {
  let unit = node;
  for (let level = 0; level < levels; level++) unit = tree.parent[unit];
  return unit;
}

function sameTag(tree: DomTree, node: number): Alike {
  const parent = tree.parent[node];
  let [alikeBefore, alike] = [0, 0];
  for (let sibling = parent + 1; sibling < tree.end[parent]; sibling = tree.end[sibling]) {
    if (tree.tag[sibling] !== tree.tag[node]) continue;
    alike++;
    if (sibling < node) alikeBefore++;
  }
  return { alikeBefore, alike };
}

/** Share of the words that the largest child holds: near 1 for mere wrapping, small for a list or an article. */
export function spreadOf(tree: DomTree, { words: { start } }: PageIndex, node: number): number {
  const words = start[tree.end[node]] - start[node];
  if (words === 0) return 0;
  let largest = 0;
  for (let child = node + 1; child < tree.end[node]; child = tree.end[child]) {
    largest = Math.max(largest, start[tree.end[child]] - start[child]);
  }
  return largest / words;
}

/** Share of the parent's words that the node holds: 1 where the parent adds nothing. */
export function shareOfParent(tree: DomTree, { words: { start } }: PageIndex, node: number): number {
  const parent = tree.parent[node];
  const words = parent < 0 ? 0 : start[tree.end[parent]] - start[parent];
  return words === 0 ? 1 : (start[tree.end[node]] - start[node]) / words;
}

/** How many elements directly above hold no more text than the node. */
export function wrappersAbove(tree: DomTree, index: PageIndex, node: number): number {
  const runs = runCount(tree, index, node);
  let levels = 0;
  for (let at = tree.parent[node]; at >= 0 && levels < 9; at = tree.parent[at]) {
    if (runCount(tree, index, at) !== runs) break;
    levels++;
  }
  return levels;
}

/** How many elements directly below hold all the text of the node. */
export function wrappersBelow(tree: DomTree, index: PageIndex, node: number): number {
  const runs = runCount(tree, index, node);
  let levels = 0;
  for (let at = node; levels < 9; levels++) {
    const inner = childWithRuns(tree, index, at, runs);
    if (inner < 0) break;
    at = inner;
  }
  return levels;
}

/** The child element that holds all the runs, -1 where none does. */
function childWithRuns(tree: DomTree, index: PageIndex, node: number, runs: number): number {
  for (let child = node + 1; child < tree.end[node]; child = tree.end[child]) {
    if (tree.tag[child] === TEXT_TAG) continue;
    const inner = runCount(tree, index, child);
    if (inner === runs) return child;
    if (inner > 0) return -1;
  }
  return -1;
}

function runCount(tree: DomTree, index: PageIndex, node: number): number {
  return index.runs.start[tree.end[node]] - index.runs.start[node];
}
