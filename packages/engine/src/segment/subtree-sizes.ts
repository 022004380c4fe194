/** Sizes of every subtree of a page, in one pass: pure text, markup, pictures and links. */
import { type DomTree, isText } from "../tree/dom-tree.ts";

/** What [page-fragmentation] section 4 keeps for each node of the index tree, for every node of the page. */
export interface SubtreeSizes {
  /** Characters of text without markup, runs of white space counted as one. */
  readonly text: Float64Array;
  /** Characters of text with markup, as the page would be written. */
  readonly markup: Float64Array;
  readonly images: Uint32Array;
  readonly links: Uint32Array;
}

/** `<`, `>`, `</` and `>` around the two tags of an element. */
const TAG_PUNCTUATION = 5;
/** A space, `=` and two quotes around an attribute. */
const ATTRIBUTE_PUNCTUATION = 4;

export function subtreeSizes(tree: DomTree): SubtreeSizes {
  const sizes = {
    text: new Float64Array(tree.size),
    markup: new Float64Array(tree.size),
    images: new Uint32Array(tree.size),
    links: new Uint32Array(tree.size),
  };
  // children come after their parent, so one pass from the end adds every child before its parent is read
  for (let node = tree.size - 1; node >= 0; node--) {
    addOwn(tree, sizes, node);
    const parent = tree.parent[node];
    if (parent < 0) continue;
    sizes.text[parent] += sizes.text[node];
    sizes.markup[parent] += sizes.markup[node];
    sizes.images[parent] += sizes.images[node];
    sizes.links[parent] += sizes.links[node];
  }
  return sizes;
}

function addOwn(tree: DomTree, sizes: SubtreeSizes, node: number): void {
  if (isText(tree, node)) {
    sizes.text[node] += collapsedLength(tree.text, tree.textStart[node], tree.textStart[node + 1] - 1);
    sizes.markup[node] += tree.textStart[node + 1] - 1 - tree.textStart[node];
    return;
  }
  const tagName = tree.tagNames[tree.tag[node]];
  sizes.markup[node] += 2 * tagName.length + TAG_PUNCTUATION;
  for (let entry = tree.attrStart[node]; entry < tree.attrStart[node + 1]; entry++) {
    const name = tree.attrNames[tree.attrName[entry]];
    sizes.markup[node] += name.length + tree.attrValues[tree.attrValue[entry]].length + ATTRIBUTE_PUNCTUATION;
    if (tagName === "a" && name === "href") sizes.links[node]++;
  }
  if (tagName === "img") sizes.images[node]++;
}

function collapsedLength(text: string, start: number, stop: number): number {
  let length = 0;
  let isAfterSpace = true;
  for (let at = start; at < stop; at++) {
    const isSpace = text.charCodeAt(at) <= 0x20 || text.charCodeAt(at) === 0xa0;
    if (!isSpace || !isAfterSpace) length++;
    isAfterSpace = isSpace;
  }
  return length;
}
