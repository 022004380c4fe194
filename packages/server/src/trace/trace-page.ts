/** One capture, all blocks: parse once, trace each. Runs in a worker thread; pure but for the time it takes. */
import {
  changeSince,
  type DomTree,
  followTogether,
  layersOf,
  nodeAt,
  type PageChange,
  pageChange,
  parseHtml,
  textOf,
  tracerNamed,
} from "@tessera/engine";
import { packBody } from "@tessera/store";
import { textOfBody } from "./body-text.ts";
import { patternSteps } from "./notices.ts";
import type { BlockJob, BlockTrace, KnownBlock, PageBefore, PageJob, PageTrace } from "./page-job.ts";
import { blockTrace, memoryOf, type Search } from "./trace-block.ts";

const MAX_TITLE = 500;
/** A page made by scripts has its name and a notice at most. */
const MIN_TEXT = 200;

export function tracePage(job: PageJob): PageTrace {
  const tracer = tracerNamed(job.tracer);
  if (!tracer) throw new RangeError(`there is no tracer ${job.tracer}`);
  const tree = job.tree ?? treeOf(job.html, job.layout);
  const change = job.previous && changeFrom(job.previous, tree);
  const isRedesign = change?.kind === "redesign";
  const search = { tree, tracer, finalUrl: job.finalUrl, isRedesign, patternSteps: patternSteps(job.blocks) };
  return {
    title: titleOf(tree),
    change,
    layers: layersOf(tree),
    isBare: isBare(tree, job.html),
    html: packBody(job.html),
    layout: job.layout && packBody(job.layout),
    isLayoutLost: job.layout !== null && tree.boxes === null,
    blocks: traceBlocks(job, search),
  };
}

function changeFrom(before: PageBefore, tree: DomTree): PageChange {
  return "layers" in before ? changeSince(before.layers, tree) : pageChange(parseHtml(textOfBody(before.html)), tree);
}

/** All blocks at once, so that no two claim one element; those without a memory are to be given again. */
function traceBlocks({ blocks: jobs, known = [] }: PageJob, search: Search): BlockTrace[] {
  const memories = jobs.map((job) => memoryOf({ ...job, memory: JSON.parse(job.block.memory) }, search.tracer));
  const remembered = jobs.filter((_, at) => memories[at] !== null);
  const nodes = knownNodes(remembered, known, search.tree);
  const some = memories.filter((memory) => memory !== null);
  const steps = followTogether(search.tracer, some, search.tree, nodes).values();
  return jobs.map((job, at) =>
    memories[at] === null
      ? { kind: "forgotten", blockId: job.block.id }
      : // as many steps as memories
        blockTrace(steps.next().value!, job, search),
  );
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

/** Text in the head does not count, and neither does a notice that scripts are needed. */
function isBare(tree: DomTree, html: string): boolean {
  const tag = tree.tagNames.indexOf("body");
  const body = tag < 0 ? -1 : tree.tag.indexOf(tag);
  const text = body < 0 ? "" : textOf(tree, body).replace(/\s+/g, " ").trim();
  return text.length < MIN_TEXT && /<script\b/i.test(html);
}

/** The tree of a capture, with its boxes where it was rendered. */
export function treeOf(html: string, layout: Uint8Array | null): DomTree {
  const tree = parseHtml(html);
  if (!layout || layout.byteLength !== tree.size * 4 * Int32Array.BYTES_PER_ELEMENT) return tree;
  // copied, because the bytes may stand at any offset of their buffer
  return { ...tree, boxes: new Int32Array(Uint8Array.from(layout).buffer) };
}

export function titleOf(tree: DomTree): string {
  const tag = tree.tagNames.indexOf("title");
  const node = tag < 0 ? -1 : tree.tag.indexOf(tag);
  return node < 0 ? "" : textOf(tree, node).replace(/\s+/g, " ").trim().slice(0, MAX_TITLE);
}
