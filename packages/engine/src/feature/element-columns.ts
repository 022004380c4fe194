/** The elements of a page in columns, for what is asked of all of them for every block on the page. */
import { type DomTree, TEXT_TAG } from "../tree/dom-tree.ts";
import { derived } from "./derived.ts";
import { pageIndex } from "./page-index.ts";
import type { TokenList } from "./token-list.ts";

/** An entry for each element in document order. */
export interface ElementColumns {
  readonly node: Uint32Array;
  /** The entry of the parent, 0 for the root itself. */
  readonly parent: Uint32Array;
  readonly tag: Uint32Array;
  readonly id: Uint32Array;
  /** Its own class tokens and id among those of the page. */
  readonly own: Ranges;
  /** What stands in its subtree. */
  readonly words: Ranges;
  /** Runs and patterns. */
  readonly runs: Ranges;
  /** Links and their directories. */
  readonly links: Ranges;
  readonly images: Ranges;
  readonly classes: Ranges;
  readonly names: Ranges;
  /** Number of elements in it, itself included. */
  readonly elements: Uint32Array;
}

/** The places `[from, to)` of a token list for each element. */
export interface Ranges {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
}

/** Linear in the size of the page. */
export const elementColumns: (tree: DomTree) => ElementColumns = derived(columnsOf);

function columnsOf(tree: DomTree): ElementColumns {
  const index = pageIndex(tree);
  const node = elementsOf(tree, index.elements[tree.size]);
  const past = taken(tree.end, node);
  const inSubtree = ({ start }: TokenList): Ranges => ({ from: taken(start, node), to: taken(start, past) });
  const parent = new Uint32Array(node.length);
  const elements = new Uint32Array(node.length);
  for (let at = 0; at < node.length; at++) {
    if (at > 0) parent[at] = index.elements[tree.parent[node[at]]];
    elements[at] = index.elements[past[at]] - at;
  }
  const { start } = index.classes;
  return {
    node,
    parent,
    tag: taken(tree.tag, node),
    id: taken(index.id, node),
    own: { from: taken(start, node), to: taken(start.subarray(1), node) },
    words: inSubtree(index.words),
    runs: inSubtree(index.runs),
    links: inSubtree(index.links),
    images: inSubtree(index.images),
    classes: inSubtree(index.classes),
    names: inSubtree(index.names),
    elements,
  };
}

function elementsOf(tree: DomTree, count: number): Uint32Array {
  const nodes = new Uint32Array(count);
  for (let [node, at] = [0, 0]; node < tree.size; node++) if (tree.tag[node] !== TEXT_TAG) nodes[at++] = node;
  return nodes;
}

/** The values at these places. */
function taken(values: Uint32Array | Uint16Array, places: Uint32Array): Uint32Array {
  const chosen = new Uint32Array(places.length);
  for (let at = 0; at < places.length; at++) chosen[at] = values[places[at]];
  return chosen;
}
