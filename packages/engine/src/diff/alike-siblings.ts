/** "All like this one": a block together with its siblings of the same kind. */
import { attributeOf, type DomTree, tagOf } from "../tree/dom-tree.ts";

/** The siblings of a block that are like it, itself included, in document order. Linear in the siblings. */
export function alikeSiblings(tree: DomTree, block: number): readonly number[] {
  const parent = tree.parent[block];
  if (parent < 0) return [block];
  const alike: number[] = [];
  const classes = classesOf(tree, block);
  for (let sibling = parent + 1; sibling < tree.end[parent]; sibling = tree.end[sibling]) {
    if (sibling === block || isAlike(tree, block, sibling, classes)) alike.push(sibling);
  }
  return alike;
}

/** The same tag, and a class in common unless both have none; ids and states such as `active` may differ. */
function isAlike(tree: DomTree, block: number, sibling: number, classes: ReadonlySet<string>): boolean {
  if (tagOf(tree, sibling) !== tagOf(tree, block)) return false;
  const others = classesOf(tree, sibling);
  return classes.size === 0 ? others.size === 0 : [...others].some((name) => classes.has(name));
}

function classesOf(tree: DomTree, node: number): ReadonlySet<string> {
  return new Set((attributeOf(tree, node, "class") ?? "").split(/\s+/).filter(Boolean));
}
