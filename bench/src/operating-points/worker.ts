/** One core's share of `bench operating-points`: a job is a group of cases of one page, followed at every threshold. */
import { parentPort, workerData } from "node:worker_threads";
import { BenchTracers } from "../accuracy/bench-tracers.ts";
import { type Mode, predict } from "../accuracy/predict.ts";
import { type Judgement, judge } from "../accuracy/score.ts";
import type { LabelledCase } from "../data/cases.ts";
import { PageCache } from "../data/page-cache.ts";

/** What was said of a case at one threshold. */
export interface JudgedAtThreshold {
  readonly kind: string;
  readonly mode: Mode;
  readonly found: number;
  readonly judgements: readonly Judgement[];
}

const { thresholds, modes } = workerData as { thresholds: readonly number[]; modes: readonly Mode[] };
const tracers = thresholds.map((found) => ({ found, tracers: new BenchTracers({ found }) }));

parentPort!.on("message", (cases: LabelledCase[]) => {
  const pages = new PageCache();
  const judged = cases.flatMap((labelled) =>
    modes.flatMap((mode) =>
      tracers.map(({ found, tracers: at }): JudgedAtThreshold => {
        const said = predict(labelled, at.get("fused", labelled.site), mode, pages);
        return { kind: labelled.kind, mode, found, judgements: judge(labelled, said) };
      }),
    ),
  );
  parentPort!.postMessage(judged);
});
