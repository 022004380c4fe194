/**
 * The basic tree T_x of [merged-history-tree] section 4.1 to the letter: "the leaf node can only be a TEXT node or an IMG
 * node". Elements without a text or an image in them (controls, rules, empty containers) are not part of it.
 *
 * Departure: the histories of the product and of the tracer `history-tree` keep every node, because a person may follow a
 * form or a drawing; what that changes is shown in docs/papers (figure 4).
 */
import { childrenOf, type DomTree, isText, tagOf } from "../../tree/dom-tree.ts";
import { type PartTree, partTree } from "../../tree/part-tree.ts";

/** The page with texts and images as its only leaves; the place of its root is taken by a root without a name. Linear. */
export function basicTree(page: DomTree): PartTree {
  const hasLeaf = new Uint8Array(page.size);
  const without = new Set<number>();
  // children come after their parent, so one pass from the end knows of every child
  for (let node = page.size - 1; node > 0; node--) {
    if (hasLeaf[node] === 0 && (isText(page, node) || tagOf(page, node) === "img")) hasLeaf[node] = 1;
    if (hasLeaf[node] === 1) hasLeaf[page.parent[node]] = 1;
    else without.add(node);
  }
  return partTree(page, page.size === 0 ? [] : childrenOf(page, 0), without);
}
