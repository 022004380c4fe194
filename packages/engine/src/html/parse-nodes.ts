/** HTML as linked nodes, for whoever shows a page: the parse of `parseHtml` before anything is left out of it. */
import { checkBytes, DEFAULT_LIMITS } from "../tree/limits.ts";
import { BrowserParser } from "./browser-parser.ts";
import { NodeArrays } from "./node-arrays.ts";

export interface PageElement {
  readonly tagName: string;
  readonly namespaceURI: string;
  /** Names without their prefix. */
  readonly attrs: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes: PageNode[];
  readonly parentNode: PageElement | null;
}

export interface PageText {
  readonly value: string;
  readonly parentNode: PageElement | null;
}

export type PageNode = PageElement | PageText;

/**
 * The root element with everything below it, scripts and white space included; comments and contents of templates are
 * not. Counting the elements and the text runs with ink that are not in `script`, `style`, `template` or `noscript`
 * in document order gives the numbers of `parseHtml`.
 *
 * @throws ParseLimitError where the page is over one of the limits.
 */
export function parseNodes(html: string): PageElement | null {
  checkBytes(html, DEFAULT_LIMITS.bytes);
  const nodes = new NodeArrays(DEFAULT_LIMITS);
  const document = new BrowserParser(nodes).parsePage(html);
  let root = nodes.firstChild(document);
  while (root !== 0 && !nodes.isElementNode(root)) root = nodes.nextSibling(root);
  return root === 0 ? null : linkedNodes(nodes, root);
}

/** Depth first without recursion: pages can be as deep as the parser lets them. */
function linkedNodes(nodes: NodeArrays, root: number): PageElement {
  const top = elementOf(nodes, root, null);
  let parent = top;
  let parentNumber = root;
  let node = nodes.firstChild(root);
  while (true) {
    if (node === 0) {
      if (parent.parentNode === null) return top;
      node = nodes.nextSibling(parentNumber);
      parent = parent.parentNode;
      parentNumber = nodes.parent(parentNumber);
    } else if (nodes.isElementNode(node)) {
      const element = elementOf(nodes, node, parent);
      parent.childNodes.push(element);
      parent = element;
      parentNumber = node;
      node = nodes.firstChild(node);
    } else {
      if (nodes.isTextNode(node)) parent.childNodes.push({ value: nodes.getTextNodeContent(node), parentNode: parent });
      node = nodes.nextSibling(node);
    }
  }
}

function elementOf(nodes: NodeArrays, node: number, parentNode: PageElement | null): PageElement {
  return {
    tagName: nodes.nameOf(node),
    namespaceURI: nodes.getNamespaceURI(node),
    attrs: nodes.getAttrList(node),
    childNodes: [],
    parentNode,
  };
}
