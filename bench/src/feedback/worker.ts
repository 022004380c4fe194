/** One core's share of `bench feedback`: a job is a group of cases of one page. */
import { parentPort, workerData } from "node:worker_threads";
import { BenchTracers } from "../accuracy/bench-tracers.ts";
import type { LabelledCase } from "../data/cases.ts";
import { PageCache } from "../data/page-cache.ts";
import { type Corrected, followCorrected } from "./corrected.ts";

export interface FeedbackAnswer {
  readonly kind: string;
  /** By the number of corrections allowed, from 0. */
  readonly byCorrections: readonly Corrected[];
}

const tracers = new BenchTracers();
const { tracer, most } = workerData as { tracer: string; most: number };

parentPort!.on("message", (cases: LabelledCase[]) => {
  const pages = new PageCache();
  const answers = cases.map((labelled): FeedbackAnswer => {
    const chosen = tracers.get(tracer, labelled.site);
    return {
      kind: labelled.kind,
      byCorrections: Array.from({ length: most + 1 }, (_, allowed) =>
        followCorrected(labelled, chosen, allowed, pages),
      ),
    };
  });
  parentPort!.postMessage(answers);
});
