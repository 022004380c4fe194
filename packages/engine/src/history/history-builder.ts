/** Fills the arrays of a `HistoryTree` in document order: the one way a history comes into being. */
import { type DomTree, TEXT_TAG_NAME } from "../tree/dom-tree.ts";
import { contentKeys, type HistoryTree, type HistoryValue, historyValue, valueKeys } from "./history-tree.ts";

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

  /** True where some entry has a value of this key. */
  hasValue(key: number): boolean {
    return this.#valueNumbers.has(key);
  }

  /** Adds an entry to the node added last; of a value that is known already the key is enough. */
  addEntry(version: number, content: number, value: HistoryValue): void {
    let number = this.#valueNumbers.get(value.key);
    if (number === undefined) {
      number = this.#values.push(value) - 1;
      this.#valueNumbers.set(value.key, number);
    }
    this.#entryVersion.push(version);
    this.#entryValue.push(number);
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

/** Copies one node of a history with its entries and returns its new number. */
export function copyNode(builder: HistoryBuilder, from: HistoryTree, node: number, target: CopyTarget): number {
  const copy = builder.addNode(target.parent, from.tagNames[from.tag[node]], target.hidden ?? from.hidden[node]);
  for (let entry = from.entryStart[node]; entry < from.entryStart[node + 1]; entry++) {
    const version = target.renumber[from.entryVersion[entry]];
    const value = from.values[from.entryValue[entry]];
    if (version >= 0) builder.addEntry(version, from.entryContent[entry], value);
  }
  return copy;
}

/** A page that is about to be merged: its values are hashed once. */
export interface IncomingPage {
  readonly page: DomTree;
  readonly keys: Float64Array;
  readonly contents: Float64Array;
  /** Index of the version that the page becomes. */
  readonly version: number;
}

export function incoming(page: DomTree, version: number): IncomingPage {
  const keys = valueKeys(page);
  return { page, keys, contents: contentKeys(page, keys), version };
}

/** Adds the entry of a page's node to the node added last. */
export function addPageEntry(builder: HistoryBuilder, from: IncomingPage, node: number): void {
  const { page } = from;
  const key = from.keys[node];
  const value = builder.hasValue(key) ? { key } : historyValue(page, node, key);
  builder.addEntry(from.version, from.contents[node], value);
}
