/** Some blocks of a page as a tree of their own, for algorithms that would take the whole page for the block. */
import { attributesOf, type DomTree, isText, tagOf, textOf } from "./dom-tree.ts";
import { TreeBuilder } from "./tree-builder.ts";

export interface PartTree {
  readonly tree: DomTree;
  /** The node of the page that each node of the tree is; -1 for the root that holds the blocks together. */
  readonly pageNode: Int32Array;
}

/** The element above all blocks; no page has one of this name. */
const ROOT_TAG = "#part";

/** Copies blocks that do not overlap, in their order, without the subtrees to leave out. Linear in their size. */
export function partTree(page: DomTree, blocks: readonly number[], without: ReadonlySet<number> = new Set()): PartTree {
  const builder = new TreeBuilder();
  const pageNodes = [-1];
  builder.openElement(ROOT_TAG);
  for (const block of blocks) copyBlock(page, block, { builder, pageNodes, without });
  builder.closeElement();
  return { tree: builder.finish(), pageNode: Int32Array.from(pageNodes) };
}

interface Copying {
  readonly builder: TreeBuilder;
  readonly pageNodes: number[];
  readonly without: ReadonlySet<number>;
}

function copyBlock(page: DomTree, block: number, { builder, pageNodes, without }: Copying): void {
  const open: number[] = [];
  for (let node = block; node < page.end[block]; ) {
    while (open.length > 0 && page.end[open[open.length - 1]] <= node) {
      open.pop();
      builder.closeElement();
    }
    if (without.has(node)) {
      node = page.end[node];
      continue;
    }
    pageNodes.push(node);
    if (isText(page, node)) builder.addText(textOf(page, node));
    else {
      builder.openElement(tagOf(page, node));
      for (const [name, value] of attributesOf(page, node)) builder.addAttribute(name, value);
      open.push(node);
    }
    node++;
  }
  for (; open.length > 0; open.pop()) builder.closeElement();
}
