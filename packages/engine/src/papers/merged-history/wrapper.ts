/**
 * Wrappers in the manner of RoadRunner (Crescenzi, Mecca and Merialdo, VLDB 2001), with which [merged-history-tree]
 * section 5.4 compares: union-free regular expressions over the tags and strings of a page. They are kept as a tree,
 * because the tags of a parsed page are always balanced.
 */
import { childrenOf, type DomTree, isText, tagOf, textOf } from "../../tree/dom-tree.ts";

/** A tag with what lies between it and its end tag. */
export interface ElementItem {
  readonly kind: "element";
  readonly tag: string;
  readonly items: readonly WrapperItem[];
  /** Stays the same when the wrapper is generalised. */
  readonly id: number;
  /** The elements of the page seen last that it stands for; several below a repeated item. */
  readonly nodes: readonly number[];
}

/** A string that all pages have, or `#PCDATA` (null) where they differ. */
export interface TextItem {
  readonly kind: "text";
  readonly value: string | null;
}

/** ( … )? */
export interface OptionalItem {
  readonly kind: "optional";
  readonly items: readonly WrapperItem[];
}

/** ( … )+ */
export interface RepeatedItem {
  readonly kind: "repeated";
  readonly items: readonly WrapperItem[];
}

export type WrapperItem = ElementItem | TextItem | OptionalItem | RepeatedItem;

/** The first wrapper is the page itself. Null for a page deeper than `maxDepth`, as wrappers are walked recursively. */
export function wrapperOf(page: DomTree, firstId: number, maxDepth: number): ElementItem | null {
  if (page.size === 0 || page.depth.some((depth) => depth > maxDepth)) return null;
  const items: WrapperItem[] = new Array(page.size);
  // children come after their parent, so one pass from the end has every child's item ready
  for (let node = page.size - 1; node >= 0; node--) {
    items[node] = isText(page, node)
      ? { kind: "text", value: textOf(page, node).replace(/\s+/g, " ").trim() }
      : {
          kind: "element",
          tag: tagOf(page, node),
          items: childrenOf(page, node).map((child) => items[child]),
          id: firstId + node,
          nodes: [node],
        };
  }
  return items[0] as ElementItem;
}

/** All elements of a wrapper in the order of the page. */
export function elementsOf(wrapper: WrapperItem): ElementItem[] {
  const found: ElementItem[] = [];
  const pending: WrapperItem[] = [wrapper];
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    if (item.kind === "element") found.push(item);
    if (item.kind !== "text") for (let at = item.items.length - 1; at >= 0; at--) pending.push(item.items[at]);
  }
  return found;
}
