/** Fills the arrays of a `HistoryTree` in document order: the one way a history comes into being. */
import { type DomTree, TEXT_TAG_NAME } from "../tree/dom-tree.ts";
import { type HistoryTree, type HistoryValue, historyValue, pageKeys } from "./history-tree.ts";

/** How many there will be, as far as it is known. */
export interface ExpectedSize {
  readonly nodes: number;
  readonly entries: number;
}

const SOME: ExpectedSize = { nodes: 256, entries: 256 };

/** Nodes are added parents first; the entries of a node follow it at once, oldest version first. */
export class HistoryBuilder {
  #size = 0;
  #entries = 0;
  #parent: Int32Array;
  #tag: Uint16Array;
  #hidden: Uint32Array;
  #entryStart: Uint32Array;
  #entryVersion: Uint16Array;
  #entryValue: Uint32Array;
  #entryContent: Float64Array;
  readonly #values: HistoryValue[] = [];
  readonly #valueNumbers = new Map<number, number>();
  readonly #tagNames: string[] = [TEXT_TAG_NAME];
  readonly #tagNumbers = new Map([[TEXT_TAG_NAME, 0]]);

  constructor({ nodes, entries }: ExpectedSize = SOME) {
    this.#parent = new Int32Array(nodes);
    this.#tag = new Uint16Array(nodes);
    this.#hidden = new Uint32Array(nodes);
    this.#entryStart = new Uint32Array(nodes + 1);
    this.#entryVersion = new Uint16Array(entries);
    this.#entryValue = new Uint32Array(entries);
    this.#entryContent = new Float64Array(entries);
  }

  get size(): number {
    return this.#size;
  }

  /** Adds a node and returns its number. */
  addNode(parent: number, tagName: string, hidden = 0): number {
    if (this.#size === this.#parent.length) this.#growNodes();
    const node = this.#size++;
    let tag = this.#tagNumbers.get(tagName);
    if (tag === undefined) {
      tag = this.#tagNames.push(tagName) - 1;
      this.#tagNumbers.set(tagName, tag);
    }
    this.#parent[node] = parent;
    this.#tag[node] = tag;
    this.#hidden[node] = hidden;
    this.#entryStart[node] = this.#entries;
    return node;
  }

  /** The number of a value; of one that is new here, `make` says what it is. */
  valueNumber(key: number, make: () => HistoryValue): number {
    let number = this.#valueNumbers.get(key);
    if (number === undefined) {
      number = this.#values.push(make()) - 1;
      this.#valueNumbers.set(key, number);
    }
    return number;
  }

  /** Adds an entry to the node added last; `value` is the number of one of this builder's values. */
  addEntry(version: number, content: number, value: number): void {
    if (this.#entries === this.#entryVersion.length) this.#growEntries();
    const entry = this.#entries++;
    this.#entryVersion[entry] = version;
    this.#entryValue[entry] = value;
    this.#entryContent[entry] = content;
  }

  finish(versions: readonly string[]): HistoryTree {
    const size = this.#size;
    const entries = this.#entries;
    const parent = fitted(this.#parent, size);
    this.#entryStart[size] = entries;
    return {
      size,
      parent,
      end: endsOf(parent),
      tag: fitted(this.#tag, size),
      tagNames: this.#tagNames,
      versions,
      entryStart: fitted(this.#entryStart, size + 1),
      entryVersion: fitted(this.#entryVersion, entries),
      entryValue: fitted(this.#entryValue, entries),
      entryContent: fitted(this.#entryContent, entries),
      values: this.#values,
      hidden: fitted(this.#hidden, size),
    };
  }

  #growNodes(): void {
    const capacity = Math.max(SOME.nodes, this.#parent.length * 2);
    this.#parent = copyInto(new Int32Array(capacity), this.#parent);
    this.#tag = copyInto(new Uint16Array(capacity), this.#tag);
    this.#hidden = copyInto(new Uint32Array(capacity), this.#hidden);
    this.#entryStart = copyInto(new Uint32Array(capacity + 1), this.#entryStart);
  }

  #growEntries(): void {
    const capacity = Math.max(SOME.entries, this.#entryVersion.length * 2);
    this.#entryVersion = copyInto(new Uint16Array(capacity), this.#entryVersion);
    this.#entryValue = copyInto(new Uint32Array(capacity), this.#entryValue);
    this.#entryContent = copyInto(new Float64Array(capacity), this.#entryContent);
  }
}

type Numbers = Int32Array | Uint32Array | Uint16Array | Float64Array;

function fitted<A extends Numbers>(array: A, length: number): A {
  return array.length === length ? array : (array.slice(0, length) as A);
}

function copyInto<A extends Numbers>(to: A, from: A): A {
  to.set(from);
  return to;
}

/** Children come after their parent, so the last descendant reaches every ancestor in one pass from the end. */
function endsOf(parent: Int32Array): Uint32Array {
  const end = new Uint32Array(parent.length);
  for (let node = parent.length - 1; node >= 0; node--) {
    end[node] = Math.max(end[node], node + 1);
    const above = parent[node];
    if (above >= 0) end[above] = Math.max(end[above], end[node]);
  }
  return end;
}

/** Where a copied node goes and what its versions are called there: `renumber[version]`, left out where negative. */
export interface CopyTarget {
  readonly parent: number;
  readonly renumber: readonly number[];
  /** How many nodes below are cut away in the copy; as in the original where left out. */
  readonly hidden?: number;
}

/** Values by their numbers in some list, each looked up in the builder when it is first used. */
export class ValueNumbers {
  readonly #builder: HistoryBuilder;
  readonly #values: readonly HistoryValue[];
  readonly #numbers: Int32Array;

  constructor(builder: HistoryBuilder, values: readonly HistoryValue[]) {
    this.#builder = builder;
    this.#values = values;
    this.#numbers = new Int32Array(values.length).fill(-1);
  }

  get(value: number): number {
    const known = this.#numbers[value];
    if (known >= 0) return known;
    const fresh = this.#values[value];
    const number = this.#builder.valueNumber(fresh.key, () => fresh);
    this.#numbers[value] = number;
    return number;
  }
}

/** Copies nodes of one history into a builder. */
export class NodeCopies {
  readonly #builder: HistoryBuilder;
  readonly #from: HistoryTree;
  readonly #values: ValueNumbers;

  constructor(builder: HistoryBuilder, from: HistoryTree) {
    this.#builder = builder;
    this.#from = from;
    this.#values = new ValueNumbers(builder, from.values);
  }

  /** Copies one node with its entries and returns its new number. */
  add(node: number, { parent, renumber, hidden }: CopyTarget): number {
    const from = this.#from;
    const builder = this.#builder;
    const copy = builder.addNode(parent, from.tagNames[from.tag[node]], hidden ?? from.hidden[node]);
    for (let entry = from.entryStart[node]; entry < from.entryStart[node + 1]; entry++) {
      const version = renumber[from.entryVersion[entry]];
      if (version < 0) continue;
      builder.addEntry(version, from.entryContent[entry], this.#values.get(from.entryValue[entry]));
    }
    return copy;
  }
}

/** A page that is about to be merged. */
export interface IncomingPage {
  readonly page: DomTree;
  readonly keys: Float64Array;
  readonly contents: Float64Array;
  /** Index of the version that the page becomes. */
  readonly version: number;
}

export function incoming(page: DomTree, version: number): IncomingPage {
  return { page, ...pageKeys(page), version };
}

/** Adds the entry of a page's node to the node added last. */
export function addPageEntry(builder: HistoryBuilder, from: IncomingPage, node: number): void {
  const { page } = from;
  const key = from.keys[node];
  const value = builder.valueNumber(key, () => historyValue(page, node, key));
  builder.addEntry(from.version, from.contents[node], value);
}
