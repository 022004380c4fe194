/** Some blocks of a page as a tree of their own, for algorithms that would take the whole page for the block. */
import { type DomTree, TEXT_TAG } from "./dom-tree.ts";
import { subtreeHashes } from "./tree-builder.ts";

export interface PartTree {
  readonly tree: DomTree;
  /** The node of the page that each node of the tree is; -1 for the root that holds the blocks together. */
  readonly pageNode: Int32Array;
}

/** The element above all blocks; no page has one of this name. */
const ROOT_TAG = "#part";

/**
 * Copies blocks that do not overlap, in their order, without the subtrees to leave out. Linear in their size: names and
 * values of the page are shared, boxes are left behind.
 */
export function partTree(page: DomTree, blocks: readonly number[], without: ReadonlySet<number> = new Set()): PartTree {
  const pageNode = Int32Array.from([-1, ...blocks.flatMap((block) => nodesOf(page, block, without))]);
  const size = pageNode.length;
  const draft = {
    ...structureOf(page, pageNode),
    size,
    tagNames: [...page.tagNames, ROOT_TAG],
    ...textsOf(page, pageNode),
    ...attributesOf(page, pageNode),
    attrNames: page.attrNames,
    attrValues: page.attrValues,
    boxes: null,
  };
  return { tree: { ...draft, ...subtreeHashes(draft) }, pageNode };
}

function nodesOf(page: DomTree, block: number, without: ReadonlySet<number>): number[] {
  const nodes: number[] = [];
  for (let node = block; node < page.end[block]; ) {
    if (without.has(node)) node = page.end[node];
    else nodes.push(node++);
  }
  return nodes;
}

function structureOf(page: DomTree, pageNode: Int32Array): Pick<DomTree, "parent" | "end" | "depth" | "tag"> {
  const size = pageNode.length;
  const parent = new Int32Array(size).fill(-1);
  const end = new Uint32Array(size);
  const depth = new Uint32Array(size);
  const tag = new Uint16Array(size);
  tag[0] = page.tagNames.length;
  for (let node = 1, open = 0; node < size; node++) {
    // the parent is the node before or an ancestor of it, or the root where a block begins
    while (open > 0 && page.end[pageNode[open]] <= pageNode[node]) open = parent[open];
    if (open > 0 && pageNode[open] > pageNode[node]) open = 0;
    parent[node] = open;
    depth[node] = depth[open] + 1;
    tag[node] = page.tag[pageNode[node]];
    open = node;
  }
  // the last descendant reaches every ancestor in one pass from the end
  for (let node = size - 1; node >= 0; node--) {
    end[node] = Math.max(end[node], node + 1);
    if (node > 0) end[parent[node]] = Math.max(end[parent[node]], end[node]);
  }
  return { parent, end, depth, tag };
}

function textsOf(page: DomTree, pageNode: Int32Array): Pick<DomTree, "text" | "textStart"> {
  const textStart = new Uint32Array(pageNode.length + 1);
  const pieces: string[] = [];
  let length = 0;
  // texts that follow each other in the page are one piece
  let [from, to] = [0, 0];
  for (let node = 1; node < pageNode.length; node++) {
    textStart[node] = length;
    if (page.tag[pageNode[node]] !== TEXT_TAG) continue;
    const [start, stop] = [page.textStart[pageNode[node]], page.textStart[pageNode[node] + 1]];
    if (start !== to) {
      pieces.push(page.text.slice(from, to));
      from = start;
    }
    to = stop;
    length += stop - start;
  }
  textStart[pageNode.length] = length;
  pieces.push(page.text.slice(from, to));
  return { text: pieces.join(""), textStart };
}

function attributesOf(page: DomTree, pageNode: Int32Array): Pick<DomTree, "attrStart" | "attrName" | "attrValue"> {
  const attrStart = new Uint32Array(pageNode.length + 1);
  for (let node = 1; node < pageNode.length; node++) {
    const own = page.attrStart[pageNode[node] + 1] - page.attrStart[pageNode[node]];
    attrStart[node + 1] = attrStart[node] + own;
  }
  const count = attrStart[pageNode.length];
  const attrName = new Uint16Array(count);
  const attrValue = new Uint32Array(count);
  for (let node = 1; node < pageNode.length; node++) {
    let from = page.attrStart[pageNode[node]];
    for (let entry = attrStart[node]; entry < attrStart[node + 1]; entry++, from++) {
      attrName[entry] = page.attrName[from];
      attrValue[entry] = page.attrValue[from];
    }
  }
  return { attrStart, attrName, attrValue };
}
