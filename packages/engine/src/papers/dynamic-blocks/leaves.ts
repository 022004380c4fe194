/**
 * The leaves of a page as [following-dynamic-blocks] section 4.1 sees them: text and images, each with a key that is
 * equal where the text or the source of the image is.
 *
 * Departures: white space is collapsed before texts are compared; a leaf in `head` is not displayed and is left out; a
 * text is remembered as a hash of 53 bits, so that memory does not grow with the length of the text.
 */
import { derived } from "../../feature/derived.ts";
import { attributeOf, type DomTree, isText } from "../../tree/dom-tree.ts";
import { joinHash, mixInteger, startHash } from "../../tree/hash.ts";

export interface Leaves {
  /** The nodes that are leaves, in document order. */
  readonly node: Uint32Array;
  /** Hash of the text, or of the source of the image. */
  readonly key: Float64Array;
  /** The leaves of the subtree of node `i` are `[first[i], first[end[i]])`; `size + 1` entries. */
  readonly first: Uint32Array;
  /** The first node that can be displayed: the one after `head`. */
  readonly displayedFrom: number;
  /** Ranks of the leaves that have a key, in document order. */
  readonly withKey: ReadonlyMap<number, readonly number[]>;
}

const TEXT_KIND = 1;
const IMAGE_KIND = 2;
const SPACE = 32;

export const leavesOf: (tree: DomTree) => Leaves = derived((tree) => {
  const nodes: number[] = [];
  const keys: number[] = [];
  const first = new Uint32Array(tree.size + 1);
  const displayedFrom = endOfHead(tree);
  for (let node = 0; node < tree.size; node++) {
    first[node] = nodes.length;
    const key = node < displayedFrom ? null : keyOf(tree, node);
    if (key === null) continue;
    nodes.push(node);
    keys.push(key);
  }
  first[tree.size] = nodes.length;
  const withKey = new Map<number, number[]>();
  for (const [rank, key] of keys.entries()) {
    const ranks = withKey.get(key);
    if (ranks) ranks.push(rank);
    else withKey.set(key, [rank]);
  }
  return { node: Uint32Array.from(nodes), key: Float64Array.from(keys), first, displayedFrom, withKey };
});

/** Key of a text run or an image with a source; null for every other node. */
function keyOf(tree: DomTree, node: number): number | null {
  if (isText(tree, node)) return hashText(TEXT_KIND, tree.text, tree.textStart[node], tree.textStart[node + 1] - 1);
  if (tree.tagNames[tree.tag[node]] !== "img") return null;
  const source = attributeOf(tree, node, "src");
  return source ? hashText(IMAGE_KIND, source, 0, source.length) : null;
}

/** Hash of a slice with its white space collapsed, without making the collapsed text. */
function hashText(kind: number, text: string, start: number, stop: number): number {
  const state = startHash();
  mixInteger(state, kind);
  let isPending = false;
  let isEmpty = true;
  for (let at = start; at < stop; at++) {
    const unit = text.charCodeAt(at);
    if (isSpace(unit)) {
      isPending = !isEmpty;
      continue;
    }
    if (isPending) mixInteger(state, SPACE);
    mixInteger(state, unit);
    isPending = false;
    isEmpty = false;
  }
  return joinHash(state);
}

/** Blank, tab, line feed, form feed, carriage return, and the no-break space that editors put in their place. */
function isSpace(unit: number): boolean {
  return unit === SPACE || (unit >= 9 && unit <= 13) || unit === 0xa0;
}

/** One past the last node of `head`, 0 where the page has none. */
function endOfHead(tree: DomTree): number {
  return tree.size > 1 && tree.tagNames[tree.tag[1]] === "head" ? tree.end[1] : 0;
}
