/** What a block said in one capture, as plain data: text, items, numbers and pictures, without the parts to leave out. */
import { attributeOf, type DomTree, isText, tagOf } from "../tree/dom-tree.ts";
import { drawingOf, looksAlike } from "../tree/drawn.ts";
import { type BlockTextOptions, blockText } from "./block-text.ts";
import { isFeed, itemsAt, type ListItem, listItems } from "./list-items.ts";
import { type NumberValue, numbersIn } from "./numbers.ts";

/** An item without its place in the tree. */
export type ReadItem = Omit<ListItem, "node">;

export interface BlockContent {
  readonly text: string;
  /** Null where the block is not a list. */
  readonly items: readonly ReadItem[] | null;
  /** Of a list that is cut at its ends: items that leave it there are still what they were. */
  readonly isFeed: boolean;
  readonly numbers: readonly NumberValue[];
  /** Addresses of the pictures as written, without their query, which carries sizes and tokens; and the looks of drawings. */
  readonly pictures: readonly string[];
}

export interface ReadOptions extends BlockTextOptions {
  /** Used where the page declares no language. */
  readonly language?: string | null;
}

/**
 * Text beyond this length is cut off: a block of it is a book, and diffs of books are no news.
 *
 * @internal
 */
export const MAX_TEXT = 100_000;

/** Pictures beyond this many are not told apart. */
const MAX_PICTURES = 200;

/** Before the looks of a drawing, where an address would stand. */
const DRAWN = "drawing ";

/** An inline picture has no address worth comparing beyond its first characters. */
const MAX_ADDRESS = 500;

/** Reads a block: one element, or several alike whose first says what they are. Linear in its size. */
export function readBlock(tree: DomTree, block: readonly number[], options: ReadOptions = {}): BlockContent {
  const text = block
    .map((node) => blockText(tree, node, options))
    .filter((part) => part !== "")
    .join("\n")
    .slice(0, MAX_TEXT);
  const first = block[0] ?? 0;
  const items = block.length > 1 ? itemsAt(tree, block, options) : listItems(tree, first, options);
  return {
    text,
    items: withinBudget(items?.map(({ node: _, ...item }) => item) ?? null),
    isFeed: block.length === 1 && isFeed(tree, first),
    numbers: numbersIn(text, languageOf(tree, first) ?? options.language ?? null),
    pictures: block.flatMap((node) => picturesOf(tree, node, options.without)).slice(0, MAX_PICTURES),
  };
}

/** The language that the page declares for a block: the nearest `lang` upwards. */
function languageOf(tree: DomTree, block: number): string | null {
  for (let node = block; node >= 0; node = tree.parent[node]) {
    const language = attributeOf(tree, node, "lang");
    if (language) return language;
  }
  return null;
}

/** Items up to the same length of text that the block itself may have. */
function withinBudget<I extends { readonly text: string; readonly key: string }>(
  items: readonly I[] | null,
): readonly I[] | null {
  if (!items) return null;
  let length = 0;
  const stop = items.findIndex((item) => {
    length += item.text.length + item.key.length;
    return length > 2 * MAX_TEXT;
  });
  return stop < 0 ? items : items.slice(0, stop);
}

/** A drawing with words is what they say; redrawn, it would be another picture of the same. */
function pictureName(tree: DomTree, node: number): string | null {
  if (isText(tree, node)) return null;
  const drawing = drawingOf(tree, node);
  if (drawing) return drawing.hash && drawing.words === "" ? `${DRAWN}${drawing.hash}` : null;
  const source = tagOf(tree, node) === "img" ? attributeOf(tree, node, "src") : null;
  return source && (source.split(/[?#]/, 1)[0] ?? "").slice(0, MAX_ADDRESS);
}

/** Whether two lists of a block's pictures show the same: drawings that look alike are the same drawing. */
export function areSamePictures(one: readonly string[], other: readonly string[]): boolean {
  const isSame = (name: string, at: number) => {
    const beside = other[at] ?? "";
    if (!name.startsWith(DRAWN) || !beside.startsWith(DRAWN)) return name === beside;
    return looksAlike(name.slice(DRAWN.length), beside.slice(DRAWN.length));
  };
  return one.length === other.length && one.every(isSame);
}

function picturesOf(tree: DomTree, block: number, without?: ReadonlySet<number>): readonly string[] {
  const pictures: string[] = [];
  for (let node = block; node < tree.end[block] && pictures.length < MAX_PICTURES; ) {
    if (without?.has(node)) node = tree.end[node];
    else {
      const name = pictureName(tree, node);
      if (name) pictures.push(name);
      node++;
    }
  }
  return pictures;
}
