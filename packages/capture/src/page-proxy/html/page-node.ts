/** The nodes of a parsed page, as the parser gives them. */
import { type DefaultTreeAdapterMap, parse } from "parse5";

export type Node = DefaultTreeAdapterMap["node"];
export type Element = DefaultTreeAdapterMap["element"];

export function parsePage(html: string): Element | null {
  return parse(html).childNodes.find(isElement) ?? null;
}

export function isElement(node: Node): node is Element {
  return "tagName" in node;
}

export function attributeNamed(element: Element, name: string): string | null {
  return element.attrs.find((attribute) => attribute.name === name)?.value ?? null;
}
