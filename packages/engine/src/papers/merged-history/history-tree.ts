/**
 * Block monitoring after [merged-history-tree] (Tang, Dou, Xie and He), sections 4.3 and 5.3: a new page is aligned with
 * the history of its versions without being merged, and the node aligned with the root of the block is the block. A page
 * on which the block was found is merged, and the oldest version leaves the window of nine.
 *
 * Departures: the paper keeps a history of the whole page for everyone; this memory belongs to one follow, so it holds
 * hashes instead of values and is cut to `MEMORY_NODES` around the block. The paper answers with one node or none; other
 * elements with the same tag are ranked below it by how alike their subtree is, so that there is something to ask about.
 */
import { type AlignOptions, align, alignRoots, subtreeCost } from "../../history/align.ts";
import { type AlignSides, alignSides } from "../../history/align-sides.ts";
import { INSERT_COST, VALUE_COST } from "../../history/costs.ts";
import { HistoryBuilder, NodeCopies } from "../../history/history-builder.ts";
import { reviveHistory, type StoredHistory, storeHistory } from "../../history/history-json.ts";
import { type HistoryTree, nodesOfVersion, subtreeWeights } from "../../history/history-tree.ts";
import { createHistory, HISTORY_WINDOW, merge, removeVersion } from "../../history/merge.ts";
import type { NodePair } from "../../history/pair-grid.ts";
import type { Candidate, Memory, Ranking, Teacher, Tracer } from "../../tracer/tracer.ts";
import type { DomTree } from "../../tree/dom-tree.ts";

export interface HistoryTreeMemory extends Memory {
  readonly history: StoredHistory;
  /** Root of the block in the history, -1 where it lay too deep to be remembered. */
  readonly block: number;
  /** How many pages were merged so far. */
  readonly seen: number;
}

const VERSION = 1;
/** Nodes of the history that are remembered; about 30 bytes each. */
const MEMORY_NODES = 1200;
/** Other elements of the block's tag that are compared with it. */
const RIVALS = 8;
/** Pairs of nodes to compare for the alignment at most; no labelled page needed more. */
const ALIGN_CELLS = 500_000;
/** The same for one rival. */
const RIVAL_CELLS = 50_000;
/** What the aligned element is ahead of any rival. */
const ALIGNED_LEAD = 0.5;

export const historyTree: Tracer<HistoryTreeMemory> = {
  name: "history-tree",
  about: "[merged-history-tree] 4.3: the element aligned with the block in the merged tree of the last versions",
  // `bench calibrate`: in effect 5.6 · score − 4.4 · runner-up: what looks like the block elsewhere is the danger
  calibration: { bias: -1.166, score: 1.183, margin: 4.416, foundFrom: 0.92, goneBelow: 0 },

  learn(page: DomTree, node: number): HistoryTreeMemory {
    return remember(createHistory({ name: "0", page }), node, 1);
  },

  trace(memory: HistoryTreeMemory, page: DomTree): Ranking {
    const history = reviveHistory(memory.history);
    if (!history || memory.block < 0) return { candidates: [] };
    const sides = alignSides(history, page);
    const aligned = alignRoots(sides, { maxCells: ALIGN_CELLS }).partner.indexOf(memory.block);
    const nodes = rivals(sides, memory.block, aligned);
    if (aligned >= 0) nodes.unshift(aligned);
    const candidates = nodes.map((node) => candidate(sides, { block: memory.block, node, aligned }));
    return { candidates: candidates.sort((a, b) => b.score - a.score || a.node - b.node) };
  },

  adapt(memory: HistoryTreeMemory, page: DomTree, node: number, teacher: Teacher): HistoryTreeMemory {
    const history = reviveHistory(memory.history);
    const alignment =
      history && memory.block >= 0 ? alignRoots(alignSides(history, page), { maxCells: ALIGN_CELLS }) : null;
    if (!history || alignment?.partner[node] !== memory.block) {
      // the person is right against the alignment; a verdict that contradicts the alignment teaches nothing
      return teacher === "person" ? historyTree.learn(page, node) : memory;
    }
    const merged = merge(history, { name: String(memory.seen), page }, alignment);
    const kept = merged.versions.length > HISTORY_WINDOW ? removeVersion(merged, 0) : merged;
    return remember(kept, nodesOfVersion(kept, kept.versions.length - 1)[node], memory.seen + 1);
  },

  revive(stored: unknown): HistoryTreeMemory | null {
    const memory = stored as Partial<HistoryTreeMemory> | null;
    if (typeof memory !== "object" || memory?.tracer !== "history-tree" || memory.version !== VERSION) return null;
    const history = reviveHistory(memory.history);
    if (!history || !Number.isInteger(memory.seen) || !Number.isInteger(memory.block)) return null;
    return (memory.block as number) < history.size ? (memory as HistoryTreeMemory) : null;
  },
};

function remember(history: HistoryTree, block: number, seen: number): HistoryTreeMemory {
  const { history: bounded, focus } = boundHistory(history, block, MEMORY_NODES);
  const stored = storeHistory(bounded, { keysOnly: true });
  return { tracer: "history-tree", version: VERSION, history: stored, block: focus, seen };
}

function candidate(sides: AlignSides, of: { block: number; node: number; aligned: number }): Candidate {
  const similarity = subtreeSimilarity(sides, { x: of.block, y: of.node }, { maxCells: RIVAL_CELLS });
  const isAligned = of.node === of.aligned;
  const score = isAligned ? ALIGNED_LEAD + (1 - ALIGNED_LEAD) * similarity : (1 - ALIGNED_LEAD) * similarity;
  return { node: of.node, score, signals: { aligned: isAligned ? 1 : 0, similarity } };
}

/** The elements of the block's tag nearest to it in attributes and size, without the aligned one. */
function rivals(sides: AlignSides, block: number, aligned: number): number[] {
  const { history, page, keys, weight } = sides;
  const own = new Set(keys.list.subarray(keys.start[block], keys.start[block + 1]));
  const near: { node: number; nearness: number }[] = [];
  for (let node = 0; node < page.size; node++) {
    if (sides.pageTag[node] !== history.tag[block] || node === aligned) continue;
    const size = page.end[node] - node;
    const sizes = Math.min(size, weight[block]) / Math.max(size, weight[block]);
    near.push({ node, nearness: sizes + (own.has(sides.pageKeys[node]) ? 1 : 0) });
  }
  near.sort((a, b) => b.nearness - a.nearness || a.node - b.node);
  return near.slice(0, RIVALS).map(({ node }) => node);
}

// How alike a subtree of a history and one of a page are, from 0 to 1, read from the cost of their best mapping.

/** Share of the similarity that equal structure alone can give; the rest needs equal values. */
const STRUCTURE_SHARE = 0.5;

/**
 * Share of nodes that the mapping pairs, times how many of the pairs have equal values. Insertions and deletions cost
 * the same, so the parts of the cost tell how many nodes are unpaired and how many pairs differ.
 */
function subtreeSimilarity(sides: AlignSides, pair: NodePair, options: AlignOptions = {}): number {
  const cost = subtreeCost(sides, pair, options);
  if (cost === Number.POSITIVE_INFINITY) return 0;
  const nodes = sides.weight[pair.x] + sides.page.end[pair.y] - pair.y;
  const unpaired = Math.floor(cost / INSERT_COST);
  const pairs = Math.max(1, (nodes - unpaired) / 2);
  const differing = Math.min(pairs, Math.floor((cost % INSERT_COST) / VALUE_COST));
  return ((nodes - unpaired) / nodes) * (STRUCTURE_SHARE + (1 - STRUCTURE_SHARE) * (1 - differing / pairs));
}

// Cuts a history down around one node, so that a memory made of it stays small however large the page is: the way to
// the node, then the siblings on that way from the node upwards, then what is next to those, level by level. What is
// cut away remains as a count (`hidden`), which the alignment takes for nodes that probably still match.

interface BoundedHistory {
  readonly history: HistoryTree;
  /** The node that the history was cut around, in its new number; -1 where it lies too deep to be kept. */
  readonly focus: number;
}

/** Of a node with very many children that lies on the way, so many are kept besides the one that leads on. */
const MAX_SIBLINGS = 120;

/**
 * Keeps at most `limit` nodes. Linear.
 *
 * @internal
 */
export function boundHistory(history: HistoryTree, focus: number, limit: number): BoundedHistory {
  if (history.size <= limit) return { history, focus };
  const kept = new Uint8Array(history.size);
  const nearest: number[] = [];
  for (let node = focus; node >= 0; node = history.parent[node]) nearest.push(node);
  if (nearest.length > limit) return { history: new HistoryBuilder().finish(history.versions), focus: -1 };
  for (const node of nearest) kept[node] = 1;
  keepLevelByLevel(history, kept, { nearest, left: limit - nearest.length });
  return copyKept(history, kept, focus);
}

interface Frontier {
  /** Nodes that are kept and whose children are to be kept next, in order of importance. */
  readonly nearest: readonly number[];
  left: number;
}

function keepLevelByLevel(history: HistoryTree, kept: Uint8Array, frontier: Frontier): void {
  const queue: number[] = [...frontier.nearest];
  const onTheWay = frontier.nearest.length;
  for (let at = 0; at < queue.length && frontier.left > 0; at++) {
    const isOnTheWay = at > 0 && at < onTheWay;
    const most = isOnTheWay ? Math.min(MAX_SIBLINGS, Math.ceil(frontier.left / 2)) : frontier.left;
    const children = childrenOf(history, queue[at]).filter((child) => kept[child] === 0);
    // siblings on the way are kept in part where there are too many, all other children together or not at all
    const added = isOnTheWay ? nearestTo(queue[at - 1], children, most) : children;
    if (added.length > most) continue;
    frontier.left -= added.length;
    for (const child of added) {
      kept[child] = 1;
      queue.push(child);
    }
  }
}

function childrenOf(history: HistoryTree, node: number): number[] {
  const children: number[] = [];
  for (let child = node + 1; child < history.end[node]; child = history.end[child]) children.push(child);
  return children;
}

/** So many siblings before and after a node, in order; more on one side where the other has fewer. */
function nearestTo(node: number, siblings: readonly number[], most: number): number[] {
  const before = siblings.filter((sibling) => sibling < node).length;
  const from = Math.max(0, Math.min(before - Math.floor(most / 2), siblings.length - most));
  return siblings.slice(from, from + most);
}

function copyKept(history: HistoryTree, kept: Uint8Array, focus: number): BoundedHistory {
  const weight = subtreeWeights(history);
  const builder = new HistoryBuilder();
  const nodes = new NodeCopies(builder, history);
  const renumber = history.versions.map((_, index) => index);
  const copies = new Int32Array(history.size).fill(-1);
  for (let node = 0; node < history.size; node++) {
    if (kept[node] === 0) continue;
    let hidden = history.hidden[node];
    for (let child = node + 1; child < history.end[node]; child = history.end[child]) {
      if (kept[child] === 0) hidden += weight[child];
    }
    const parent = history.parent[node] < 0 ? -1 : copies[history.parent[node]];
    copies[node] = nodes.add(node, { parent, renumber, hidden });
  }
  return { history: builder.finish(history.versions), focus: copies[focus] };
}

// Extraction after [merged-history-tree] section 4.3: the new version is matched with the history but not merged, and
// the node aligned with the root of the block is the block.

/** The nodes of the page that hold the given blocks of the history, -1 where a block has no counterpart. */
export function extractBlocks(
  history: HistoryTree,
  page: DomTree,
  blocks: readonly number[],
  options: AlignOptions = {},
): number[] {
  const { partner } = align(history, page, options);
  const places = new Map([...partner].map((node, place) => [node, place]));
  return blocks.map((block) => places.get(block) ?? -1);
}
