/**
 * The index tree of [page-fragmentation] (Bouras, Kounenis and Misedakis, 2007), section 4, Algorithm 1 step 3: the tree
 * that a page would have if all nodes except some were removed, each node with its sizes and a link to the page.
 *
 * Departures: the paper keeps TABLE nodes only (`tableBlocks`); which nodes are kept is a parameter here, and
 * `sectionBlocks` keeps what structures the pages of today. A node "used for layout purposes" is not defined in the paper;
 * here it is one without text or image of its own outside the index nodes below it. Nodes nested deeper than
 * `MAX_INDEX_DEPTH` are left out, so that the identifiers of a hostile page stay short.
 */
import { type DomTree, isText } from "../tree/dom-tree.ts";

/** What sort of block an index node is. */
export type FragmentKind = "table" | "landmark" | "list" | "headed" | "form" | "column";

/** Which elements become index nodes; null for all others. */
export type BlockKinds = (tree: DomTree, sizes: SubtreeSizes) => (node: number) => FragmentKind | null;

export interface IndexNode {
  /** Position among the children of each ancestor, such as `2-3` for the third child of the second child of the root. */
  readonly id: string;
  /** Element of the page. */
  readonly node: number;
  readonly kind: FragmentKind;
  /** Index of the parent in `nodes`, -1 below the root. */
  readonly parent: number;
  readonly children: readonly number[];
  /** Characters without and with the tags. */
  readonly textLength: number;
  readonly markupLength: number;
  readonly images: number;
  readonly links: number;
  /** True where the node has no text and no image outside the index nodes below it. */
  readonly isLayout: boolean;
}

/** Nodes in document order; the root, which is the page itself, is not one of them. */
export interface IndexTree {
  readonly nodes: readonly IndexNode[];
  /** Nodes directly below the root. */
  readonly top: readonly number[];
  /** Characters of text of the whole page. */
  readonly textLength: number;
  /** Nodes that contain content and are not for layout only. */
  readonly contentNodes: number;
}

const MAX_INDEX_DEPTH = 48;

/** Builds the index tree of a page. Linear. */
export function indexTree(tree: DomTree, kinds: BlockKinds): IndexTree {
  const sizes = subtreeSizes(tree);
  const nodes: Draft[] = [];
  const top: number[] = [];
  // the innermost index node around each element, -1 outside all of them
  const owner = new Int32Array(tree.size).fill(-1);
  const kindOf = kinds(tree, sizes);
  for (let node = 1; node < tree.size; node++) {
    const around = owner[tree.parent[node]];
    const kind = around >= 0 && nodes[around].depth === MAX_INDEX_DEPTH ? null : kindOf(node);
    owner[node] = around;
    if (kind === null) continue;
    const siblings = around < 0 ? top : nodes[around].children;
    const number = siblings.length + 1;
    owner[node] = nodes.length;
    siblings.push(nodes.length);
    nodes.push({
      id: around < 0 ? `${number}` : `${nodes[around].id}-${number}`,
      node,
      kind,
      parent: around,
      children: [],
      textLength: sizes.text[node],
      markupLength: sizes.markup[node],
      images: sizes.images[node],
      links: sizes.links[node],
      isLayout: false,
      depth: around < 0 ? 1 : nodes[around].depth + 1,
    });
  }
  for (const draft of nodes) draft.isLayout = !hasOwnContent(draft, nodes);
  const contentNodes = nodes.reduce((count, { isLayout }) => count + (isLayout ? 0 : 1), 0);
  return { nodes, top, textLength: tree.size === 0 ? 0 : sizes.text[0], contentNodes };
}

interface Draft extends IndexNode {
  readonly children: number[];
  readonly depth: number;
  isLayout: boolean;
}

function hasOwnContent(draft: Draft, nodes: readonly Draft[]): boolean {
  const inner = draft.children.reduce(
    (sum, child) => ({ text: sum.text + nodes[child].textLength, images: sum.images + nodes[child].images }),
    { text: 0, images: 0 },
  );
  return draft.textLength > inner.text || draft.images > inner.images;
}

// Sizes of every subtree of a page, in one pass: pure text, markup, pictures and links.

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

function subtreeSizes(tree: DomTree): SubtreeSizes {
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
