/** The position of every node among its siblings of the same tag, from 1, all in one linear pass. */
import type { DomTree } from "../tree/dom-tree.ts";
import { derived } from "./derived.ts";

/** `rankOf` for all nodes of a page: asking it node by node would be quadratic below a parent of many children. */
export const siblingRanks: (tree: DomTree) => Uint32Array = derived((tree) => {
  const ranks = new Uint32Array(tree.size).fill(1);
  const counts = new Uint32Array(tree.tagNames.length);
  for (let parent = 0; parent < tree.size; parent++) {
    const stop = tree.end[parent];
    for (let child = parent + 1; child < stop; child = tree.end[child]) ranks[child] = ++counts[tree.tag[child]];
    // only the counts that were used are cleared: clearing all would cost one step a tag name for every node
    for (let child = parent + 1; child < stop; child = tree.end[child]) counts[tree.tag[child]] = 0;
  }
  return ranks;
});
