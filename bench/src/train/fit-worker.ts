/** One core's share of the training: a job names the fold to leave out, the answer is what was learned without it. */
import { parentPort, workerData } from "node:worker_threads";
import { COLUMNS } from "@tessera/engine/fused-training";
import { binned } from "./binning.ts";
import { type Doubt, doubtOf, learn } from "./fit.ts";
import { foldOf, type Lessons } from "./lessons.ts";

export interface FitJob {
  /** Fold to leave out; null learns from everything. */
  readonly fold: number | null;
}

export interface FitAnswer {
  readonly fitted: ReturnType<typeof learn>;
  /** Doubts about the choices of the fold that was left out. */
  readonly doubts: readonly (Doubt & { readonly case: string })[];
}

const { lessons, folds, seed } = workerData as { lessons: Lessons; folds: number; seed: number };
const table = binned(lessons.values, COLUMNS.length);

parentPort!.on("message", ({ fold }: FitJob) => {
  const isOut = (choice: number): boolean => foldOf(lessons.choices[choice]!.site, folds) === fold;
  const every = lessons.choices.map((_, choice) => choice);
  const fitted = learn(
    lessons,
    table,
    every.filter((choice) => !isOut(choice)),
    seed,
  );
  const doubts = every.filter(isOut).flatMap((choice) => {
    const doubt = doubtOf(lessons, choice, fitted.ranker);
    return doubt ? [{ ...doubt, case: lessons.choices[choice]!.case }] : [];
  });
  parentPort!.postMessage({ fitted, doubts } satisfies FitAnswer);
});
