/** One core's share of choosing thresholds: a job is a group of cases of one page, the answer what each pair costs there. */
import { parentPort, workerData } from "node:worker_threads";
import type { Tracer } from "@tessera/engine";
import { fusedWith, type Thresholds, type Weights } from "@tessera/engine/fused-training";
import { costOfRuns } from "../accuracy/noticed.ts";
import { predict } from "../accuracy/predict.ts";
import { judge } from "../accuracy/score.ts";
import type { LabelledCase } from "../data/cases.ts";
import { PageCache } from "../data/page-cache.ts";
import { foldOf } from "./files.ts";

/** For each case its kind, and what it costs by each pair. */
export interface FollowedCase {
  readonly kind: string;
  readonly costs: readonly number[];
}

interface WorkerData {
  readonly folds: readonly Omit<Weights, "about" | "thresholds">[];
  readonly pairs: readonly Thresholds[];
}

const { folds, pairs } = workerData as WorkerData;
/** By pair, then by the fold that they were learned without. */
const tracers = pairs.map((thresholds) => folds.map((learned) => fusedWith({ about: {}, ...learned, thresholds })));

parentPort!.on("message", (cases: LabelledCase[]) => {
  const pages = new PageCache();
  const followed = cases.map((labelled): FollowedCase => {
    const costs = tracers.map((byFold) => {
      const tracer = byFold[foldOf(labelled.site, folds.length)] as unknown as Tracer;
      return costOfRuns(judge(labelled, predict(labelled, tracer, "follow", pages)));
    });
    return { kind: labelled.kind, costs };
  });
  parentPort!.postMessage(followed);
});
