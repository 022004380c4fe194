/** [homepage-live] section 7.3: time and memory of TED and FSBT, and the sizes that explain them. */
import { type DomTree, nodeAt } from "@tessera/engine";
import {
  compareTrees,
  type FixedSubtreeMemory,
  fixedSubtree,
  fixedTrees,
  fixIndexOf,
  isBlockSettled,
  Labels,
  labelledTreeOf,
  mapReduced,
  minimumCommonPair,
  minimumMapping,
  rankReduced,
  reducePair,
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
  const both = { memory, before, after };
  const runs: Record<CostMethod, () => number> = {
    TED: () => ted(before, after, false),
    FSBT: () => fsbt(both, { asPublished: true, shareEqualSubtrees: false }),
    "FSBT, the tracer's rule": () => fsbt(both, { asPublished: false, shareEqualSubtrees: false }),
    "TED, equal subtrees shared": () => ted(before, after, true),
    "FSBT, equal subtrees shared": () => fsbt(both, { asPublished: true, shareEqualSubtrees: true }),
    "FSBT, the tracer's rule, equal subtrees shared": () =>
      fsbt(both, { asPublished: false, shareEqualSubtrees: true }),
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
  const outcome = compareTrees(labelledTreeOf(before, labels), labelledTreeOf(after, labels), { shareEqualSubtrees });
  if (outcome.kind !== "compared") return outcome.cells * 2;
  minimumMapping(outcome.comparison);
  return outcome.comparison.bytes;
}

interface FsbtOptions {
  /** Section 6.3 and nothing besides; the tracer maps nothing where the minimum common pair is the answer, and whole pages where it is not. */
  readonly asPublished: boolean;
  readonly shareEqualSubtrees: boolean;
}

interface PagePair {
  readonly memory: FixedSubtreeMemory;
  readonly before: DomTree;
  readonly after: DomTree;
}

/**
 * All steps of section 6.3, and what they hold besides both pages. The tracer has the index of the old page in its memory;
 * finding Fix Nodes is the first step all the same, as labelling the old page is one of TED.
 */
function fsbt({ memory, before, after }: PagePair, { asPublished, shareEqualSubtrees }: FsbtOptions): number {
  const { block } = memory;
  const trees = fixedTrees({ ...memory, fix: fixIndexOf(before) }, after);
  const pair = minimumCommonPair(trees, block);
  const around = fixBytes(memory, trees.first.size, after.size);
  if (!asPublished && isBlockSettled(trees, pair, block)) return around;
  const options = { block, shareEqualSubtrees };
  const passes = asPublished ? [mapReduced(trees, pair, options)] : rankReduced(trees, pair, options);
  return around + Math.max(...passes.map(({ bytes, nodes }) => bytes + nodes * BYTES_PER_REDUCED_NODE));
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
