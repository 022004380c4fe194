/**
 * Where a block stands on a rendered page. The ranker is learned from pages without layout, and says the same with and
 * without it; where both pages were rendered, a line over a few likenesses is added to its scores. The hidden copy of a
 * block for small screens has all its words, and only its box tells that nobody sees it.
 */
import type { DomTree } from "../../tree/dom-tree.ts";
import { ratio } from "./similarity.ts";

/** Left, top, width and height in CSS pixels. */
export type Seat = readonly [left: number, top: number, width: number, height: number];

/** A spot in a tree's boxes takes this many numbers. */
const BOX = 4;
/** How far a block moves before it counts as elsewhere: about the half of a window. */
const SIDEWAYS = 400;
const DOWNWARDS = 800;

/** Null where the page was not rendered, or the element takes no room on it. */
export function seatOf({ boxes }: DomTree, node: number): Seat | null {
  if (boxes === null) return null;
  const [left, top, width, height] = boxes.subarray(node * BOX, node * BOX + BOX);
  return width > 0 && height > 0 ? [left, top, width, height] : null;
}

/** How a candidate takes its room, from 0 to 1 each; hidden where it has none. */
export const LIKENESSES = ["width", "height", "left", "top", "hidden"] as const;
const HIDDEN: readonly number[] = [0, 0, 0, 0, 1];

export function likenessesOf(known: Seat, seat: Seat | null): readonly number[] {
  if (seat === null) return HIDDEN;
  const away = (at: number, far: number): number => Math.exp(-Math.abs(known[at] - seat[at]) / far);
  return [ratio(known[2], seat[2]), ratio(known[3], seat[3]), away(0, SIDEWAYS), away(1, DOWNWARDS), 0];
}

/**
 * What each likeness is worth, in units of the score: as `bench layout` fits them on labelled pages, which were saved
 * without their styles. So they hardly ever hide anything, and what it means to be hidden is set by hand.
 */
const WORTH: readonly number[] = [0.07, -0.1, 0.03, 0.34, -6];

/** What the layout adds to the score of a candidate; 0 where one of the pages was not rendered. */
export function layoutBonus(known: Seat | undefined, tree: DomTree, node: number): number {
  if (known === undefined || tree.boxes === null) return 0;
  return likenessesOf(known, seatOf(tree, node)).reduce((sum, likeness, at) => sum + WORTH[at] * likeness, 0);
}

/** How far it is trusted that what can be seen no more is what was seen. */
const TRUST_IN_HIDDEN = 0.5;

/** What is left of the confidence in a candidate by its layout: all, unless the block was seen and the candidate is not. */
export function trustInLayout(known: Seat | undefined, tree: DomTree, node: number): number {
  const isHidden = known !== undefined && tree.boxes !== null && seatOf(tree, node) === null;
  return isHidden ? TRUST_IN_HIDDEN : 1;
}
