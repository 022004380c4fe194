/** What is computed once for a page and shared by all blocks and tracers that ask for it. */
import type { DomTree } from "../tree/dom-tree.ts";
import { ranksOf } from "../tree/path.ts";

/**
 * Makes `compute` remember its result for each tree as long as the tree lives. Sound because trees never change; it
 * is what lets ten blocks of one page cost little more than one.
 */
export function derived<T>(compute: (tree: DomTree) => T): (tree: DomTree) => T {
  const known = new WeakMap<DomTree, T>();
  return (tree) => {
    let value = known.get(tree);
    if (value === undefined) {
      value = compute(tree);
      known.set(tree, value);
    }
    return value;
  };
}

// The position of every node among its siblings of the same tag, worked out once a page.

/** `rankOf` for all nodes of a page: asking it node by node would be quadratic below a parent of many children. */
export const siblingRanks: (tree: DomTree) => Uint32Array = derived(ranksOf);
