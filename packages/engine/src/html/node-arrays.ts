/**
 * The tree adapter of parse5 that keeps a page under construction in one array of links: a node is a number, and no
 * object is made for it. Every operation takes constant time, however many siblings there are.
 */
import type { html, Token, TreeAdapter, TreeAdapterTypeMap } from "parse5";
import { ParseLimitError, type TreeLimits } from "../tree/limits.ts";
import { hasVisibleText } from "../tree/tree-builder.ts";

/** What parse5 passes around: numbers from 1 up, since it takes 0 for "no node". */
export type NodeMap = TreeAdapterTypeMap<
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number
>;

const TEXT_NAME = "#text";
const DOCUMENT_NAME = "#document";
const FRAGMENT_NAME = "#document-fragment";
const COMMENT_NAME = "#comment";

/** Fields of a node's record in `#links`; 0 is "none". */
const PARENT = 0;
const FIRST = 1;
const LAST = 2;
const NEXT = 3;
const PREVIOUS = 4;
const FIELDS = 5;
/** A text run has no children: in the place of the last one stands whether there is more than white space in it. */
const INK = LAST;
const FIRST_CAPACITY = 4_096;
const NO_ATTRIBUTES: Token.Attribute[] = [];

export class NodeArrays implements TreeAdapter<NodeMap> {
  readonly #limits: TreeLimits;
  #links = new Int32Array(FIRST_CAPACITY * FIELDS);
  readonly #names: string[] = [""];
  /** The text of a text run, the attributes of an element. */
  readonly #values: (string | Token.Attribute[])[] = [""];
  readonly #namespaces: (html.NS | null)[] = [null];
  /** Contents of templates, which hang below no node, by template, and the way back. */
  readonly #contents = new Map<number, number>();
  readonly #hosts = new Map<number, number>();
  /** Names of the attributes of elements that got some from a second start tag: at most `html` and `body`. */
  readonly #adopted = new Map<number, Set<string>>();
  #mode = "no-quirks" as html.DOCUMENT_MODE;
  #moves = 0;

  constructor(limits: TreeLimits) {
    this.#limits = limits;
  }

  /** The name of an element, or `#text` and the like. */
  nameOf(node: number): string {
    return this.#names[node];
  }

  firstChild(node: number): number {
    return this.#links[node * FIELDS + FIRST];
  }

  nextSibling(node: number): number {
    return this.#links[node * FIELDS + NEXT];
  }

  parent(node: number): number {
    return this.#links[node * FIELDS + PARENT];
  }

  /** True for a text run with more than white space. */
  hasVisibleText(textRun: number): boolean {
    return this.#links[textRun * FIELDS + INK] !== 0;
  }

  /** The template that a node is the content of, else the node itself. */
  hostOf(node: number): number {
    return this.#hosts.get(node) ?? node;
  }

  // Making nodes

  createDocument(): number {
    return this.#create(DOCUMENT_NAME, "", null);
  }

  createDocumentFragment(): number {
    return this.#create(FRAGMENT_NAME, "", null);
  }

  createElement(tagName: string, namespaceURI: html.NS, attrs: Token.Attribute[]): number {
    return this.#create(tagName, attrs, namespaceURI);
  }

  createTextNode(value: string): number {
    return this.#create(TEXT_NAME, value, null);
  }

  createCommentNode(): number {
    return this.#create(COMMENT_NAME, "", null);
  }

  // Linking nodes

  appendChild(parentNode: number, newNode: number): void {
    this.#link(parentNode, newNode, 0);
  }

  insertBefore(parentNode: number, newNode: number, referenceNode: number): void {
    this.#link(parentNode, newNode, referenceNode);
  }

  detachNode(node: number): void {
    const links = this.#links;
    const at = node * FIELDS;
    const parent = links[at + PARENT];
    if (parent === 0) return;
    if (++this.#moves > this.#limits.moves) throw new ParseLimitError("moves", this.#limits.moves, this.#moves);
    const next = links[at + NEXT];
    const previous = links[at + PREVIOUS];
    if (previous === 0) links[parent * FIELDS + FIRST] = next;
    else links[previous * FIELDS + NEXT] = next;
    if (next === 0) links[parent * FIELDS + LAST] = previous;
    else links[next * FIELDS + PREVIOUS] = previous;
    links[at + PARENT] = 0;
    links[at + NEXT] = 0;
    links[at + PREVIOUS] = 0;
  }

  insertText(parentNode: number, text: string): void {
    this.#addText(parentNode, text, 0);
  }

  insertTextBefore(parentNode: number, text: string, referenceNode: number): void {
    this.#addText(parentNode, text, referenceNode);
  }

  adoptAttributes(recipient: number, attrs: Token.Attribute[]): void {
    const own = this.getAttrList(recipient);
    const names = this.#adopted.get(recipient) ?? new Set(own.map(({ name }) => name));
    // the parser keeps the list that it passed in, so the first adoption makes a list of our own
    if (!this.#adopted.has(recipient)) this.#values[recipient] = [...own];
    this.#adopted.set(recipient, names);
    for (const attribute of attrs) {
      if (names.has(attribute.name)) continue;
      names.add(attribute.name);
      this.getAttrList(recipient).push(attribute);
    }
  }

  // Asking about nodes

  getFirstChild(node: number): number | null {
    return this.firstChild(node) || null;
  }

  getChildNodes(node: number): number[] {
    const children: number[] = [];
    for (let child = this.firstChild(node); child !== 0; child = this.nextSibling(child)) children.push(child);
    return children;
  }

  getParentNode(node: number): number | null {
    return this.parent(node) || null;
  }

  getAttrList(element: number): Token.Attribute[] {
    const attributes = this.#values[element];
    return typeof attributes === "string" ? NO_ATTRIBUTES : attributes;
  }

  getTagName(element: number): string {
    return this.#names[element];
  }

  getNamespaceURI(element: number): html.NS {
    return this.#namespaces[element] as html.NS;
  }

  getTextNodeContent(node: number): string {
    return this.#values[node] as string;
  }

  getTemplateContent(template: number): number {
    return this.#contents.get(template) as number;
  }

  setTemplateContent(template: number, content: number): void {
    this.#contents.set(template, content);
    this.#hosts.set(content, template);
  }

  getDocumentMode(): html.DOCUMENT_MODE {
    return this.#mode;
  }

  setDocumentMode(_document: number, mode: html.DOCUMENT_MODE): void {
    this.#mode = mode;
  }

  isElementNode(node: number): node is number {
    return this.#namespaces[node] !== null;
  }

  isTextNode(node: number): node is number {
    return this.#names[node] === TEXT_NAME;
  }

  isCommentNode(node: number): node is number {
    return this.#names[node] === COMMENT_NAME;
  }

  // What a tree without comments, document type and source locations has no answer to

  getCommentNodeContent(): string {
    return "";
  }

  isDocumentTypeNode(_node: number): _node is number {
    return false;
  }

  getDocumentTypeNodeName(): string {
    return "";
  }

  getDocumentTypeNodePublicId(): string {
    return "";
  }

  getDocumentTypeNodeSystemId(): string {
    return "";
  }

  getNodeSourceCodeLocation(): null {
    return null;
  }

  setDocumentType(): void {}

  setNodeSourceCodeLocation(): void {}

  updateNodeSourceCodeLocation(): void {}

  #create(name: string, value: string | Token.Attribute[], namespace: html.NS | null): number {
    const node = this.#names.push(name) - 1;
    if (node > this.#limits.nodes) throw new ParseLimitError("nodes", this.#limits.nodes, node);
    this.#values.push(value);
    this.#namespaces.push(namespace);
    if ((node + 1) * FIELDS > this.#links.length) this.#grow();
    return node;
  }

  /** Hangs a node below `parent`, before `reference` or, where that is 0, at the end. */
  #link(parent: number, node: number, reference: number): void {
    if (this.#links[node * FIELDS + PARENT] !== 0) this.detachNode(node);
    const links = this.#links;
    const at = node * FIELDS;
    const previous = reference === 0 ? links[parent * FIELDS + LAST] : links[reference * FIELDS + PREVIOUS];
    links[at + PARENT] = parent;
    links[at + NEXT] = reference;
    links[at + PREVIOUS] = previous;
    if (previous === 0) links[parent * FIELDS + FIRST] = node;
    else links[previous * FIELDS + NEXT] = node;
    if (reference === 0) links[parent * FIELDS + LAST] = node;
    else links[reference * FIELDS + PREVIOUS] = node;
  }

  /** Adjacent text is one run, as in a browser. */
  #addText(parent: number, text: string, reference: number): void {
    const before = reference === 0 ? parent * FIELDS + LAST : reference * FIELDS + PREVIOUS;
    let run = this.#links[before];
    if (run !== 0 && this.#names[run] === TEXT_NAME) {
      this.#values[run] = (this.#values[run] as string) + text;
    } else {
      run = this.createTextNode(text);
      this.#link(parent, run, reference);
    }
    // asked of each piece as it comes: to look into the whole run would make a copy of it
    if (this.#links[run * FIELDS + INK] === 0 && hasVisibleText(text)) this.#links[run * FIELDS + INK] = 1;
  }

  #grow(): void {
    const larger = new Int32Array(this.#links.length * 2);
    larger.set(this.#links);
    this.#links = larger;
  }
}
