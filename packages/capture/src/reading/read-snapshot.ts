/** A snapshot of the browser becomes the page's HTML and its tree with boxes: the tree that a parser makes of that HTML. */
import {
  type Attribute,
  attributeOf,
  type DomTree,
  DRAWING_ATTRIBUTE,
  HtmlWriter,
  isText,
  PAINTED_ATTRIBUTE,
  ParseLimitError,
  parseHtml,
  TreeBuilder,
} from "@tessera/engine";
import { type Edges, NODE_TYPE, type PackedSnapshot, rowOf, unionOf, visibleBoxes } from "./dom-snapshot.ts";

export interface RenderedPage {
  readonly html: string;
  /** Equals `parseHtml(html)` node for node, and has boxes. */
  readonly tree: DomTree;
}

const BOX = 4;

/** As in `parseHtml`: written down, but no part of the tree. */
const NOT_IN_TREE: ReadonlySet<string> = new Set(["script", "style", "template", "noscript"]);

/** Attributes that we leave in a page; only a style element may carry one out of it. */
const OWN_ATTRIBUTES = "data-tessera-";
/** What an element is by now, as `packages/page` writes it: attributes as JSON, null for one that it has not. */
const AS_MARK = "data-tessera-as";
/** How it is turned, which its box does not say; also of `packages/page`. */
const TURNED_MARK = "data-tessera-turned";
/** Marks that stay: how it is turned, and that a style sheet paints it. */
const KEPT_MARKS: ReadonlySet<string> = new Set([TURNED_MARK, PAINTED_ATTRIBUTE]);
const ATTRIBUTE_NAME = /^[a-z][a-z-]{0,40}$/;
const FRAME_TAGS: ReadonlySet<string> = new Set(["iframe", "object", "embed"]);
const MARK = "data-tessera-mark";
const MAX_CHARACTERS = 40_000_000;

/**
 * Shadow trees are part of the page as it is seen, with slotted nodes in their slots; documents in frames are pages of
 * their own. A DOM built by script can be one that no HTML gives (a paragraph in a paragraph): then the tree is the
 * parsed one, because that is what a person sees in the picker and what a later replay reads, with the boxes carried over.
 *
 * @throws ParseLimitError where the page is over one of the limits.
 */
export function readSnapshot(snapshot: PackedSnapshot): RenderedPage {
  const { html, tree } = readNumbered(snapshot);
  return { html, tree };
}

export interface NumberedPage extends RenderedPage {
  /** The element of the tree that an element of the snapshot became; null where it became none. */
  readonly nodeOf: (node: number) => number | null;
}

/** The same, for whoever has pointed at nodes of the snapshot. */
export function readNumbered(snapshot: PackedSnapshot): NumberedPage {
  const { html, tree, numbers } = new SnapshotReader(snapshot, null).read();
  const parsed = parseHtml(html);
  if (isSameTree(parsed, tree)) return { html, tree, nodeOf: (node) => numbers.get(node) ?? null };
  const marked = new SnapshotReader(snapshot, MARK).read();
  const places = placesIn(parseHtml(marked.html), parsed, MARK);
  return {
    html,
    tree: withBoxesOf(marked.tree, parsed, places),
    nodeOf: (node) => {
      const number = marked.numbers.get(node);
      return places?.elements.find(([rendered]) => rendered === number)?.[1] ?? null;
    },
  };
}

function isSameTree(one: DomTree, other: DomTree): boolean {
  return one.size === other.size && one.contentHash[0] === other.contentHash[0] && one.text === other.text;
}

class SnapshotReader {
  readonly #snapshot: PackedSnapshot;
  /** Name of an attribute that numbers the elements in the written HTML, or null. */
  readonly #mark: string | null;
  readonly #writer = new HtmlWriter();
  readonly #builder = new TreeBuilder();
  readonly #boxes: Map<number, Edges>;
  /** The box of each node of the tree. */
  readonly #treeBoxes: (Edges | undefined)[] = [];
  readonly #treeParents: number[] = [];
  /** The elements of the snapshot that are in the tree, with their number there. */
  readonly #numbers = new Map<number, number>();
  /** Snapshot nodes that are open, outermost first, with their number in the tree or -1. */
  readonly #open: { readonly node: number; readonly treeNode: number }[] = [];
  #text = "";
  #textBox: Edges | undefined;

  constructor(snapshot: PackedSnapshot, mark: string | null) {
    this.#snapshot = snapshot;
    this.#mark = mark;
    this.#boxes = visibleBoxes(snapshot);
  }

  read(): RenderedPage & { readonly numbers: ReadonlyMap<number, number> } {
    const { nodeType, parentIndex, pseudo } = this.#snapshot;
    const skipped = new Set(pseudo);
    for (const [node, type] of nodeType.entries()) {
      const parent = parentIndex[node] ?? -1;
      if (skipped.has(parent)) skipped.add(node);
      if (skipped.has(node) || type === NODE_TYPE.document) continue;
      this.#closeDownTo(parent);
      if (type === NODE_TYPE.text) this.#addText(node);
      else if (type === NODE_TYPE.element) this.#openElement(node);
      else if (type === NODE_TYPE.comment) this.#addComment();
      else if (type === NODE_TYPE.doctype) this.#addDoctype(node);
      const { length } = this.#writer;
      if (length > MAX_CHARACTERS) throw new ParseLimitError("bytes", MAX_CHARACTERS, length);
    }
    this.#closeDownTo(0);
    return { html: this.#writer.finish(), tree: this.#finishTree(), numbers: this.#numbers };
  }

  #closeDownTo(parent: number): void {
    for (let last = this.#open.at(-1); last && last.node !== parent; last = this.#open.at(-1)) {
      this.#flushText();
      this.#writer.close();
      if (last.treeNode >= 0) this.#builder.closeElement();
      this.#open.pop();
    }
  }

  #openElement(node: number): void {
    this.#flushText();
    const nodeName = this.#string(this.#snapshot.nodeName[node]);
    // Elements of HTML have their names in upper case, those of SVG and MathML as they are.
    const isHtml = nodeName === nodeName.toUpperCase();
    const tag = isHtml ? nodeName.toLowerCase() : nodeName;
    const attributes = this.#attributesOf(node, tag);
    const parent = this.#open.at(-1);
    const isInTree = (!parent || parent.treeNode >= 0) && !NOT_IN_TREE.has(tag);
    const treeNode = isInTree ? this.#builder.openElement(tag) : -1;
    const marks: Attribute[] = this.#mark && isInTree ? [[this.#mark, String(treeNode)]] : [];
    this.#writer.open(tag, [...attributes, ...marks]);
    this.#open.push({ node, treeNode });
    if (!isInTree) return;
    this.#numbers.set(node, treeNode);
    this.#treeBoxes[treeNode] = this.#boxes.get(node);
    this.#treeParents[treeNode] = parent?.treeNode ?? -1;
    for (const [name, value] of attributes) this.#builder.addAttribute(isHtml ? name : localName(name), value);
  }

  #attributesOf(node: number, tag: string): Attribute[] {
    const indexes = rowOf(this.#snapshot.attributes, node);
    const attributes: Attribute[] = [];
    let as: Readonly<Record<string, string | null>> = {};
    for (let at = 0; at + 1 < indexes.length; at += 2) {
      const name = this.#string(indexes[at]);
      const isKept = tag === "style" || KEPT_MARKS.has(name) || !name.startsWith(OWN_ATTRIBUTES);
      if (isKept) attributes.push([name, this.#string(indexes[at + 1])]);
      else if (name === AS_MARK) as = writtenAs(this.#string(indexes[at + 1]));
    }
    const kept = attributes.filter(([name]) => !(name in as));
    for (const [name, value] of Object.entries(as)) if (value !== null) kept.push([name, value]);
    return FRAME_TAGS.has(tag) ? this.#withFrameWords(node, kept) : kept;
  }

  /** What is read in a frame of another origin; the page itself could not tell. */
  #withFrameWords(node: number, attributes: Attribute[]): Attribute[] {
    const words = this.#snapshot.frameWords.get(node) ?? "";
    const isDrawn = attributes.some(([name]) => name === DRAWING_ATTRIBUTE);
    if (words === "" || !isDrawn) return attributes;
    const label = attributes.find(([name]) => name === "aria-label")?.[1] ?? "";
    const text = label === "" || words.includes(label) ? words : label.includes(words) ? label : `${label}: ${words}`;
    return [...attributes.filter(([name]) => name !== "aria-label"), ["aria-label", text]];
  }

  /** Neighbouring texts are one text once they are written, so they are one from the start. */
  #addText(node: number): void {
    this.#text += this.#string(this.#snapshot.nodeValue[node]);
    this.#textBox = unionOf(this.#textBox, this.#boxes.get(node));
  }

  #flushText(): void {
    if (this.#text === "") return;
    this.#writer.text(this.#text);
    const parent = this.#open.at(-1)?.treeNode ?? -1;
    const treeNode = parent >= 0 ? this.#builder.addText(this.#text) : -1;
    if (treeNode >= 0) {
      this.#treeBoxes[treeNode] = this.#textBox;
      this.#treeParents[treeNode] = parent;
    }
    this.#text = "";
    this.#textBox = undefined;
  }

  #addComment(): void {
    this.#flushText();
    this.#writer.comment();
  }

  #addDoctype(node: number): void {
    const { publicId, systemId, nodeName } = this.#snapshot;
    this.#writer.doctype(this.#string(nodeName[node]) || "html", this.#string(publicId), this.#string(systemId));
  }

  /** A node without a box of its own (`display: contents`, a slot) has that of what it contains. */
  #finishTree(): DomTree {
    const boxes = this.#treeBoxes;
    const hasOwnBox = boxes.map((box) => box !== undefined);
    for (let node = this.#builder.size - 1; node > 0; node--) {
      const parent = this.#treeParents[node]!;
      if (!hasOwnBox[parent]) boxes[parent] = unionOf(boxes[parent], boxes[node]);
    }
    for (const [node, box] of boxes.entries()) {
      if (!box) continue;
      const [left, top, right, bottom] = box.map(Math.round) as unknown as Edges;
      this.#builder.setBox(node, left, top, right - left, bottom - top);
    }
    return this.#builder.finish();
  }

  #string(index: number | undefined): string {
    return this.#snapshot.strings[index ?? -1] ?? "";
  }
}

/** A page may write such an attribute as well; it can only say what it could have said without. */
function writtenAs(json: string): Readonly<Record<string, string | null>> {
  let written: unknown = null;
  try {
    written = JSON.parse(json);
  } catch {
    return {};
  }
  if (typeof written !== "object" || written === null) return {};
  const entries = Object.entries(written).filter(
    ([name, value]) => ATTRIBUTE_NAME.test(name) && (value === null || typeof value === "string"),
  );
  return Object.fromEntries(entries);
}

/** `xlink:href` is the attribute `href` of another namespace, and that is how the tree of a parser has it. */
function localName(name: string): string {
  return /^(?:xlink|xml|xmlns):/.test(name) ? name.slice(name.indexOf(":") + 1) : name;
}

interface Places {
  /** The tree of the HTML in which every element carries its number in the rendered tree. */
  readonly marked: DomTree;
  /** Numbers in the rendered tree and in the parsed one; a parser makes several of one element at times. */
  readonly elements: readonly (readonly [rendered: number, parsed: number])[];
}

/** Null where not even the marks tell which node is which. */
function placesIn(marked: DomTree, parsed: DomTree, mark: string): Places | null {
  if (marked.size !== parsed.size || marked.shapeHash[0] !== parsed.shapeHash[0]) return null;
  const elements: [number, number][] = [];
  for (let node = 0; node < marked.size; node++) {
    const number = isText(marked, node) ? null : attributeOf(marked, node, mark);
    // An element without a number was made by the parser alone.
    if (number !== null) elements.push([Number(number), node]);
  }
  return { marked, elements };
}

/** `parsed` with boxes; without any where nobody knows which node is which. */
function withBoxesOf(rendered: DomTree, parsed: DomTree, places: Places | null): DomTree {
  if (!rendered.boxes || !places) return parsed;
  const boxes = new Int32Array(parsed.size * BOX).fill(-1);
  const carry = (from: number, to: number) => {
    boxes.set(rendered.boxes!.subarray(from * BOX, from * BOX + BOX), to * BOX);
  };
  for (const [number, node] of places.elements) {
    carry(number, node);
    // A text is the one of the same rank below the same element, where that element still has as many.
    const here = textChildren(places.marked, node);
    const there = textChildren(rendered, number);
    if (here.length === there.length) for (const [rank, text] of here.entries()) carry(there[rank]!, text);
  }
  return { ...parsed, boxes };
}

function textChildren(tree: DomTree, node: number): number[] {
  const texts: number[] = [];
  for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!) {
    if (isText(tree, child)) texts.push(child);
  }
  return texts;
}
