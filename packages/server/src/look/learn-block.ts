/** The block that a person wishes to follow, learned from the page they saw. Runs in a worker thread. */
import { describePart, nodeAt, pathOf, tracerNamed } from "@tessera/engine";
import { BlockPath, type BlockPick, type CutPart, type MemoryRecord, type Wish } from "@tessera/model";
import { findWished } from "../wish/find-wished.ts";
import { compareWithBefore } from "./compare-with-before.ts";
import { titleOf, treeOf } from "./look-at-page.ts";
import { readFound } from "./look-for-block.ts";
import type { SeenContent } from "./page-job.ts";

export interface LearnJob {
  readonly html: string;
  readonly layout: Uint8Array | null;
  readonly finalUrl: string;
  readonly tracer: string;
  readonly wish: Wish;
  readonly pick: Omit<BlockPick, "path" | "cuts">;
  /** Elements inside the block to leave out, by their path in the page. */
  readonly cutPaths: readonly BlockPath[];
}

export type Learned =
  | {
      readonly kind: "learned";
      readonly pick: BlockPick;
      readonly memory: MemoryRecord;
      readonly content: SeenContent;
      readonly pageTitle: string;
    }
  /** There is nothing on the page that the wish means. */
  | { readonly kind: "missing" }
  | { readonly kind: "invalid"; readonly message: string };

export function learnBlock(job: LearnJob): Learned {
  const tracer = tracerNamed(job.tracer);
  if (!tracer) throw new RangeError(`there is no tracer ${job.tracer}`);
  const tree = treeOf(job.html, job.layout);
  const wished = findWished(tree, job.wish);
  if (wished.kind !== "found") return wished;
  const { node } = wished;
  const path = BlockPath.safeParse(pathOf(tree, node));
  if (!path.success) return { kind: "invalid", message: "this element lies too deep in the page to be followed" };
  const cuts = job.cutPaths.flatMap((cut): CutPart[] => {
    const part = nodeAt(tree, cut);
    return part !== null && part > node && part < tree.end[node]! ? [describePart(tree, node, part)] : [];
  });
  const pick: BlockPick = { ...job.pick, path: path.data, cuts };
  const reading = readFound({ pick, tree, finalUrl: job.finalUrl }, node);
  return {
    kind: "learned",
    pick,
    memory: { ...tracer.learn(tree, node, { intent: pick.intent }) },
    content: compareWithBefore(reading, null).seen,
    pageTitle: titleOf(tree),
  };
}
