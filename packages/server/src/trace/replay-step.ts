/** One step of a replay: a tracer, its memory so far, and one stored capture. Runs in a worker thread. */
import { followStep, type Memory, nodeAt } from "@tessera/engine";
import type { Block, VerdictRecord } from "@tessera/model";
import { loadTracer } from "./load-tracer.ts";
import { recordOf } from "./trace-block.ts";
import { treeOf } from "./trace-page.ts";

export interface ReplayJob {
  readonly html: string;
  readonly layout: Uint8Array | null;
  readonly tracer: string;
  /** Null where the block is to be learned in this capture. */
  readonly memory: unknown;
  readonly pick: Block["pick"];
}

export interface ReplayedStep {
  /** Null where the block cannot be learned: there is nothing at its path. */
  readonly memory: unknown;
  /** Null where it was learned and not looked for. */
  readonly verdict: VerdictRecord | null;
}

export async function replayStep(job: ReplayJob): Promise<ReplayedStep> {
  const tracer = await loadTracer(job.tracer);
  const tree = treeOf(job.html, job.layout);
  if (job.memory === null) {
    const node = nodeAt(tree, job.pick.path);
    return { memory: node === null ? null : tracer.learn(tree, node, { intent: job.pick.intent }), verdict: null };
  }
  // it came out of the same tracer at the step before
  const step = followStep(tracer, job.memory as Memory, tree);
  return { memory: step.memory, verdict: recordOf(step.verdict, tree, tracer.name) };
}
