/** One core's share of learning the verdict: a job names the fold whose doubts to leave out. */
import { parentPort, workerData } from "node:worker_threads";
import type { Ensemble } from "@tessera/engine/fused-training";
import { type ConfidenceSample, fitVerdict } from "./fit-verdict.ts";
import type { FoldJob } from "./ranker-worker.ts";

export interface VerdictAnswer {
  readonly right: Ensemble;
  readonly exact: Ensemble;
  readonly gone: Ensemble;
}

const { samplesByFold, seed } = workerData as { samplesByFold: readonly (readonly ConfidenceSample[])[]; seed: number };

parentPort!.on("message", ({ fold }: FoldJob) => {
  const samples = samplesByFold.filter((_, at) => at !== fold).flat();
  parentPort!.postMessage({
    right: fitVerdict(samples, (sample) => sample.isRight, seed),
    exact: fitVerdict(samples, (sample) => sample.isExact, seed),
    gone: fitVerdict(samples, (sample) => sample.isGone, seed),
  } satisfies VerdictAnswer);
});
