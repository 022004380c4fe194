/** What the alignment asks of a history and a page again and again, prepared once in linear time. */
import type { DomTree } from "../tree/dom-tree.ts";
import { hashString, joinHash, mixHash, resetHash, startHash } from "../tree/hash.ts";
import { VALUE_COST, versionCost } from "./costs.ts";
import { contentKeys, type HistoryTree, pageKeys, sharedTags, subtreeWeights, versionCount } from "./history-tree.ts";

/** Mixed into the shape of a node with hidden children, so that it equals no shape of a page. */
const UNKNOWN_SHAPE = 1;

/** The children of every node in one list: those of node `i` are `list[start[i]]` to `list[start[i + 1] - 1]`. */
export interface ChildLists {
  readonly start: Uint32Array;
  readonly list: Int32Array;
}

/** A list of numbers for every node: those of node `i` are `list[start[i]]` to `list[start[i + 1] - 1]`. */
export interface NumberLists {
  readonly start: Uint32Array;
  readonly list: Float64Array;
}

export interface AlignSides {
  readonly history: HistoryTree;
  readonly page: DomTree;
  readonly historyChildren: ChildLists;
  readonly pageChildren: ChildLists;
  /** Nodes of each history subtree, hidden ones included. */
  readonly weight: Float64Array;
  /** Tag of each node of the page in the numbers of the history, -1 where the history has no such tag. */
  readonly pageTag: Int32Array;
  readonly pageKeys: Float64Array;
  readonly pageContents: Float64Array;
  /** The distinct value keys of each node of the history. */
  readonly keys: NumberLists;
  /** The distinct contents of each subtree of the history. */
  readonly contents: NumberLists;
  /** v of each node of the history. */
  readonly versionCost: Float64Array;
  readonly historyDepth: Uint32Array;
  /** The distinct shapes that each subtree of the history had: hashes of its tags. */
  readonly shapes: NumberLists;
  readonly pageShape: Float64Array;
  /** 1 where every version has the whole subtree, so that equal content in one version means a cost of nothing. */
  readonly isSteady: Uint8Array;
}

export function alignSides(history: HistoryTree, page: DomTree): AlignSides {
  const tags = sharedTags(history, page);
  const { keys, contents } = pageKeys(page);
  return {
    history,
    page,
    historyChildren: childLists(history),
    pageChildren: childLists(page),
    weight: subtreeWeights(history),
    pageTag: Int32Array.from(page.tag, (tag) => tags[tag]),
    pageKeys: keys,
    pageContents: contents,
    keys: distinctLists(history, (entry) => history.values[history.entryValue[entry]].key),
    contents: distinctLists(history, (entry) => history.entryContent[entry]),
    versionCost: versionCosts(history),
    historyDepth: depths(history),
    shapes: shapeLists(history),
    pageShape: contentKeys(page, new Float64Array(page.size)),
    isSteady: steadySubtrees(history),
  };
}

/** True where the two subtrees match node by node at no cost: all versions have it, and one of them the same content. */
export function isIdentical(sides: AlignSides, x: number, y: number): boolean {
  if (sides.isSteady[x] === 0 || sides.weight[x] !== sides.page.end[y] - y) return false;
  return has(sides.contents, x, sides.pageContents[y]);
}

/** What the pair itself costs, without descendants: v, and p where no version has the same value. */
export function pairCost(sides: AlignSides, x: number, y: number): number {
  return has(sides.keys, x, sides.pageKeys[y]) ? sides.versionCost[x] : sides.versionCost[x] + VALUE_COST;
}

/** True where some version had the subtree in the very shape that the page has it in. */
export function isKnownShape(sides: AlignSides, x: number, y: number): boolean {
  return has(sides.shapes, x, sides.pageShape[y]);
}

function has({ start, list }: NumberLists, node: number, wanted: number): boolean {
  for (let at = start[node]; at < start[node + 1]; at++) if (list[at] === wanted) return true;
  return false;
}

/** What the entries of each node say, every number once; a value seldom changes more than once in a while. */
function distinctLists(history: HistoryTree, numberOf: (entry: number) => number): NumberLists {
  const start = new Uint32Array(history.size + 1);
  const list = new Float64Array(history.entryVersion.length);
  let count = 0;
  for (let node = 0; node < history.size; node++) {
    start[node] = count;
    for (let entry = history.entryStart[node]; entry < history.entryStart[node + 1]; entry++) {
      const number = numberOf(entry);
      let at = start[node];
      while (at < count && list[at] !== number) at++;
      if (at === count) list[count++] = number;
    }
  }
  start[history.size] = count;
  return { start, list };
}

/** Shapes in each version, from the leaves up; a subtree of which something is hidden has none that is known. */
function shapeLists(history: HistoryTree): NumberLists {
  const tagHash = history.tagNames.map((name) => hashString(name));
  const shape = new Float64Array(history.entryVersion.length);
  const states = history.versions.map(startHash);
  for (let node = history.size - 1; node >= 0; node--) {
    const first = history.entryStart[node];
    const stop = history.entryStart[node + 1];
    for (let entry = first; entry < stop; entry++) {
      const state = states[history.entryVersion[entry]];
      resetHash(state);
      mixHash(state, tagHash[history.tag[node]]);
      mixHash(state, history.hidden[node] > 0 ? UNKNOWN_SHAPE : 0);
    }
    for (let child = node + 1; child < history.end[node]; child = history.end[child]) {
      for (let entry = history.entryStart[child]; entry < history.entryStart[child + 1]; entry++) {
        mixHash(states[history.entryVersion[entry]], shape[entry]);
      }
    }
    for (let entry = first; entry < stop; entry++) shape[entry] = joinHash(states[history.entryVersion[entry]]);
  }
  return distinctLists(history, (entry) => shape[entry]);
}

function versionCosts(history: HistoryTree): Float64Array {
  const costs = new Float64Array(history.size);
  const total = history.versions.length;
  for (let node = 0; node < history.size; node++) costs[node] = versionCost(versionCount(history, node), total);
  return costs;
}

function depths(history: HistoryTree): Uint32Array {
  const depth = new Uint32Array(history.size);
  for (let node = 1; node < history.size; node++) depth[node] = depth[history.parent[node]] + 1;
  return depth;
}

function childLists(tree: { size: number; parent: Int32Array }): ChildLists {
  const start = new Uint32Array(tree.size + 1);
  for (let node = 1; node < tree.size; node++) start[tree.parent[node] + 1]++;
  for (let node = 0; node < tree.size; node++) start[node + 1] += start[node];
  const next = start.slice();
  const list = new Int32Array(Math.max(tree.size - 1, 0));
  for (let node = 1; node < tree.size; node++) list[next[tree.parent[node]]++] = node;
  return { start, list };
}

function steadySubtrees(history: HistoryTree): Uint8Array {
  const steady = new Uint8Array(history.size);
  const total = history.versions.length;
  for (let node = history.size - 1; node >= 0; node--) {
    // a node that was cut to some of its children cannot be matched child by child
    const isPartial = history.hidden[node] > 0 && history.end[node] > node + 1;
    let isSteady = versionCount(history, node) === total && !isPartial;
    for (let child = node + 1; isSteady && child < history.end[node]; child = history.end[child]) {
      isSteady = steady[child] === 1;
    }
    steady[node] = isSteady ? 1 : 0;
  }
  return steady;
}
