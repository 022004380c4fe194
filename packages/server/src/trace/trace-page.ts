/** One capture, all blocks: parse once, trace each. Runs in a worker thread; pure but for the time it takes. */
import {
  changeSince,
  type DomTree,
  type FollowStep,
  followTogether,
  layersOf,
  type Memory,
  nodeAt,
  type PageChange,
  pageChange,
  parseHtml,
  textOf,
} from "@tessera/engine";
import { hasRunnableScript, interstitialOf, scriptSigns } from "@tessera/engine/shown";
import { type BlockId, isBlankVerdict, tracerOf } from "@tessera/model";
import { packBody, unpackMemory } from "@tessera/store/packed";
import { textOfBody } from "./body-text.ts";
import { loadTracer } from "./load-tracer.ts";
import { patternSteps } from "./notices.ts";
import type { BlockJob, BlockTrace, KnownBlock, PageBefore, PageJob, PageTrace } from "./page-job.ts";
import { storedLayout } from "./stored-layout.ts";
import { blockTrace, isShownAtLast, memoryOf, type OpenJob, type Search } from "./trace-block.ts";

const MAX_TITLE = 500;

export async function tracePage(job: PageJob): Promise<PageTrace> {
  const tree = job.tree ?? treeOf(job.html, job.layout);
  const change = job.previous && changeFrom(job.previous, tree);
  const isRedesign = change?.kind === "redesign";
  const search = {
    tree,
    finalUrl: job.finalUrl,
    isRedesign,
    isRendered: job.isRendered ?? false,
    patternSteps: patternSteps(job.blocks),
  };
  const blocks = await traceBlocks(job, search);
  return {
    title: titleOf(tree),
    change,
    layers: layersOf(tree),
    signs: job.wantsSigns ? scriptSigns(tree, job.html) : [],
    html: packBody(job.html),
    layout: job.layout && packBody(job.layout),
    isLayoutLost: job.layout !== null && tree.boxes === null,
    ...(job.blocks.length === 0 ? { wall: interstitialOf(tree), textLength: tree.text.length } : {}),
    runsScripts: blocks.every(isThere) ? undefined : hasRunnableScript(job.html),
    blocks,
  };
}

function isThere(block: BlockTrace): boolean {
  return block.kind === "traced" && block.verdict.kind === "found" && !isBlankVerdict(block.verdict);
}

function changeFrom(before: PageBefore, tree: DomTree): PageChange {
  return "layers" in before ? changeSince(before.layers, tree) : pageChange(parseHtml(textOfBody(before.html)), tree);
}

/** Those that are followed by one tracer together, in the order of the job. */
async function traceBlocks(job: PageJob, search: Omit<Search, "tracer">): Promise<BlockTrace[]> {
  const traced = new Map<BlockId, BlockTrace>();
  for (const [name, blocks] of Map.groupBy(job.blocks, ({ block }) => tracerOf(block.pick))) {
    const tracer = await loadTracer(name);
    for (const trace of traceTogether({ ...job, blocks }, { ...search, tracer })) traced.set(trace.blockId, trace);
  }
  return job.blocks.flatMap(({ block }) => traced.get(block.id) ?? []);
}

/** All blocks at once, so that no two claim one element; those without a memory are to be given again. */
function traceTogether({ blocks, known = [] }: PageJob, search: Search): BlockTrace[] {
  const jobs = blocks.map((job): OpenJob => ({ ...job, ...unpackMemory(job.remembered) }));
  const memories = jobs.map((job) => memoryOf({ ...job, memory: JSON.parse(job.memory) }, search.tracer));
  const remembered = jobs.filter((_, at) => memories[at] !== null);
  const nodes = knownNodes(remembered, known, search.tree);
  const some = memories.filter((memory) => memory !== null);
  const steps = followTogether(search.tracer, some, search.tree, nodes).values();
  return jobs.map((job, at) =>
    memories[at] === null
      ? { kind: "forgotten", blockId: job.block.id }
      : // as many steps as memories
        blockTrace(filledAtItsPlace(steps.next().value!, job, search), job, search),
  );
}

/**
 * A block that was blank without a browser has taught its tracer nothing that it could be known by. In the first page
 * that a browser shows, it is what stands in its place, where the tracer finds nothing more like it.
 */
function filledAtItsPlace(step: FollowStep<Memory>, job: BlockJob, search: Search): FollowStep<Memory> {
  const { tree, tracer } = search;
  const { verdict } = step;
  const before = job.latest?.verdict;
  if (!isShownAtLast(job, search) || verdict.kind !== "unsure" || before?.kind !== "found") return step;
  const [best, second] = verdict.candidates;
  if (!best || best.node !== nodeAt(tree, before.path)) return step;
  const { node, score } = best;
  const found = { kind: "found", node, confidence: score, margin: score - (second?.score ?? 0) } as const;
  const memory = tracer.adapt(step.memory, tree, node, "person");
  return { verdict: { ...found, candidates: verdict.candidates }, memory };
}

/** By the number of the block among these. */
function knownNodes(
  jobs: readonly BlockJob[],
  known: readonly KnownBlock[],
  tree: DomTree,
): ReadonlyMap<number, number> {
  const nodes = new Map<number, number>();
  for (const { blockId, path } of known) {
    const [at, node] = [jobs.findIndex(({ block }) => block.id === blockId), nodeAt(tree, path)];
    if (at >= 0 && node !== null) nodes.set(at, node);
  }
  return nodes;
}

/** The tree of a capture, with its boxes where it was rendered. */
export function treeOf(html: string, layout: Uint8Array | null): DomTree {
  return withLayout(parseHtml(html), layout);
}

/** With the boxes of its elements, where they are of this tree. */
export function withLayout(tree: DomTree, layout: Uint8Array | null): DomTree {
  const stored = layout && storedLayout(layout);
  if (!stored || stored.boxes.length !== tree.size * 4) return tree;
  return { ...tree, boxes: stored.boxes, viewport: stored.viewport ?? undefined };
}

export function titleOf(tree: DomTree): string {
  const tag = tree.tagNames.indexOf("title");
  const node = tag < 0 ? -1 : tree.tag.indexOf(tag);
  return node < 0 ? "" : textOf(tree, node).replace(/\s+/g, " ").trim().slice(0, MAX_TITLE);
}
