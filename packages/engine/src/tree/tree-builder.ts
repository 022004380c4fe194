/** Fills the arrays of a `DomTree` node by node in document order: the one way a tree comes into being. */
import { type DomTree, TEXT_TAG, TEXT_TAG_NAME } from "./dom-tree.ts";
import { hashString, joinHash, mixHash, startHash } from "./hash.ts";

const FIRST_CAPACITY = 1024;

/** Open nodes in document order, close them, then `finish`. */
export class TreeBuilder {
  #size = 0;
  #parent: Int32Array = new Int32Array(FIRST_CAPACITY);
  #end: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  #depth: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  #tag: Uint16Array = new Uint16Array(FIRST_CAPACITY);
  #textStart: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  #attrStart: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  #boxes: Int32Array | null = null;
  readonly #attrName: number[] = [];
  readonly #attrValue: number[] = [];
  readonly #texts: string[] = [];
  #textLength = 0;
  readonly #tags = new Interner([TEXT_TAG_NAME]);
  readonly #attrNames = new Interner();
  readonly #attrValues = new Interner();
  #open = -1;

  get size(): number {
    return this.#size;
  }

  /** Opens an element below the one that is open and returns its number. */
  openElement(tagName: string): number {
    const node = this.#add(this.#tags.indexOf(tagName));
    this.#open = node;
    return node;
  }

  /** Adds an attribute to the element opened last, before it gets children. */
  addAttribute(name: string, value: string): void {
    this.#attrName.push(this.#attrNames.indexOf(name));
    this.#attrValue.push(this.#attrValues.indexOf(value));
  }

  /** Adds a text run below the element that is open. White-space-only text is no node and returns -1. */
  addText(text: string): number {
    if (!/\S/.test(text)) return -1;
    const node = this.#add(TEXT_TAG);
    this.#texts.push(text);
    this.#textLength += text.length + 1;
    this.#end[node] = node + 1;
    return node;
  }

  /** Closes the element that is open. */
  closeElement(): void {
    this.#end[this.#open] = this.#size;
    this.#open = this.#parent[this.#open];
  }

  /** Says where the node was on the screen, in CSS pixels. */
  // biome-ignore lint/complexity/useMaxParams: called once a node, and every call site has the four numbers apart
  setBox(node: number, left: number, top: number, width: number, height: number): void {
    this.#boxes ??= new Int32Array(this.#parent.length * 4).fill(-1);
    this.#boxes.set([left, top, width, height], node * 4);
  }

  finish(): DomTree {
    const size = this.#size;
    const text = this.#texts.length === 0 ? "" : `${this.#texts.join("\n")}\n`;
    const draft = {
      size,
      parent: this.#parent.slice(0, size),
      end: this.#end.slice(0, size),
      depth: this.#depth.slice(0, size),
      tag: this.#tag.slice(0, size),
      tagNames: this.#tags.strings,
      text,
      textStart: withStop(this.#textStart, size, this.#textLength),
      attrStart: withStop(this.#attrStart, size, this.#attrName.length),
      attrName: Uint16Array.from(this.#attrName),
      attrNames: this.#attrNames.strings,
      attrValue: Uint32Array.from(this.#attrValue),
      attrValues: this.#attrValues.strings,
      boxes: this.#boxes?.slice(0, size * 4) ?? null,
    };
    return { ...draft, ...subtreeHashes(draft) };
  }

  #add(tag: number): number {
    const node = this.#size++;
    if (node === this.#parent.length) this.#grow();
    this.#parent[node] = this.#open;
    this.#depth[node] = this.#open < 0 ? 0 : this.#depth[this.#open] + 1;
    this.#tag[node] = tag;
    this.#textStart[node] = this.#textLength;
    this.#attrStart[node] = this.#attrName.length;
    return node;
  }

  #grow(): void {
    const capacity = this.#parent.length * 2;
    this.#parent = grown(this.#parent, new Int32Array(capacity));
    this.#end = grown(this.#end, new Uint32Array(capacity));
    this.#depth = grown(this.#depth, new Uint32Array(capacity));
    this.#tag = grown(this.#tag, new Uint16Array(capacity));
    this.#textStart = grown(this.#textStart, new Uint32Array(capacity));
    this.#attrStart = grown(this.#attrStart, new Uint32Array(capacity));
    if (this.#boxes) this.#boxes = grown(this.#boxes, new Int32Array(capacity * 4).fill(-1));
  }
}

/** Gives every distinct string one number. */
class Interner {
  readonly strings: string[];
  readonly #numbers = new Map<string, number>();

  constructor(first: readonly string[] = []) {
    this.strings = [...first];
    for (const [number, string] of this.strings.entries()) this.#numbers.set(string, number);
  }

  indexOf(string: string): number {
    const known = this.#numbers.get(string);
    if (known !== undefined) return known;
    this.#numbers.set(string, this.strings.length);
    return this.strings.push(string) - 1;
  }
}

/** Children come after their parent, so one pass from the end has every child's hash ready. */
function subtreeHashes(tree: Omit<DomTree, "shapeHash" | "contentHash">): Pick<DomTree, "shapeHash" | "contentHash"> {
  const shapeHash = new Float64Array(tree.size);
  const contentHash = new Float64Array(tree.size);
  const tagHash = tree.tagNames.map((name) => hashString(name));
  const nameHash = tree.attrNames.map((name) => hashString(name));
  const valueHash = tree.attrValues.map((value) => hashString(value));
  for (let node = tree.size - 1; node >= 0; node--) {
    const shape = startHash();
    const content = startHash();
    mixHash(shape, tagHash[tree.tag[node]]);
    mixHash(content, tagHash[tree.tag[node]]);
    if (tree.tag[node] === TEXT_TAG) {
      mixHash(content, hashString(tree.text, tree.textStart[node], tree.textStart[node + 1] - 1));
    }
    for (let entry = tree.attrStart[node]; entry < tree.attrStart[node + 1]; entry++) {
      mixHash(content, nameHash[tree.attrName[entry]]);
      mixHash(content, valueHash[tree.attrValue[entry]]);
    }
    for (let child = node + 1; child < tree.end[node]; child = tree.end[child]) {
      mixHash(shape, shapeHash[child]);
      mixHash(content, contentHash[child]);
    }
    shapeHash[node] = joinHash(shape);
    contentHash[node] = joinHash(content);
  }
  return { shapeHash, contentHash };
}

function withStop(starts: Uint32Array, size: number, stop: number): Uint32Array {
  const closed = new Uint32Array(size + 1);
  closed.set(starts.subarray(0, size));
  closed[size] = stop;
  return closed;
}

function grown<A extends Int32Array | Uint32Array | Uint16Array>(from: A, to: A): A {
  to.set(from);
  return to;
}
