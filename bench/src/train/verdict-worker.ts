/** One core's share of learning the verdict: a job names the fold whose doubts to leave out. */
import { parentPort, workerData } from "node:worker_threads";
import type { Ensemble } from "@tessera/engine/fused-training";
import { type Doubt, fitVerdict } from "./fit-verdict.ts";
import type { FoldJob } from "./ranker-worker.ts";

export interface VerdictAnswer {
  readonly right: Ensemble;
  readonly gone: Ensemble;
}

const { doubtsByFold, seed } = workerData as { doubtsByFold: readonly (readonly Doubt[])[]; seed: number };

parentPort!.on("message", ({ fold }: FoldJob) => {
  const doubts = doubtsByFold.filter((_, at) => at !== fold).flat();
  parentPort!.postMessage({
    right: fitVerdict(doubts, (doubt) => doubt.isRight, seed),
    gone: fitVerdict(doubts, (doubt) => doubt.isGone, seed),
  } satisfies VerdictAnswer);
});
