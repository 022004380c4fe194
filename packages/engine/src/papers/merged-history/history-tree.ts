/**
 * Block monitoring after [merged-history-tree] (Tang, Dou, Xie and He), sections 4.3 and 5.3: a new page is aligned with
 * the history of its versions without being merged, and the node aligned with the root of the block is the block. A page
 * on which the block was found is merged, and the oldest version leaves the window of nine.
 *
 * Departures: the paper keeps a history of the whole page for everyone; this memory belongs to one follow, so it holds
 * hashes instead of values and is cut to `MEMORY_NODES` around the block. The paper answers with one node or none; other
 * elements with the same tag are ranked below it by how alike their subtree is, so that there is something to ask about.
 */
import { alignRoots } from "../../history/align.ts";
import { type AlignSides, alignSides } from "../../history/align-sides.ts";
import { reviveHistory, type StoredHistory, storeHistory } from "../../history/history-json.ts";
import { type HistoryTree, nodesOfVersion } from "../../history/history-tree.ts";
import { createHistory, HISTORY_WINDOW, merge, removeVersion } from "../../history/merge.ts";
import type { Candidate, Memory, Ranking, Teacher, Tracer } from "../../tracer/tracer.ts";
import type { DomTree } from "../../tree/dom-tree.ts";
import { boundHistory } from "./bound-history.ts";
import { subtreeSimilarity } from "./subtree-similarity.ts";

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
  // `bench calibrate`: in effect 4 · score − 10.7 · runner-up: what looks like the block elsewhere is the danger
  calibration: { bias: 0.281, score: -6.681, margin: 10.719, foundFrom: 0.97, goneBelow: 0 },

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
