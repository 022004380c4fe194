/** The nodes of a captured page, parsed as the engine parses it: what is shown has the numbers of what is traced. */
import { type PageElement, type PageNode, parseNodes } from "@tessera/engine";

export type Node = PageNode;
export type Element = PageElement;

export function parsePage(html: string): Element | null {
  return parseNodes(html);
}

export function isElement(node: Node): node is Element {
  return "tagName" in node;
}

export function attributeNamed(element: Element, name: string): string | null {
  return element.attrs.find((attribute) => attribute.name === name)?.value ?? null;
}
