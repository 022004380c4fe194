/** Random small labelled trees for property tests of the distances. */
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
