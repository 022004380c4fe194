/** One core's share of `bench accuracy`: a job is a group of cases of one page, the answer their predictions. */
import { parentPort, workerData } from "node:worker_threads";
import type { Thresholds } from "@tessera/engine/fused-training";
import type { LabelledCase } from "../data/cases.ts";
import { PageCache } from "../data/page-cache.ts";
import { BenchTracers } from "./bench-tracers.ts";
import { type Mode, type Prediction, predict, predictTogether } from "./predict.ts";

interface WorkerData {
  readonly tracers: readonly string[];
  readonly mode: Mode;
  readonly boxes: boolean;
  readonly thresholds: Partial<Thresholds>;
}

const { tracers, mode, boxes, thresholds } = workerData as WorkerData;
const benchTracers = new BenchTracers(thresholds);

parentPort!.on("message", (cases: LabelledCase[]) => {
  const pages = new PageCache({ boxes });
  const predictions = tracers.flatMap((name): Prediction[] => {
    if (mode === "together") return predictTogether(cases, benchTracers.get(name, cases[0]!.site), pages);
    return cases.flatMap((labelled) => predict(labelled, benchTracers.get(name, labelled.site), mode, pages));
  });
  parentPort!.postMessage(predictions);
});
