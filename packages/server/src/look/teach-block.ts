/** What a person's answer on the repair card teaches. Runs in a worker thread. */
import { nodeAt, tracerNamed } from "@tessera/engine";
import type { Block, CorrectionAnswer, MemoryRecord } from "@tessera/model";
import type { Body } from "@tessera/store";
import { compareWithBefore } from "./compare-with-before.ts";
import { treeOf } from "./look-at-page.ts";
import { memoryOf, readFound } from "./look-for-block.ts";
import type { SeenContent } from "./page-job.ts";

export interface TeachJob {
  readonly html: string;
  readonly layout: Uint8Array | null;
  readonly finalUrl: string;
  readonly tracer: string;
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
      /** Where the answer says which element it is. */
      readonly content: SeenContent | null;
    }
  /** The page of the answer has no such element. */
  | { readonly kind: "missing" };

export function teachBlock(job: TeachJob): Taught {
  const tracer = tracerNamed(job.tracer);
  if (!tracer) throw new RangeError(`there is no tracer ${job.tracer}`);
  const tree = treeOf(job.html, job.layout);
  const memory = memoryOf(job, tracer);
  if (!memory) throw new RangeError(`the memory of block ${job.block.id} cannot be read`);
  const { answer } = job;
  if (answer.kind === "this") {
    const node = nodeAt(tree, answer.path);
    if (node === null) return { kind: "missing" };
    const reading = readFound({ pick: job.block.pick, tree, finalUrl: job.finalUrl }, node);
    const content = compareWithBefore(reading, job.before).seen;
    return { kind: "taught", memory: { ...tracer.adapt(memory, tree, node, "person") }, content };
  }
  const rejected = answer.kind === "none" ? answer.paths : [];
  const nodes = rejected.map((path) => nodeAt(tree, path)).filter((node) => node !== null);
  const wiser = nodes.reduce((sofar, node) => tracer.reject?.(sofar, tree, node) ?? sofar, memory);
  return { kind: "taught", memory: { ...wiser }, content: null };
}
