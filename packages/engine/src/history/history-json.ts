/**
 * A history as plain JSON and back. What can be computed again is left out: the ends of subtrees and, where nothing is
 * hidden, the hashes of their content. A node that is the same in all versions takes three small numbers.
 */
import { HistoryBuilder } from "./history-builder.ts";
import { contentKey, entryIn, type HistoryTree, type HistoryValue, versionCount } from "./history-tree.ts";

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
  const builder = new HistoryBuilder();
  for (const [node, tag] of stored.tag.entries()) {
    builder.addNode(node === 0 ? -1 : node - stored.up[node], stored.tagNames[tag], hidden.get(node)?.count ?? 0);
    addStoredEntries(builder, stored, node, values);
  }
  return withContents(
    builder.finish(stored.versions),
    new Map([...hidden].map(([node, { contents }]) => [node, contents])),
  );
}

function storedEntries(history: HistoryTree, node: number): number | number[] {
  const flat: number[] = [];
  for (let entry = history.entryStart[node]; entry < history.entryStart[node + 1]; entry++) {
    flat.push(history.entryVersion[entry], history.entryValue[entry]);
  }
  const isSteady = versionCount(history, node) === history.versions.length;
  return isSteady && flat.every((number, at) => at % 2 === 0 || number === flat[1]) ? flat[1] : flat;
}

function addStoredEntries(
  builder: HistoryBuilder,
  { entries: all, versions }: StoredHistory,
  node: number,
  values: readonly HistoryValue[],
): void {
  const entries = all[node];
  if (typeof entries === "number") {
    for (let version = 0; version < versions.length; version++) builder.addEntry(version, 0, values[entries]);
  } else {
    for (let at = 0; at < entries.length; at += 2) builder.addEntry(entries[at], 0, values[entries[at + 1]]);
  }
}

/** Computes the hash of every subtree in every version again, from the leaves up. */
function withContents(history: HistoryTree, known: ReadonlyMap<number, readonly number[]>): HistoryTree {
  const entryContent = history.entryContent.slice();
  const drafted = { ...history, entryContent };
  for (let node = history.size - 1; node >= 0; node--) {
    const stored = known.get(node);
    const last = history.entryStart[node + 1] - 1;
    for (let entry = history.entryStart[node]; entry <= last; entry++) {
      const content = stored ? (stored[last - entry] ?? UNKNOWN_CONTENT) : contentOfEntry(drafted, node, entry);
      entryContent[entry] = content;
    }
  }
  return drafted;
}

function contentOfEntry(history: HistoryTree, node: number, entry: number): number {
  const version = history.entryVersion[entry];
  const children: number[] = [];
  for (let child = node + 1; child < history.end[node]; child = history.end[child]) {
    const inner = entryIn(history, child, version);
    if (inner >= 0) children.push(history.entryContent[inner]);
  }
  const key = history.values[history.entryValue[entry]].key;
  return contentKey(history.tagNames[history.tag[node]], key, children);
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
