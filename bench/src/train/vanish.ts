/** A page as it would be without one of its blocks: shows the verdict what "gone" looks like where all else stays. */
import { attributesOf, type DomTree, TEXT_TAG, TreeBuilder, tagOf, textOf } from "@tessera/engine";

/** The page without the subtree of `node` and without wrappers that held nothing else. */
export function withoutBlock(tree: DomTree, node: number): DomTree {
  let cut = node;
  while (tree.parent[cut]! > 1 && tree.end[tree.parent[cut]!] === tree.end[cut] && tree.parent[cut] === cut - 1) cut--;
  const builder = new TreeBuilder();
  const open: number[] = [];
  for (let at = 0; at < tree.size; at++) {
    if (at === cut) {
      at = tree.end[cut]! - 1;
      continue;
    }
    while (open.length > 0 && tree.end[open.at(-1)!]! <= at) {
      builder.closeElement();
      open.pop();
    }
    if (tree.tag[at] === TEXT_TAG) {
      builder.addText(textOf(tree, at));
      continue;
    }
    builder.openElement(tagOf(tree, at));
    for (const [name, value] of attributesOf(tree, at)) builder.addAttribute(name, value);
    open.push(at);
  }
  while (open.pop() !== undefined) builder.closeElement();
  return builder.finish();
}
