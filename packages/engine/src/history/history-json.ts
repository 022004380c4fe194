/**
 * A history as plain JSON and back. What can be computed again is left out: the ends of subtrees and, where nothing is
 * hidden, the hashes of their content. A node that is the same in all versions takes three small numbers.
 */
import { hashString, joinHash, mixHash, resetHash, startHash } from "../tree/hash.ts";
import { HistoryBuilder, ValueNumbers } from "./history-builder.ts";
import { type HistoryTree, type HistoryValue, versionCount } from "./history-tree.ts";

/** The stored form. */
export interface StoredHistory {
  readonly versions: readonly string[];
  readonly tagNames: readonly string[];
  readonly tag: readonly number[];
  /** How many nodes before each node its parent is; 0 for the root. */
  readonly up: readonly number[];
  /** Of each node the number of the value that it has in all versions, or version and value in turn. */
  readonly entries: readonly (number | readonly number[])[];
  readonly values: readonly HistoryValue[] | readonly number[];
  /** Node, number of hidden nodes below it, and the hash of its content in each of its versions, newest first. */
  readonly hidden: readonly (readonly number[])[];
}

/** Stands for the hash of a content that was not stored; no content has it. */
const UNKNOWN_CONTENT = -1;

export interface StoreOptions {
  /** Keeps hashes instead of values, of hidden content only the newest: enough to align, and much smaller. */
  readonly keysOnly?: boolean;
}

export function storeHistory(history: HistoryTree, options: StoreOptions = {}): StoredHistory {
  const nodes = Array.from({ length: history.size }, (_, node) => node);
  return {
    versions: history.versions,
    tagNames: history.tagNames,
    tag: [...history.tag],
    up: nodes.map((node) => (node === 0 ? 0 : node - history.parent[node])),
    entries: nodes.map((node) => storedEntries(history, node)),
    values: options.keysOnly ? history.values.map(({ key }) => key) : history.values,
    hidden: nodes
      .filter((node) => history.hidden[node] > 0)
      .map((node) => [
        node,
        history.hidden[node],
        ...contentsOf(history, node).slice(0, options.keysOnly ? 1 : undefined),
      ]),
  };
}

/** The hashes of a subtree's content, newest version first. */
function contentsOf(history: HistoryTree, node: number): number[] {
  return [...history.entryContent.subarray(history.entryStart[node], history.entryStart[node + 1])].reverse();
}

/** Reads a stored history; null where it is not one. */
export function reviveHistory(stored: unknown): HistoryTree | null {
  if (!isStoredHistory(stored)) return null;
  const values = stored.values.map((value) => (typeof value === "number" ? { key: value } : value));
  const hidden = new Map(stored.hidden.map(([node, count, ...contents]) => [node, { count, contents }]));
  const isThere = (sum: number, entries: StoredHistory["entries"][number]) =>
    sum + (typeof entries === "number" ? stored.versions.length : entries.length / 2);
  const builder = new HistoryBuilder({ nodes: stored.tag.length, entries: stored.entries.reduce(isThere, 0) });
  const numbers = new ValueNumbers(builder, values);
  for (let node = 0; node < stored.tag.length; node++) {
    const tagName = stored.tagNames[stored.tag[node]];
    builder.addNode(node === 0 ? -1 : node - stored.up[node], tagName, hidden.get(node)?.count ?? 0);
    addStoredEntries(builder, stored, node, numbers);
  }
  return withContents(
    builder.finish(stored.versions),
    new Map([...hidden].map(([node, { contents }]) => [node, contents])),
  );
}

function storedEntries(history: HistoryTree, node: number): number | number[] {
  const { entryStart, entryVersion, entryValue } = history;
  const [start, stop] = [entryStart[node], entryStart[node + 1]];
  const first = entryValue[start];
  let isSteady = versionCount(history, node) === history.versions.length;
  for (let entry = start + 1; isSteady && entry < stop; entry++) isSteady = entryValue[entry] === first;
  if (isSteady) return first;
  const flat: number[] = [];
  for (let entry = start; entry < stop; entry++) flat.push(entryVersion[entry], entryValue[entry]);
  return flat;
}

function addStoredEntries(
  builder: HistoryBuilder,
  { entries: all, versions }: StoredHistory,
  node: number,
  numbers: ValueNumbers,
): void {
  const entries = all[node];
  if (typeof entries === "number") {
    for (let version = 0; version < versions.length; version++) builder.addEntry(version, 0, numbers.get(entries));
  } else {
    for (let at = 0; at < entries.length; at += 2) builder.addEntry(entries[at], 0, numbers.get(entries[at + 1]));
  }
}

/** Computes the hash of every subtree in every version again, from the leaves up: all versions of a node side by side. */
function withContents(history: HistoryTree, known: ReadonlyMap<number, readonly number[]>): HistoryTree {
  const { entryStart, entryVersion, entryValue, end } = history;
  const entryContent = history.entryContent.slice();
  const tagHash = history.tagNames.map((name) => hashString(name));
  const states = history.versions.map(startHash);
  for (let node = history.size - 1; node >= 0; node--) {
    const [start, stop] = [entryStart[node], entryStart[node + 1]];
    const stored = known.get(node);
    if (stored) {
      for (let entry = start; entry < stop; entry++) entryContent[entry] = stored[stop - 1 - entry] ?? UNKNOWN_CONTENT;
      continue;
    }
    for (let entry = start; entry < stop; entry++) {
      const state = states[entryVersion[entry]];
      resetHash(state);
      mixHash(state, tagHash[history.tag[node]]);
      mixHash(state, history.values[entryValue[entry]].key);
    }
    for (let child = node + 1; child < end[node]; child = end[child]) {
      for (let entry = entryStart[child]; entry < entryStart[child + 1]; entry++) {
        mixHash(states[entryVersion[entry]], entryContent[entry]);
      }
    }
    for (let entry = start; entry < stop; entry++) entryContent[entry] = joinHash(states[entryVersion[entry]]);
  }
  return { ...history, entryContent };
}

function isStoredHistory(stored: unknown): stored is StoredHistory {
  if (typeof stored !== "object" || stored === null) return false;
  const { versions, tagNames, tag, up, entries, values, hidden } = stored as Partial<StoredHistory>;
  const lists = [versions, tagNames, tag, up, entries, values, hidden];
  if (!lists.every(Array.isArray) || !versions || !tag || !up || !entries || !values || !tagNames || !hidden)
    return false;
  const isIndex = (number: unknown, below: number) =>
    Number.isInteger(number) && (number as number) >= 0 && (number as number) < below;
  const isEntry = (entry: unknown) =>
    isIndex(entry, values.length) ||
    (Array.isArray(entry) &&
      entry.length % 2 === 0 &&
      entry.every((number, at) => isIndex(number, at % 2 === 0 ? versions.length : values.length)));
  return (
    up.length === tag.length &&
    entries.length === tag.length &&
    tagNames.every((name) => typeof name === "string") &&
    versions.every((name) => typeof name === "string") &&
    tag.every((number) => isIndex(number, tagNames.length)) &&
    entries.every(isEntry) &&
    values.every((value) => Number.isSafeInteger(typeof value === "number" ? value : value?.key)) &&
    hidden.every((list) => Array.isArray(list) && list.every((number) => Number.isSafeInteger(number))) &&
    isDocumentOrder(up)
  );
}

/** True where the parent of every node is open when the node comes: the node before it, or an ancestor of that one. */
function isDocumentOrder(up: readonly number[]): boolean {
  const open: number[] = [];
  for (const [node, distance] of up.entries()) {
    if (node === 0) {
      if (distance !== 0) return false;
    } else {
      while (open.length > 0 && open[open.length - 1] !== node - distance) open.pop();
      if (open.length === 0) return false;
    }
    open.push(node);
  }
  return true;
}
