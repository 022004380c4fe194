/** Fills the arrays of a `DomTree` node by node in document order: the one way a tree comes into being. */
import { type DomTree, TEXT_TAG, TEXT_TAG_NAME } from "./dom-tree.ts";
import { hashString, joinHash, mixHash, resetHash, startHash } from "./hash.ts";
import { NO_LIMITS, ParseLimitError, type TreeLimits } from "./limits.ts";

const FIRST_CAPACITY = 1024;

/** Open nodes in document order, close them, then `finish`. Throws a `ParseLimitError` over one of the limits. */
export class TreeBuilder {
  readonly #limits: TreeLimits;
  #size = 0;
  #parent: Int32Array = new Int32Array(FIRST_CAPACITY);
  #end: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  #depth: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  #tag: Uint16Array = new Uint16Array(FIRST_CAPACITY);
  #textStart: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  #attrStart: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  #boxes: Int32Array | null = null;
  #attributes = 0;
  #attrName: Uint16Array = new Uint16Array(FIRST_CAPACITY);
  #attrValue: Uint32Array = new Uint32Array(FIRST_CAPACITY);
  readonly #texts: string[] = [];
  #textLength = 0;
  readonly #tags = new Interner([TEXT_TAG_NAME]);
  readonly #attrNames = new Interner();
  readonly #attrValues = new Interner();
  #open = -1;

  constructor(limits: TreeLimits = NO_LIMITS) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#size;
  }

  /** Opens an element below the one that is open and returns its number. */
  openElement(tagName: string): number {
    const tag = this.#tags.indexOf(tagName);
    if (tag > this.#limits.names) this.#refuse("names", tag);
    const node = this.#add(tag);
    if (this.#depth[node] > this.#limits.depth) this.#refuse("depth", this.#depth[node]);
    this.#open = node;
    return node;
  }

  /** Adds an attribute to the element opened last, before it gets children. */
  addAttribute(name: string, value: string): void {
    const limits = this.#limits;
    if (value.length > limits.attributeLength) this.#refuse("attributeLength", value.length);
    const entry = this.#attributes++;
    if (entry >= limits.attributes) this.#refuse("attributes", this.#attributes);
    if (entry === this.#attrName.length) this.#growAttributes();
    const named = this.#attrNames.indexOf(name);
    if (named > limits.names) this.#refuse("names", named);
    this.#attrName[entry] = named;
    this.#attrValue[entry] = this.#attrValues.indexOf(value);
  }

  /** Adds a text run below the element that is open. White-space-only text is no node and returns -1. */
  addText(text: string): number {
    return hasVisibleText(text) ? this.addInkedText(text) : -1;
  }

  /** Adds a text run that is known to have more than white space in it. */
  addInkedText(text: string): number {
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
      attrStart: withStop(this.#attrStart, size, this.#attributes),
      attrName: this.#attrName.slice(0, this.#attributes),
      attrNames: this.#attrNames.strings,
      attrValue: this.#attrValue.slice(0, this.#attributes),
      attrValues: this.#attrValues.strings,
      boxes: this.#boxes?.slice(0, size * 4) ?? null,
    };
    return { ...draft, ...subtreeHashes(draft) };
  }

  #add(tag: number): number {
    const node = this.#size++;
    if (node >= this.#limits.nodes) this.#refuse("nodes", this.#size);
    if (node === this.#parent.length) this.#grow();
    this.#parent[node] = this.#open;
    this.#depth[node] = this.#open < 0 ? 0 : this.#depth[this.#open] + 1;
    this.#tag[node] = tag;
    this.#textStart[node] = this.#textLength;
    this.#attrStart[node] = this.#attributes;
    return node;
  }

  #refuse(code: keyof TreeLimits, seen: number): never {
    throw new ParseLimitError(code, this.#limits[code], seen);
  }

  #growAttributes(): void {
    const capacity = this.#attrName.length * 2;
    this.#attrName = grown(this.#attrName, new Uint16Array(capacity));
    this.#attrValue = grown(this.#attrValue, new Uint32Array(capacity));
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

/** Gives every distinct string one number. */
class Interner {
  readonly strings: string[];
  readonly #numbers = new Map<string, number>();

  constructor(first: readonly string[] = []) {
    this.strings = [...first];
    for (const [number, string] of this.strings.entries()) this.#numbers.set(string, number);
  }

  /** The number of a string, a new one where it was not seen before. */
  indexOf(string: string): number {
    const known = this.#numbers.get(string);
    if (known !== undefined) return known;
    this.#numbers.set(string, this.strings.length);
    return this.strings.push(string) - 1;
  }
}

// Two hashes for every subtree: of its shape, and of its whole content.

type Hashes = Pick<DomTree, "shapeHash" | "contentHash">;

/** Children come after their parent, so one pass from the end has every child's hash ready. */
export function subtreeHashes(tree: Omit<DomTree, keyof Hashes>): Hashes {
  const shapeHash = new Float64Array(tree.size);
  const contentHash = new Float64Array(tree.size);
  const tagHash = hashesOf(tree.tagNames);
  const nameHash = hashesOf(tree.attrNames);
  const valueHash = valueHashes(tree.attrValues);
  const shape = startHash();
  const content = startHash();
  for (let node = tree.size - 1; node >= 0; node--) {
    resetHash(shape);
    resetHash(content);
    const tag = tree.tag[node];
    mixHash(shape, tagHash[tag]);
    mixHash(content, tagHash[tag]);
    if (tag === TEXT_TAG) {
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

/** The parts of a page share its values: they are hashed with the page. */
const knownHashes = new WeakMap<readonly string[], Float64Array>();

export function valueHashes(values: readonly string[]): Float64Array {
  const known = knownHashes.get(values);
  if (known) return known;
  const hashes = hashesOf(values);
  knownHashes.set(values, hashes);
  return hashes;
}

function hashesOf(strings: readonly string[]): Float64Array {
  const hashes = new Float64Array(strings.length);
  for (let at = 0; at < strings.length; at++) hashes[at] = hashString(strings[at]);
  return hashes;
}

// Tells text that a reader can see from white space.

const ANY_INK = /\S/;
const SPACE = 0x20;
const LAST_ASCII = 0x7f;

/** True where there is more than white space: the first characters tell it, save where they are spaces of other scripts. */
export function hasVisibleText(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > LAST_ASCII) break;
    if (unit > SPACE) return true;
  }
  return ANY_INK.test(text);
}
