/** Random small labelled trees for property tests of the distances, and what every mapping must keep. */
import fc from "fast-check";
import type { LabelledTree } from "./labelled-tree.ts";

/** A tree from the depths of its nodes in preorder; a depth that is too large is cut to one below the node before. */
export function treeFromDepths(nodes: readonly { readonly depth: number; readonly label: number }[]): LabelledTree {
  const size = nodes.length;
  const parent = new Int32Array(size).fill(-1);
  const end = new Uint32Array(size);
  const path: number[] = [];
  for (let node = 0; node < size; node++) {
    const depth = node === 0 ? 0 : Math.max(1, Math.min(nodes[node].depth, path.length));
    for (const closed of path.splice(depth)) end[closed] = node;
    if (depth > 0) parent[node] = path[depth - 1];
    path.push(node);
  }
  for (const closed of path) end[closed] = size;
  return { size, parent, end, label: Uint32Array.from(nodes, (one) => one.label) };
}

/** Trees of one to `maxSize` nodes with few labels, so that there is much to map and many ties. */
export function smallTree(maxSize: number, labels = 3): fc.Arbitrary<LabelledTree> {
  const node = fc.record({ depth: fc.nat(5), label: fc.nat(labels - 1) });
  return fc.array(node, { minLength: 1, maxLength: maxSize }).map(treeFromDepths);
}

/**
 * True where the pairs keep labels, ancestors and sibling order and no node is used twice: [homepage-live] definition 5,
 * conditions 1 to 4. Compares all pairs of pairs.
 */
export function isOrderedMapping(first: LabelledTree, second: LabelledTree, partner: Int32Array): boolean {
  const mapped = [...partner.keys()].filter((node) => partner[node] >= 0);
  return mapped.every((a, rank) => {
    if (first.label[a] !== second.label[partner[a]]) return false;
    return mapped.slice(rank + 1).every((b) => {
      // preorder must grow on both sides, and `b` lies in the subtree of `a` on both sides or on neither
      const isBelow = b < first.end[a];
      return partner[b] > partner[a] && isBelow === partner[b] < second.end[partner[a]];
    });
  });
}
