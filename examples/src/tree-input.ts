/**
 * A page that another library has parsed already becomes a tree of the engine, without parsing it again, and a node that was
 * found leads back to that library's element: jsdom, linkedom, happy-dom or a browser's own document, and Cheerio.
 */
import { type DomTree, TreeBuilder } from "@tessera/engine";

export interface ReadTree<Element> {
  readonly tree: DomTree;
  /** The element of a node; null for text. */
  elementOf(node: number): Element | null;
  /** The node of an element; null where the tree does not have it, such as a script. */
  nodeOf(element: Element): number | null;
}

/** Nodes of a document that follows the standard, as far as they are needed here. */
export interface StandardNode {
  readonly nodeType: number;
  readonly nodeValue: string | null;
  readonly childNodes: ArrayLike<StandardNode>;
  readonly localName?: string;
  readonly attributes?: ArrayLike<{ readonly name: string; readonly value: string }>;
}

/** `readDocument(new JSDOM(html).window.document)`, `readDocument(parseHTML(html).document)`, `readDocument(document)`. */
export function readDocument<N extends StandardNode>(document: N): ReadTree<N> {
  return readTree<N>(document, {
    children: (node) => Array.from(node.childNodes) as N[],
    text: (node) => (node.nodeType === TEXT ? (node.nodeValue ?? "") : null),
    element: (node) =>
      node.nodeType === ELEMENT && node.localName !== undefined
        ? [node.localName, Array.from(node.attributes ?? [], ({ name, value }) => [name, value])]
        : null,
  });
}

const ELEMENT = 1;
const TEXT = 3;

/** Nodes of Cheerio and htmlparser2, as far as they are needed here. */
export interface CheerioNode {
  readonly type: string;
  readonly name?: string;
  readonly data?: string;
  readonly attribs?: Readonly<Record<string, string>>;
  readonly children?: readonly CheerioNode[];
}

/** `readCheerio(load(html).root()[0])`. */
export function readCheerio<N extends CheerioNode>(root: N): ReadTree<N> {
  return readTree<N>(root, {
    children: (node) => (node.children ?? []) as readonly N[],
    text: (node) => (node.type === "text" ? (node.data ?? "") : null),
    element: (node) =>
      node.type === "tag" && node.name !== undefined ? [node.name, Object.entries(node.attribs ?? {})] : null,
  });
}

/** How a library's nodes are read. */
interface Reader<N> {
  children(node: N): readonly N[];
  text(node: N): string | null;
  /** Its name and attributes, or null where it is none. */
  element(node: N): [name: string, attributes: [name: string, value: string][]] | null;
}

/** None of what is in them is shown to a reader. */
const LEFT_OUT: ReadonlySet<string> = new Set(["script", "style", "template", "noscript"]);

function readTree<N extends object>(root: N, reader: Reader<N>): ReadTree<N> {
  const builder = new TreeBuilder();
  const elements: N[] = [];
  const nodes = new Map<N, number>();
  // what is still to be done, the next thing last: a page may be deeper than the stack of calls
  const pending: (() => void)[] = [];
  const later = (children: readonly N[]): void => {
    for (const child of children.toReversed()) pending.push(() => visit(child));
  };
  const visit = (node: N): void => {
    const text = reader.text(node);
    if (text !== null) return void builder.addText(text);
    const [name, attributes] = reader.element(node) ?? [];
    if (name === undefined || attributes === undefined || LEFT_OUT.has(name)) return;
    const number = builder.openElement(name);
    for (const [attribute, value] of attributes) builder.addAttribute(attribute, value);
    elements[number] = node;
    nodes.set(node, number);
    pending.push(() => builder.closeElement());
    later(reader.children(node));
  };
  later(reader.element(root) ? [root] : reader.children(root));
  for (let next = pending.pop(); next; next = pending.pop()) next();
  return {
    tree: builder.finish(),
    elementOf: (node) => elements[node] ?? null,
    nodeOf: (element) => nodes.get(element) ?? null,
  };
}
