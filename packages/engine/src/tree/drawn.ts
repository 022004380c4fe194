/** Elements whose content is drawn and in no markup: what a rendered capture says of them. */
import { attributeOf, type DomTree, isText, tagOf } from "./dom-tree.ts";

/** The number of its picture among those of the capture, and what the picture looks like. */
export const DRAWING_ATTRIBUTE = "data-tessera-drawing";
/** Nothing is drawn on it. */
export const BLANK_ATTRIBUTE = "data-tessera-blank";
/** Something is drawn on it, and there was no picture of it to be had. */
export const UNPICTURED_ATTRIBUTE = "data-tessera-unpictured";
/** Of an element without words that a style sheet paints something on. */
export const PAINTED_ATTRIBUTE = "data-tessera-painted";

const DRAWN: ReadonlySet<string> = new Set(["canvas", "video", "iframe", "object", "embed", "img"]);

export interface Drawing {
  readonly number: number;
  /** Hexadecimal; few bits differ between pictures that look alike. Null where nobody knows. */
  readonly hash: string | null;
  /** What is written on it, or what it is called; empty where it has no words. */
  readonly words: string;
}

/** Null for an element that is what its markup says. */
export function drawingOf(tree: DomTree, node: number): Drawing | null {
  if (isText(tree, node) || !isDrawnTag(tagOf(tree, node))) return null;
  const mark = attributeOf(tree, node, DRAWING_ATTRIBUTE);
  return mark === null ? null : readDrawing(mark, attributeOf(tree, node, "aria-label"));
}

/** The same for attributes that are no longer in a tree. */
export function drawingFrom(attributes: readonly (readonly [name: string, value: string])[] = []): Drawing | null {
  const named = (wanted: string) => attributes.find(([name]) => name === wanted)?.[1] ?? null;
  const mark = named(DRAWING_ATTRIBUTE);
  return mark === null ? null : readDrawing(mark, named("aria-label"));
}

export function isDrawnTag(tag: string): boolean {
  return DRAWN.has(tag);
}

function readDrawing(mark: string, label: string | null): Drawing {
  const [number, hash = null] = mark.split(" ");
  return { number: Number(number), hash, words: label?.trim() ?? "" };
}

/** Of the 256 of a hash: a line that is drawn a hair beside another flips a few. */
const MAX_DIFFERING_BITS = 8;

/** Whether two pictures, as their hashes say, look alike to a reader. */
export function looksAlike(one: string, other: string): boolean {
  if (one === other) return true;
  if (one.length !== other.length || !/^[0-9a-f]+$/.test(one + other)) return false;
  let differing = 0;
  for (let at = 0; at < one.length && differing <= MAX_DIFFERING_BITS; at++) {
    for (let bits = Number.parseInt(one[at], 16) ^ Number.parseInt(other[at], 16); bits > 0; bits &= bits - 1) {
      differing++;
    }
  }
  return differing <= MAX_DIFFERING_BITS;
}
