/** The block that a person wishes to follow, learned from the page they saw. Runs in a worker thread. */
import { type DomTree, describePart, nodeAt, pathOf, tracerNamed } from "@tessera/engine";
import { type BlockLocator, BlockPath, type BlockPick, type CutPart, type MemoryRecord } from "@tessera/model";
import { findLocated } from "../locate/find-located.ts";
import { compareWithBefore } from "./compare-with-before.ts";
import type { TracedContent } from "./page-job.ts";
import { readFound } from "./trace-block.ts";
import { titleOf, treeOf } from "./trace-page.ts";

export interface LearnJob {
  readonly html: string;
  readonly layout: Uint8Array | null;
  readonly finalUrl: string;
  readonly tracer: string;
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
      readonly pageTitle: string;
    }
  /** There is nothing on the page that the wish means. */
  | { readonly kind: "missing" }
  | { readonly kind: "invalid"; readonly message: string };

/** The limit of a pick. */
const MAX_PARTS = 100;

export function learnBlock(job: LearnJob): Learned {
  const tracer = tracerNamed(job.tracer);
  if (!tracer) throw new RangeError(`there is no tracer ${job.tracer}`);
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
  return {
    kind: "learned",
    pick,
    memory: { ...tracer.learn(tree, node, { intent: pick.intent }) },
    dynamics,
    content: compareWithBefore(reading, null).seen,
    pageTitle: titleOf(tree),
  };
}

/** Elements inside the block; what lies elsewhere on the page is none of its parts. */
function partsAt(tree: DomTree, block: number, paths: readonly BlockPath[]): CutPart[] {
  return paths.flatMap((path) => {
    const part = nodeAt(tree, path);
    return part !== null && part > block && part < tree.end[block]! ? [describePart(tree, block, part)] : [];
  });
}
