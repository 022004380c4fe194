/** A part inside a block that a person pointed at, found again by where it was and what it looked like. */
import { attributeOf, type DomTree, isText, tagOf } from "../tree/dom-tree.ts";
import { nodeAt, pathOf } from "../tree/path.ts";

export interface InnerPart {
  /** From the block down, such as `div[1]/span[2]`. */
  readonly path: string;
  /** Tag, id and classes, written as a selector would write them. */
  readonly mark: string;
}

/** How to find an element below a block again. */
export function describePart(tree: DomTree, block: number, node: number): InnerPart {
  if (node <= block || node >= tree.end[block]) throw new RangeError(`node ${node} is not inside block ${block}`);
  return { path: pathOf(tree, node).slice(pathOf(tree, block).length + 1), mark: markOf(tree, node) };
}

/**
 * The part in a newer version of the block, or null. What is at the path counts only with the same mark, because
 * leaving out the wrong element hides news; elsewhere the mark must be the only one of its kind. Linear.
 */
export function findPart(tree: DomTree, block: number, part: InnerPart): number | null {
  const atPath = nodeAt(tree, `${pathOf(tree, block)}/${part.path}`);
  if (atPath !== null && markOf(tree, atPath) === part.mark) return atPath;
  // a bare tag says too little to look for elsewhere
  if (!/[.#]/.test(part.mark)) return null;
  let only: number | null = null;
  for (let node = block + 1; node < tree.end[block]; node++) {
    if (isText(tree, node) || markOf(tree, node) !== part.mark) continue;
    if (only !== null) return null;
    only = node;
  }
  return only;
}

function markOf(tree: DomTree, node: number): string {
  const id = attributeOf(tree, node, "id");
  const classes = (attributeOf(tree, node, "class") ?? "").split(/\s+/).filter(Boolean).sort();
  return [tagOf(tree, node) + (id ? `#${id}` : ""), ...classes].join(".");
}
