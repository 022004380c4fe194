/**
 * The historical merged tree (HMT) of [merged-history-tree] (Tang, Dou, Xie and He), section 4.1: every version of a
 * page in one tree, whose nodes carry the values of the versions that have them.
 *
 *   paper            here                       paper            here
 *   HMT_m            HistoryTree                TagName          tagNames[tag[node]]
 *   T_x              DomTree                    Index            the node's number
 *   TagAttributes    values of the entries      vID              entryVersion
 *
 * Departures: the paper keeps one table per node, from an attribute's name to its value in every version; here a node
 * has one entry per version, and an entry points to the attributes (or the text) that the node had in it, stored once
 * for all nodes and versions. A history can be cut to a bounded size around one node (`boundHistory`); `hidden` counts
 * what was cut away.
 */
import { derived } from "../feature/derived.ts";
import { attributesOf, type DomTree, isText, textOf } from "../tree/dom-tree.ts";
import { type HashState, hashString, joinHash, mixHash, resetHash, startHash } from "../tree/hash.ts";
import { valueHashes } from "../tree/tree-builder.ts";

/** What a node was in a version: the text of a text run, or the attributes of an element. */
export interface HistoryValue {
  /** Hash of text or attributes: equal values have equal keys. */
  readonly key: number;
  readonly text?: string;
  readonly attributes?: readonly (readonly [name: string, value: string])[];
}

/**
 * Nodes in document order, the subtree of node `i` being the range `[i, end[i])`. The nodes that have an entry for one
 * version are, in this order, exactly the tree of that version: nothing is lost by merging.
 */
export interface HistoryTree {
  readonly size: number;
  readonly parent: Int32Array;
  readonly end: Uint32Array;
  readonly tag: Uint16Array;
  readonly tagNames: readonly string[];
  /** Names of the merged versions, oldest first. */
  readonly versions: readonly string[];
  /** The entries of node `i` are `[entryStart[i], entryStart[i + 1])`, oldest version first; `size + 1` numbers. */
  readonly entryStart: Uint32Array;
  /** Index into `versions`. */
  readonly entryVersion: Uint16Array;
  /** Index into `values`. */
  readonly entryValue: Uint32Array;
  /** Hash of the content of the whole subtree in that version. */
  readonly entryContent: Float64Array;
  readonly values: readonly HistoryValue[];
  /** How many nodes below this one were cut away to keep the history bounded; 0 in a whole history. */
  readonly hidden: Uint32Array;
}

/** In how many versions the node is. */
export function versionCount(history: HistoryTree, node: number): number {
  return history.entryStart[node + 1] - history.entryStart[node];
}

/** The value that the node had in a version, or null where that version does not have the node. */
export function valueIn(history: HistoryTree, node: number, version: number): HistoryValue | null {
  const entry = entryIn(history, node, version);
  return entry < 0 ? null : history.values[history.entryValue[entry]];
}

/** The entry of a node for a version, or -1. */
export function entryIn(history: HistoryTree, node: number, version: number): number {
  const start = history.entryStart[node];
  const stop = history.entryStart[node + 1];
  // most nodes are in all versions
  if (start + version < stop && history.entryVersion[start + version] === version) return start + version;
  for (let entry = start; entry < stop; entry++) if (history.entryVersion[entry] === version) return entry;
  return -1;
}

/**
 * The node of a whole history for each node of a version, in that version's own document order: entry `i` stands for
 * node `i` of the page as it was merged.
 */
export function nodesOfVersion(history: HistoryTree, version: number): Int32Array {
  const nodes = new Int32Array(history.size);
  let count = 0;
  for (let node = 0; node < history.size; node++) if (entryIn(history, node, version) >= 0) nodes[count++] = node;
  return nodes.slice(0, count);
}

/** Nodes of each subtree, the node itself and everything cut away below it included. */
export function subtreeWeights(history: HistoryTree): Float64Array {
  const weight = new Float64Array(history.size).fill(1);
  for (let node = history.size - 1; node >= 0; node--) {
    weight[node] += history.hidden[node];
    if (history.parent[node] >= 0) weight[history.parent[node]] += weight[node];
  }
  return weight;
}

/** For each tag of the page its number in the history, or -1. */
export function sharedTags(history: HistoryTree, page: DomTree): Int32Array {
  const numbers = new Map(history.tagNames.map((name, number) => [name, number]));
  return Int32Array.from(page.tagNames, (name) => numbers.get(name) ?? -1);
}

// The values of the nodes of a page as a history compares them: the own one of each node, and that of its subtree.

/** Hashed once, for the alignment and for the merge. */
export interface PageKeys {
  /** Of the text or of the attributes of each node. The order in which attributes are written does not matter. */
  readonly keys: Float64Array;
  /** Of each subtree: its tags, its values and their order. */
  readonly contents: Float64Array;
}

export const pageKeys: (page: DomTree) => PageKeys = derived((page) => {
  const keys = valueKeys(page);
  return { keys, contents: contentKeys(page, keys) };
});

function valueKeys(page: DomTree): Float64Array {
  const nameHash = page.attrNames.map((name) => hashString(name));
  const valueHash = valueHashes(page.attrValues);
  const keys = new Float64Array(page.size);
  const pair = startHash();
  for (let node = 0; node < page.size; node++) {
    keys[node] = isText(page, node)
      ? hashString(page.text, page.textStart[node], page.textStart[node + 1] - 1)
      : attributesKey(page, node, { nameHash, valueHash, pair });
  }
  return keys;
}

/** With keys that are all 0, a hash of the shape of each subtree. */
export function contentKeys(page: DomTree, keys: Float64Array): Float64Array {
  const tagHash = page.tagNames.map((name) => hashString(name));
  const contents = new Float64Array(page.size);
  const state = startHash();
  // children come after their parent, so one pass from the end has every child's hash ready
  for (let node = page.size - 1; node >= 0; node--) {
    resetHash(state);
    mixHash(state, tagHash[page.tag[node]]);
    mixHash(state, keys[node]);
    for (let child = node + 1; child < page.end[node]; child = page.end[child]) mixHash(state, contents[child]);
    contents[node] = joinHash(state);
  }
  return contents;
}

/** The value of one node as a history keeps it. */
export function historyValue(page: DomTree, node: number, key: number): HistoryValue {
  return isText(page, node) ? { key, text: textOf(page, node) } : { key, attributes: attributesOf(page, node) };
}

interface AttributeHashes {
  readonly nameHash: readonly number[];
  readonly valueHash: Float64Array;
  readonly pair: HashState;
}

function attributesKey(page: DomTree, node: number, { nameHash, valueHash, pair }: AttributeHashes): number {
  // the pairs are added up, so that their order does not matter
  let low = 0;
  let high = 0;
  for (let entry = page.attrStart[node]; entry < page.attrStart[node + 1]; entry++) {
    resetHash(pair);
    mixHash(pair, nameHash[page.attrName[entry]]);
    mixHash(pair, valueHash[page.attrValue[entry]]);
    low = (low + pair.low) | 0;
    high = (high + pair.high) | 0;
  }
  pair.low = low;
  pair.high = high;
  return joinHash(pair);
}
