/** What is always true of a tree: the promises that let algorithms index its arrays without looking. */
import { type DomTree, TEXT_TAG, TEXT_TAG_NAME } from "./dom-tree.ts";

/** The first promise that the arrays break, in words, or null for a sound tree. Linear. */
export function faultOf(tree: DomTree): string | null {
  return (
    faultOfLengths(tree) ??
    faultOfStructure(tree) ??
    faultOfStarts("textStart", tree.textStart, tree.text.length) ??
    faultOfStarts("attrStart", tree.attrStart, tree.attrName.length) ??
    faultOfTexts(tree) ??
    faultOfIndices(tree)
  );
}

function faultOfLengths(tree: DomTree): string | null {
  const { size } = tree;
  for (const name of ["parent", "end", "depth", "tag", "shapeHash", "contentHash"] as const) {
    if (tree[name].length !== size) return `${name} has ${tree[name].length} entries for ${size} nodes`;
  }
  for (const name of ["textStart", "attrStart"] as const) {
    if (tree[name].length !== size + 1) return `${name} has ${tree[name].length} entries for ${size} nodes`;
  }
  if (tree.attrValue.length !== tree.attrName.length) return "attributes have unequal numbers of names and values";
  if (tree.boxes && tree.boxes.length !== size * 4) return `boxes has ${tree.boxes.length} entries for ${size} nodes`;
  return tree.tagNames[TEXT_TAG] === TEXT_TAG_NAME ? null : "the first tag name is not that of text runs";
}

/** Ranges nest: every node lies in the range of its parent, and the ranges of siblings follow each other. */
function faultOfStructure({ size, parent, end, depth, tag }: DomTree): string | null {
  if (size > 0 && (parent[0] !== -1 || end[0] !== size || depth[0] !== 0)) return "node 0 is not the root of all";
  for (let node = 1; node < size; node++) {
    const above = parent[node];
    // the parent of a node is the one before it, or an ancestor of that one whose range is not yet over
    let open = node - 1;
    while (open >= 0 && end[open] <= node) open = parent[open];
    if (above !== open || above < 0) return `node ${node} is not below the node that is open there`;
    if (tag[above] === TEXT_TAG) return `node ${node} is below a text run`;
    if (end[node] <= node || end[node] > end[above]) return `the range of node ${node} does not nest`;
    if (depth[node] !== depth[above] + 1) return `node ${node} has the wrong depth`;
  }
  return null;
}

function faultOfStarts(name: string, starts: Uint32Array, stop: number): string | null {
  if (starts[0] !== 0 || starts[starts.length - 1] !== stop) return `${name} does not cover its entries`;
  for (let at = 1; at < starts.length; at++) if (starts[at] < starts[at - 1]) return `${name} goes back at ${at}`;
  return null;
}

/** A text run has text that ends with a line feed, and no attributes; an element has no text of its own. */
function faultOfTexts({ size, tag, text, textStart, attrStart }: DomTree): string | null {
  for (let node = 0; node < size; node++) {
    const stop = textStart[node + 1];
    if (tag[node] !== TEXT_TAG) {
      if (stop !== textStart[node]) return `element ${node} has text of its own`;
    } else if (stop === textStart[node] || text[stop - 1] !== "\n" || attrStart[node] !== attrStart[node + 1]) {
      return `node ${node} is no text run`;
    }
  }
  return null;
}

function faultOfIndices(tree: DomTree): string | null {
  if (tree.tag.some((tag) => tag >= tree.tagNames.length)) return "a tag has no name";
  if (tree.attrName.some((name) => name >= tree.attrNames.length)) return "an attribute has no name";
  return tree.attrValue.some((value) => value >= tree.attrValues.length) ? "an attribute has no value" : null;
}
