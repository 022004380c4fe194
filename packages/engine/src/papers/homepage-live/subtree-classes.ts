/** Subtrees of one tree put into classes that a distance treats alike: each its own, or equal ones together. */
import type { LabelledTree } from "./labelled-tree.ts";

/** Classes are numbered so that the child subtrees of a class have smaller numbers than the class itself. */
export interface SubtreeClasses {
  readonly count: number;
  /** The class of the subtree at each node. */
  readonly of: Uint32Array;
  readonly label: Uint32Array;
  /** Number of nodes of a subtree of the class. */
  readonly size: Uint32Array;
  /** The classes of the child subtrees, in order: `children[childStart[c]]` up to `children[childStart[c + 1]]`. */
  readonly childStart: Uint32Array;
  readonly children: Uint32Array;
  /** The largest number of children of one class. */
  readonly widest: number;
}

/** Every subtree is a class of its own. */
export function separateSubtrees(tree: LabelledTree): SubtreeClasses {
  const of = new Uint32Array(tree.size);
  for (let node = 0; node < tree.size; node++) of[node] = tree.size - 1 - node;
  return classesOf(tree, of, tree.size);
}

/**
 * Subtrees that are equal node by node are one class. A distance that depends on nothing but the two subtrees has one
 * value for all members of a class, so that it may be computed once: the result is provably the same. Equality is that
 * of label and child classes, not of hashes.
 */
export function sharedSubtrees(tree: LabelledTree): SubtreeClasses {
  const of = new Uint32Array(tree.size);
  const known = new Map<string, number>();
  for (let node = tree.size - 1; node >= 0; node--) {
    let key = String(tree.label[node]);
    for (let child = node + 1; child < tree.end[node]; child = tree.end[child]) key += `,${of[child]}`;
    let number = known.get(key);
    if (number === undefined) {
      number = known.size;
      known.set(key, number);
    }
    of[node] = number;
  }
  return classesOf(tree, of, known.size);
}

function classesOf(tree: LabelledTree, of: Uint32Array, count: number): SubtreeClasses {
  const member = new Int32Array(count).fill(-1);
  for (let node = 0; node < tree.size; node++) member[of[node]] = node;
  const label = new Uint32Array(count);
  const size = new Uint32Array(count);
  const childStart = new Uint32Array(count + 1);
  const children: number[] = [];
  let widest = 0;
  for (let number = 0; number < count; number++) {
    const node = member[number];
    label[number] = tree.label[node];
    size[number] = tree.end[node] - node;
    for (let child = node + 1; child < tree.end[node]; child = tree.end[child]) children.push(of[child]);
    childStart[number + 1] = children.length;
    widest = Math.max(widest, children.length - childStart[number]);
  }
  return { count, of, label, size, childStart, children: Uint32Array.from(children), widest };
}
