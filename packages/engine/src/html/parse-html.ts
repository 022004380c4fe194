/** HTML becomes a tree: the one that browsers build, because parse5 follows the same standard. */
import { type DefaultTreeAdapterMap, parse } from "parse5";
import type { DomTree } from "../tree/dom-tree.ts";
import { TreeBuilder } from "../tree/tree-builder.ts";

export interface ParseOptions {
  /** Attributes to leave out of every element, as if the page had never had them. */
  readonly omitAttributes?: readonly string[];
}

type Node = DefaultTreeAdapterMap["node"];
type Element = DefaultTreeAdapterMap["element"];

const NOT_IN_TREE = new Set(["script", "style", "template", "noscript"]);

/** Parses a page of already decoded HTML. */
export function parseHtml(html: string, options: ParseOptions = {}): DomTree {
  const omitted = new Set(options.omitAttributes ?? []);
  const builder = new TreeBuilder();
  const document = parse(html);
  const root = document.childNodes.find(isElement);
  const pending: (Node | null)[] = root ? [root] : [];
  while (pending.length > 0) {
    const node = pending.pop();
    if (node === null) builder.closeElement();
    else if (node && isElement(node)) {
      if (NOT_IN_TREE.has(node.tagName)) continue;
      builder.openElement(node.tagName);
      for (const { name, value } of node.attrs) if (!omitted.has(name)) builder.addAttribute(name, value);
      pending.push(null);
      for (let child = node.childNodes.length - 1; child >= 0; child--) pending.push(node.childNodes[child]);
    } else if (node && "value" in node) builder.addText(node.value);
  }
  return builder.finish();
}

function isElement(node: Node): node is Element {
  return "tagName" in node;
}
