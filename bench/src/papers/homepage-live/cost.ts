/** [homepage-live] section 7.3: time and memory of TED and FSBT, and the sizes that explain them. */
import { type DomTree, nodeAt } from "@tessera/engine";
import {
  compareTrees,
  type FixedSubtreeMemory,
  fixedSubtree,
  fixedTrees,
  isBlockSettled,
  type LabelledTree,
  Labels,
  labelledTreeOf,
  minimumCommonPair,
  minimumMapping,
  reducePair,
  type SubtreePair,
  zhangShasha,
} from "@tessera/engine/papers";
import type { History } from "../../data/history.ts";
import type { PageCache } from "../../data/page-cache.ts";
import { COST_METHODS, type Cost, type CostMethod } from "./result.ts";

/** Each measurement is the best of so many, because a machine has other things to do. */
const REPEATS = 3;
/** Above this many cells the least distance is not computed: some seconds. */
const MAX_EXACT_STEPS = 150_000_000;

/** How far apart the versions are: one step, as the paper's and as in use, or the first and the last with the block. */
export type Distance = "step" | "whole";

/** The first case of the page that is still there later, from its first version to the next or last with the block. */
export function costOf(history: History, pages: PageCache, distance: Distance): Cost | null {
  const labelled = history.cases.find((one) => one.versions.slice(1).some((version) => version.path !== null));
  if (!labelled) return null;
  const [first, ...later] = labelled.versions;
  const there = later.filter((version) => version.path !== null);
  const last = distance === "step" ? there[0] : there.at(-1);
  const before = pages.treeOf(labelled, first!);
  const after = pages.treeOf(labelled, last!);
  const block = nodeAt(before, first!.path!)!;
  const memory = fixedSubtree.learn(before, block);
  const sizes = fsbtSizes(memory, after);
  const runs: Record<CostMethod, () => number> = {
    TED: () => ted(before, after, false),
    "FSBT, every pair mapped": () => fsbt(memory, after, { mapsAll: true, shareEqualSubtrees: false }),
    FSBT: () => fsbt(memory, after, { mapsAll: false, shareEqualSubtrees: false }),
    "TED, equal subtrees shared": () => ted(before, after, true),
    "FSBT, every pair mapped, equal subtrees shared": () =>
      fsbt(memory, after, { mapsAll: true, shareEqualSubtrees: true }),
    "FSBT, equal subtrees shared": () => fsbt(memory, after, { mapsAll: false, shareEqualSubtrees: true }),
  };
  const measured = COST_METHODS.map((method) => [method, measure(runs[method])] as const);
  return {
    page: history.name,
    tree: before.size,
    block: before.end[block]! - block,
    ...sizes,
    ms: Object.fromEntries(measured.map(([method, one]) => [method, one.ms])) as Cost["ms"],
    bytes: Object.fromEntries(measured.map(([method, one]) => [method, one.bytes])) as Cost["bytes"],
    distance: distance === "whole" ? distances(before, after) : null,
  };
}

function measure(run: () => number): { ms: number; bytes: number } {
  let ms = Number.POSITIVE_INFINITY;
  let bytes = 0;
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const startedAt = process.threadCpuUsage();
    bytes = run();
    const spent = process.threadCpuUsage(startedAt);
    ms = Math.min(ms, (spent.user + spent.system) / 1000);
  }
  return { ms, bytes };
}

/** Maps the whole pages and returns the bytes held at the peak, both pages left out. */
function ted(before: DomTree, after: DomTree, shareEqualSubtrees: boolean): number {
  const labels = new Labels();
  return mapTrees(labelledTreeOf(before, labels), labelledTreeOf(after, labels), shareEqualSubtrees).bytes;
}

/** The partners of the first tree's nodes, null where the trees are over budget, and the bytes of the tables. */
function mapTrees(
  first: LabelledTree,
  second: LabelledTree,
  shareEqualSubtrees: boolean,
): { bytes: number; partner: Int32Array | null } {
  const outcome = compareTrees(first, second, { shareEqualSubtrees });
  if (outcome.kind !== "compared") return { bytes: outcome.cells * 2, partner: null };
  return { bytes: outcome.comparison.bytes, partner: minimumMapping(outcome.comparison).partner };
}

interface FsbtOptions {
  /** As section 6.3 has it; the tracer maps nothing where the minimum common pair is the answer. */
  readonly mapsAll: boolean;
  readonly shareEqualSubtrees: boolean;
}

/** All three steps of section 6.3, and what they hold besides both pages. */
function fsbt(memory: FixedSubtreeMemory, after: DomTree, { mapsAll, shareEqualSubtrees }: FsbtOptions): number {
  const trees = fixedTrees(memory, after);
  const pair = minimumCommonPair(trees, memory.block);
  const around = fixBytes(memory, trees.first.size, after.size);
  if (!mapsAll && isBlockSettled(trees, pair, memory.block)) return around;
  const mapReduced = (reduced: SubtreePair): { bytes: number; isMapped: boolean } => {
    const { first, second } = reducePair(trees, reduced, memory.block);
    const { bytes, partner } = mapTrees(first.tree, second.tree, shareEqualSubtrees);
    const isMapped = partner !== null && partner[first.nodeOf.indexOf(memory.block)]! >= 0;
    return { bytes: bytes + (first.tree.size + second.tree.size) * BYTES_PER_REDUCED_NODE, isMapped };
  };
  const narrow = mapReduced(pair);
  if (narrow.isMapped || pair.inFirst === 0) return around + narrow.bytes;
  // as the tracer does: looked for once more in the whole pages
  return around + Math.max(narrow.bytes, mapReduced({ inFirst: 0, inSecond: 0, isFixed: false }).bytes);
}

/** Number, parent, end and label. */
const BYTES_PER_REDUCED_NODE = 16;
/** An entry of the hash index of Fix Nodes: key and node with their share of the table. */
const BYTES_PER_INDEX_ENTRY = 40;

/** Partners, counts and cut marks of both trees; keys, contents, spans and places of the new one; the index of the old one. */
function fixBytes(memory: FixedSubtreeMemory, oldSize: number, newSize: number): number {
  return memory.fix.nodes.length * BYTES_PER_INDEX_ENTRY + oldSize * 9 + newSize * 38;
}

type Sizes = Pick<Cost, "fixNodes" | "commonTree" | "reducedTree" | "isSettled">;

function fsbtSizes(memory: FixedSubtreeMemory, after: DomTree): Sizes {
  const trees = fixedTrees(memory, after);
  const pair = minimumCommonPair(trees, memory.block);
  const { first } = reducePair(trees, pair, memory.block);
  return {
    fixNodes: trees.partner.filter((node) => node >= 0).length,
    commonTree: trees.first.end[pair.inFirst]! - pair.inFirst,
    reducedTree: first.tree.size,
    isSettled: isBlockSettled(trees, pair, memory.block),
  };
}

function distances(before: DomTree, after: DomTree): Cost["distance"] {
  const labels = new Labels();
  const first = labelledTreeOf(before, labels);
  const second = labelledTreeOf(after, labels);
  const exact = zhangShasha(first, second, { maxSteps: MAX_EXACT_STEPS });
  const paper = compareTrees(first, second, { shareEqualSubtrees: true });
  if (exact.kind !== "mapped" || paper.kind !== "compared") return null;
  return { paper: minimumMapping(paper.comparison).distance, least: exact.mapping.distance };
}
