/** One core's share of learning to rank: a job names the fold to leave out. */
import { parentPort, workerData } from "node:worker_threads";
import { COLUMNS, type Ensemble, forestOf } from "@tessera/engine/fused-training";
import { binned } from "./binning.ts";
import { foldOf } from "./files.ts";
import { fitRanker } from "./fit-ranker.ts";
import { type ConfidenceSample, confidenceSampleOf } from "./fit-verdict.ts";
import type { Lessons } from "./lessons.ts";

export interface FoldJob {
  /** Fold to leave out; null learns from everything. */
  readonly fold: number | null;
}

export interface RankerAnswer {
  readonly ranker: Ensemble;
  /** Doubts about the choices of the fold that was left out: the ranker had not seen their sites. */
  readonly samples: readonly ConfidenceSample[];
}

const { lessons, folds, seed } = workerData as { lessons: Lessons; folds: number; seed: number };
const table = binned(lessons.values, COLUMNS.length);

parentPort!.on("message", ({ fold }: FoldJob) => {
  const isOut = (choice: number): boolean => foldOf(lessons.choices[choice]!.site, folds) === fold;
  const every = lessons.choices.map((_, choice) => choice);
  const members = every.filter((choice) => !isOut(choice));
  const ranker = fitRanker(lessons, table, members, seed);
  const forest = forestOf(ranker);
  const samples = every.filter(isOut).flatMap((choice) => confidenceSampleOf(lessons, choice, forest) ?? []);
  parentPort!.postMessage({ ranker, samples } satisfies RankerAnswer);
});
