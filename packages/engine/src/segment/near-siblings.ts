/** The elements beside an element, as far as they can matter for its name: lists of any length cost the same. */
import { isAlike } from "../diff/list-items.ts";
import { type DomTree, isText } from "../tree/dom-tree.ts";

const MAX_NEAR = 20;
/** Siblings before an element can only be walked from the first one on. */
const MAX_HOPS = 5_000;

/** Those before an element, the nearest first. */
export function siblingsBefore(tree: DomTree, node: number): readonly number[] {
  const parent = tree.parent[node];
  const before: number[] = [];
  let hops = 0;
  for (let child = parent + 1; parent >= 0 && child < node; child = tree.end[child]) {
    if (++hops > MAX_HOPS) return [];
    if (!isText(tree, child)) before.push(child);
  }
  return before.slice(-MAX_NEAR).reverse();
}

/** Those beside an element that are of its kind. */
export function alikeBeside(tree: DomTree, node: number): readonly number[] {
  const parent = tree.parent[node];
  const after: number[] = [];
  for (let child = tree.end[node]; parent >= 0 && child < tree.end[parent]; child = tree.end[child]) {
    if (after.length === MAX_NEAR) break;
    if (!isText(tree, child)) after.push(child);
  }
  return [...siblingsBefore(tree, node), ...after].filter((sibling) => isAlike(tree, node, sibling));
}

/** The last of the elements around a block that hold nothing else. */
export function outermost(tree: DomTree, block: number): number {
  let node = block;
  while (node > 0 && tree.parent[node] === node - 1 && tree.end[tree.parent[node]] === tree.end[node]) node--;
  return node;
}
