/** Fills the arrays of a `HistoryTree` in document order: the one way a history comes into being. */
import { type DomTree, TEXT_TAG_NAME } from "../tree/dom-tree.ts";
import { type HistoryTree, type HistoryValue, historyValue, pageKeys } from "./history-tree.ts";

/** Nodes are added parents first; the entries of a node follow it at once, oldest version first. */
export class HistoryBuilder {
  readonly #parent: number[] = [];
  readonly #end: number[] = [];
  readonly #tag: number[] = [];
  readonly #hidden: number[] = [];
  readonly #entryStart: number[] = [];
  readonly #entryVersion: number[] = [];
  readonly #entryValue: number[] = [];
  readonly #entryContent: number[] = [];
  readonly #values: HistoryValue[] = [];
  readonly #valueNumbers = new Map<number, number>();
  readonly #tagNames: string[] = [TEXT_TAG_NAME];
  readonly #tagNumbers = new Map([[TEXT_TAG_NAME, 0]]);

  get size(): number {
    return this.#parent.length;
  }

  /** Adds a node and returns its number. */
  addNode(parent: number, tagName: string, hidden = 0): number {
    let tag = this.#tagNumbers.get(tagName);
    if (tag === undefined) {
      tag = this.#tagNames.push(tagName) - 1;
      this.#tagNumbers.set(tagName, tag);
    }
    this.#tag.push(tag);
    this.#hidden.push(hidden);
    this.#end.push(0);
    this.#entryStart.push(this.#entryVersion.length);
    return this.#parent.push(parent) - 1;
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
    this.#entryVersion.push(version);
    this.#entryValue.push(value);
    this.#entryContent.push(content);
  }

  finish(versions: readonly string[]): HistoryTree {
    const size = this.size;
    // children come after their parent, so the last descendant reaches every ancestor in one pass from the end
    for (let node = size - 1; node >= 0; node--) {
      this.#end[node] = Math.max(this.#end[node], node + 1);
      const parent = this.#parent[node];
      if (parent >= 0) this.#end[parent] = Math.max(this.#end[parent], this.#end[node]);
    }
    this.#entryStart.push(this.#entryVersion.length);
    return {
      size,
      parent: new Int32Array(this.#parent),
      end: new Uint32Array(this.#end),
      tag: new Uint16Array(this.#tag),
      tagNames: this.#tagNames,
      versions,
      entryStart: new Uint32Array(this.#entryStart),
      entryVersion: new Uint16Array(this.#entryVersion),
      entryValue: new Uint32Array(this.#entryValue),
      entryContent: new Float64Array(this.#entryContent),
      values: this.#values,
      hidden: new Uint32Array(this.#hidden),
    };
  }
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
