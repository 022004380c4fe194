/** One core's share of choosing thresholds: a job is a group of cases of one page, the answer what each pair costs there. */
import { parentPort, workerData } from "node:worker_threads";
import type { Tracer } from "@tessera/engine";
import { fusedWith, type Thresholds, type Weights } from "@tessera/engine/fused-training";
import { costOfRuns } from "../accuracy/noticed.ts";
import { predict } from "../accuracy/predict.ts";
import { judge } from "../accuracy/score.ts";
import type { LabelledCase } from "../data/cases.ts";
import { PageCache } from "../data/page-cache.ts";
import { foldOf } from "./lessons.ts";

export interface FollowJob {
  readonly cases: readonly LabelledCase[];
  readonly pairs: readonly Thresholds[];
}

/** For each case its kind, and what it costs by each pair. */
export interface FollowedCase {
  readonly kind: string;
  readonly costs: readonly number[];
}

const { folds } = workerData as { folds: readonly Omit<Weights, "about" | "thresholds">[] };

const tracerOf = (site: string, thresholds: Thresholds): Tracer =>
  fusedWith({ about: {}, ...folds[foldOf(site, folds.length)]!, thresholds }) as unknown as Tracer;

parentPort!.on("message", ({ cases, pairs }: FollowJob) => {
  const pages = new PageCache();
  const followed = cases.map((labelled): FollowedCase => {
    const costs = pairs.map((pair) =>
      costOfRuns(judge(labelled, predict(labelled, tracerOf(labelled.site, pair), "follow", pages))),
    );
    return { kind: labelled.kind, costs };
  });
  parentPort!.postMessage(followed);
});
