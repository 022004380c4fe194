/**
 * The place of a block for a person who wants whatever stands there: where the page was rendered the rectangle, otherwise
 * the texts and images from which to which it reaches, counted from the top of the page.
 *
 * Departures from the area pattern of [following-dynamic-blocks]: a place is not equal or different but overlaps more or
 * less, because a banner above everything moves every coordinate; and a page without layout has one too.
 */
import { type DomTree, TEXT_TAG } from "../../tree/dom-tree.ts";
import { leavesOf } from "./leaves.ts";
import type { PatternKind, PatternMatch } from "./pattern.ts";

export interface PlacePattern {
  /** Left, top, width and height; null where the page was not rendered or the block has no box. */
  readonly box: Box | null;
  /** The first of its leaves and the one behind its last, by their number on the page. */
  readonly leaves: Span;
}

type Box = readonly [left: number, top: number, width: number, height: number];
type Span = readonly [from: number, to: number];

export const placePattern: PatternKind<PlacePattern> = {
  of: (page, node) => ({ box: boxOf(page, node), leaves: spanOf(page, node) }),
  match: matchPlace,
  // what the person pointed at stays, so that the place does not wander
  merge: (earlier) => earlier,
  weightOf: () => 1,
  revive,
};

/** From this overlap on an element is proposed; the others are ranked where there is none such. */
const PROPOSED_FROM = 0.5;

function matchPlace(pattern: PlacePattern, page: DomTree): PatternMatch {
  const similarityOf = (node: number): number => {
    const box = pattern.box && boxOf(page, node);
    return pattern.box && box ? boxOverlap(pattern.box, box) : orderOverlap(pattern, page, node);
  };
  const candidates: number[] = [];
  for (let node = 0; node < page.size; node++) {
    if (page.tag[node] !== TEXT_TAG && similarityOf(node) >= PROPOSED_FROM) candidates.push(node);
  }
  return { candidates, similarityOf };
}

/** By order alone; nothing where the element has no box on a page that has them: it is not to be seen. */
function orderOverlap({ box, leaves }: PlacePattern, page: DomTree, node: number): number {
  return box && page.boxes ? 0 : spanOverlap(leaves, spanOf(page, node));
}

function boxOf({ boxes }: DomTree, node: number): Box | null {
  if (!boxes || boxes[node * 4 + 2] < 0) return null;
  const [left, top, width, height] = boxes.subarray(node * 4, node * 4 + 4);
  return [left, top, width, height];
}

function spanOf(page: DomTree, node: number): Span {
  const { first } = leavesOf(page);
  return [first[node], first[page.end[node]]];
}

/** The area that both have as a share of the area that either has. */
function boxOverlap(a: Box, b: Box): number {
  const across = Math.min(a[0] + a[2], b[0] + b[2]) - Math.max(a[0], b[0]);
  const down = Math.min(a[1] + a[3], b[1] + b[3]) - Math.max(a[1], b[1]);
  if (across <= 0 || down <= 0) return 0;
  const both = across * down;
  return both / (a[2] * a[3] + b[2] * b[3] - both);
}

function spanOverlap(a: Span, b: Span): number {
  const both = Math.min(a[1], b[1]) - Math.max(a[0], b[0]);
  return both <= 0 ? 0 : both / (Math.max(a[1], b[1]) - Math.min(a[0], b[0]));
}

function revive(stored: unknown): PlacePattern | null {
  const { box, leaves } = (stored ?? {}) as Partial<PlacePattern>;
  const isPlace = isNumbers(leaves, 2) && (box === null || isNumbers(box, 4));
  return isPlace ? { box: box as Box | null, leaves: leaves as Span } : null;
}

function isNumbers(stored: unknown, length: number): boolean {
  return Array.isArray(stored) && stored.length === length && stored.every((value) => Number.isFinite(value));
}
