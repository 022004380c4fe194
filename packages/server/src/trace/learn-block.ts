/** The block that a person wishes to follow, learned from the page they saw. Runs in a worker thread. */
import {
  type DomTree,
  decide,
  describePart,
  followStep,
  type Memory,
  nodeAt,
  pathOf,
  type Tracer,
} from "@tessera/engine";
import {
  type Block,
  type BlockLocator,
  BlockPath,
  type BlockPick,
  type CorrectionAnswer,
  type CutPart,
  type MemoryRecord,
  tracerOf,
  type VerdictRecord,
} from "@tessera/model";
import type { Body } from "@tessera/store";
import { partNodes } from "../changes/read-content.ts";
import { findLocated } from "../locate/find-located.ts";
import { compareWithBefore } from "./compare-with-before.ts";
import { isLevelOf } from "./distinct-candidates.ts";
import { loadTracer } from "./load-tracer.ts";
import type { TracedContent } from "./page-job.ts";
import { memoryOf, nodesOf, readFound, recordOf, titleOfNodes, withCuts, withShown } from "./trace-block.ts";
import { treeOf } from "./trace-page.ts";

export interface LearnJob {
  readonly html: string;
  readonly layout: Uint8Array | null;
  readonly finalUrl: string;
  readonly wish: BlockLocator;
  readonly pick: Omit<BlockPick, "path" | "cuts" | "ignored">;
  /** Elements inside the block to leave out, by their path in the page. */
  readonly cutPaths: readonly BlockPath[];
  /** Elements inside the block to show without telling their changes. */
  readonly ignoredPaths?: readonly BlockPath[];
  /** Parts that are known from an earlier capture. */
  readonly known?: Pick<BlockPick, "cuts" | "ignored">;
}

export type Learned =
  | {
      readonly kind: "learned";
      readonly pick: BlockPick;
      readonly memory: MemoryRecord;
      readonly dynamics: unknown;
      readonly content: TracedContent;
      /** What it is called where the person says nothing else. */
      readonly title: string;
    }
  /** There is nothing on the page that the wish means. */
  | { readonly kind: "missing" }
  | { readonly kind: "invalid"; readonly message: string };

/** So many of the best candidates are compared with what was refused. */
const MAX_LEVELS = 20;
/** The limit of a pick. */
const MAX_PARTS = 100;

export async function learnBlock(job: LearnJob): Promise<Learned> {
  const tracer = await loadTracer(tracerOf(job.pick));
  const tree = treeOf(job.html, job.layout);
  const wished = findLocated(tree, job.wish);
  if (wished.kind !== "found") return wished;
  const { node } = wished;
  const path = BlockPath.safeParse(pathOf(tree, node));
  if (!path.success) return { kind: "invalid", message: "this element lies too deep in the page to be followed" };
  const pick: BlockPick = {
    ...job.pick,
    path: path.data,
    cuts: [...(job.known?.cuts ?? []), ...partsAt(tree, node, job.cutPaths)].slice(0, MAX_PARTS),
    ignored: [...(job.known?.ignored ?? []), ...partsAt(tree, node, job.ignoredPaths ?? [])].slice(0, MAX_PARTS),
  };
  const { reading, dynamics } = readFound({ pick, tree, finalUrl: job.finalUrl, dynamics: null, latest: null }, node);
  const nodes = nodesOf(tree, node, pick);
  return {
    kind: "learned",
    pick,
    memory: { ...tracer.learn(tree, node, { intent: pick.intent }) },
    dynamics,
    content: compareWithBefore(reading, null).seen,
    title: titleOfNodes(tree, nodes, partNodes(tree, nodes, pick.cuts), job.finalUrl),
  };
}

/** Elements inside the block; what lies elsewhere on the page is none of its parts. */
function partsAt(tree: DomTree, block: number, paths: readonly BlockPath[]): CutPart[] {
  return paths.flatMap((path) => {
    const part = nodeAt(tree, path);
    return part !== null && part > block && part < tree.end[block]! ? [describePart(tree, block, part)] : [];
  });
}

export interface TeachJob {
  readonly html: string;
  readonly layout: Uint8Array | null;
  readonly finalUrl: string;
  readonly block: Pick<Block, "id" | "pick" | "memory" | "dynamics">;
  /** The page in which the block was picked, in case the memory must be learned anew. */
  readonly firstHtml: string;
  readonly before: Body | null;
  readonly answer: CorrectionAnswer;
}

export type Taught =
  | {
      readonly kind: "taught";
      readonly memory: MemoryRecord;
      /** What the block is after all. */
      readonly verdict: VerdictRecord;
      /** Null where it is not found. */
      readonly content: TracedContent | null;
    }
  /** The page of the answer has no such element. */
  | { readonly kind: "missing" };

export async function teachBlock(job: TeachJob): Promise<Taught> {
  const tracer = await loadTracer(tracerOf(job.block.pick));
  const tree = treeOf(job.html, job.layout);
  const memory = memoryOf({ ...job, memory: job.block.memory }, tracer);
  if (!memory) throw new RangeError(`the memory of block ${job.block.id} cannot be read`);
  const { answer } = job;
  if (answer.kind === "this") {
    const node = nodeAt(tree, answer.path);
    if (node === null) return { kind: "missing" };
    const { pick, dynamics } = job.block;
    const { reading, cutPaths } = readFound({ pick, tree, finalUrl: job.finalUrl, dynamics, latest: null }, node);
    const content = compareWithBefore(reading, job.before).seen;
    return {
      kind: "taught",
      memory: { ...tracer.adapt(memory, tree, node, "person") },
      verdict: withCuts(
        withShown({ kind: "found", path: answer.path, confidence: 1, margin: 1, candidates: [] }, content),
        cutPaths,
      ),
      content,
    };
  }
  if (answer.kind === "gone") {
    const wiser = tracer.miss?.(memory, tree) ?? memory;
    const { candidates } = decide(tracer.trace(wiser, tree), tracer.calibration);
    const verdict = recordOf({ kind: "gone", confidence: 1, candidates }, tree, tracer.name);
    return { kind: "taught", memory: { ...wiser }, verdict, content: null };
  }
  return withoutRejected(job, answer.paths, { tree, tracer, memory });
}

/** What is left once some candidates are none of it: looked for at once, so that the next ones can be shown. */
function withoutRejected(
  { block, before, finalUrl }: TeachJob,
  paths: readonly string[],
  { tree, tracer, memory }: { readonly tree: DomTree; readonly tracer: Tracer; readonly memory: Memory },
): Taught {
  const nodes = paths.map((path) => nodeAt(tree, path)).filter((node) => node !== null);
  if (nodes.length < paths.length) return { kind: "missing" };
  // a wrapper of what was refused looks like it, and would be offered in its place
  const others = tracer
    .trace(memory, tree)
    .candidates.slice(0, MAX_LEVELS)
    .map(({ node }) => node)
    .filter((node) => !nodes.includes(node));
  const levels = others.filter((node) => nodes.some((refused) => isLevelOf(tree, node, refused)));
  const wiser = [...nodes, ...levels].reduce((sofar, node) => tracer.reject?.(sofar, tree, node) ?? sofar, memory);
  const step = followStep(tracer, wiser, tree);
  const verdict = recordOf(step.verdict, tree, tracer.name);
  if (step.verdict.kind !== "found" || verdict.kind !== "found") {
    return { kind: "taught", memory: { ...step.memory }, verdict, content: null };
  }
  const { pick, dynamics } = block;
  const { reading, cutPaths } = readFound({ pick, tree, finalUrl, dynamics, latest: null }, step.verdict.node);
  const content = compareWithBefore(reading, before).seen;
  const shown = withCuts(withShown(verdict, content), cutPaths);
  return { kind: "taught", memory: { ...step.memory }, verdict: shown, content };
}
