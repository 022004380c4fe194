/** HTML becomes a tree: the one that Chromium builds of it. */
import type { DomTree } from "../tree/dom-tree.ts";
import { checkBytes, DEFAULT_LIMITS, type TreeLimits } from "../tree/limits.ts";
import { TreeBuilder } from "../tree/tree-builder.ts";
import { BrowserParser } from "./browser-parser.ts";
import { NodeArrays } from "./node-arrays.ts";

export interface ParseOptions {
  /** Attributes to leave out of every element, as if the page had never had them. */
  readonly omitAttributes?: readonly string[];
  /** Limits that differ from `DEFAULT_LIMITS`. */
  readonly limits?: Partial<TreeLimits>;
}

/** Elements that are left out with all that is in them: none of it is shown to a reader. */
const NOT_IN_TREE: ReadonlySet<string> = new Set(["script", "style", "template", "noscript"]);

/**
 * Parses a page of already decoded HTML, whatever is in it. Linear in its size.
 *
 * @throws ParseLimitError where the page is over one of the limits.
 */
export function parseHtml(html: string, options: ParseOptions = {}): DomTree {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  checkBytes(html, limits.bytes);
  const nodes = new NodeArrays(limits);
  const document = new BrowserParser(nodes).parsePage(html);
  const builder = new TreeBuilder(limits);
  copyElements(nodes, document, builder, options.omitAttributes?.length ? new Set(options.omitAttributes) : null);
  return builder.finish();
}

/** Copies what is below the document into the builder, in document order. */
function copyElements(
  nodes: NodeArrays,
  document: number,
  builder: TreeBuilder,
  omitted: ReadonlySet<string> | null,
): void {
  let node = nodes.firstChild(document);
  while (node !== 0) {
    let child = 0;
    if (nodes.isTextNode(node)) {
      if (nodes.hasVisibleText(node)) builder.addInkedText(nodes.getTextNodeContent(node));
    } else if (nodes.isElementNode(node) && !NOT_IN_TREE.has(nodes.nameOf(node))) {
      builder.openElement(nodes.nameOf(node));
      const attributes = nodes.getAttrList(node);
      for (let at = 0; at < attributes.length; at++) {
        const { prefix, name, value } = attributes[at];
        if (omitted === null || !omitted.has(name)) builder.addAttribute(prefix ? `${prefix}:${name}` : name, value);
      }
      child = nodes.firstChild(node);
      if (child === 0) builder.closeElement();
    }
    if (child !== 0) {
      node = child;
      continue;
    }
    // up to the nearest node that has another sibling
    while (nodes.nextSibling(node) === 0) {
      node = nodes.parent(node);
      if (node === document) return;
      builder.closeElement();
    }
    node = nodes.nextSibling(node);
  }
}
