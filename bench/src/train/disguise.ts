/** A page as after a redesign that keeps its content: other class names, no ids, other wrappers and tags. */
import { attributesOf, type DomTree, TEXT_TAG, TreeBuilder, tagOf, textOf } from "@tessera/engine";

/** A page that we changed, and where its nodes are now. */
export interface MovedPage {
  readonly page: DomTree;
  /** The new number of each old node, -1 where it is gone. */
  readonly placeOf: Int32Array;
}

const LOST_WRAPPERS = 0.3;
const NEW_WRAPPERS = 0.06;
const NEW_TAGS = 0.1;
const NEUTRAL = new Set(["div", "section", "article", "aside", "span"]);

/** Rebuilds the page; a class name becomes the same new name everywhere. */
export function disguised(tree: DomTree, random: () => number): MovedPage {
  const builder = new TreeBuilder();
  const placeOf = new Int32Array(tree.size).fill(-1);
  const open: { end: number; closes: number }[] = [];
  for (let node = 0; node < tree.size; node++) {
    while (open.length > 0 && open.at(-1)!.end <= node) {
      for (let count = open.pop()!.closes; count > 0; count--) builder.closeElement();
    }
    if (tree.tag[node] === TEXT_TAG) {
      placeOf[node] = builder.addText(textOf(tree, node));
      continue;
    }
    const tag = tagOf(tree, node);
    if (tag === "div" && isPureWrapper(tree, node) && random() < LOST_WRAPPERS) {
      open.push({ end: tree.end[node]!, closes: 0 });
      continue;
    }
    const isWrapped = NEUTRAL.has(tag) && random() < NEW_WRAPPERS;
    if (isWrapped) builder.openElement("div");
    placeOf[node] = builder.openElement(NEUTRAL.has(tag) && random() < NEW_TAGS ? "section" : tag);
    addAttributes(builder, tree, node);
    open.push({ end: tree.end[node]!, closes: isWrapped ? 2 : 1 });
  }
  while (open.length > 0) for (let count = open.pop()!.closes; count > 0; count--) builder.closeElement();
  return { page: builder.finish(), placeOf };
}

function addAttributes(builder: TreeBuilder, tree: DomTree, node: number): void {
  for (const [name, value] of attributesOf(tree, node)) {
    if (name === "id" || name.startsWith("data-")) continue;
    builder.addAttribute(
      name,
      name === "class" ? value.replace(/\S+/g, (token) => `${[...token].reverse().join("")}x`) : value,
    );
  }
}

function isPureWrapper(tree: DomTree, node: number): boolean {
  const child = node + 1;
  return child < tree.end[node]! && tree.end[child] === tree.end[node] && tree.tag[child] !== TEXT_TAG;
}
