/** One core's share of `bench reliability`: a job is a group of cases of one page. */
import { parentPort, workerData } from "node:worker_threads";
import { BenchTracers } from "../accuracy/bench-tracers.ts";
import type { LabelledCase } from "../data/cases.ts";
import { PageCache } from "../data/page-cache.ts";
import { sightsOf } from "./sight.ts";

const benchTracers = new BenchTracers();
const { tracer } = workerData as { tracer: string };

parentPort!.on("message", (cases: LabelledCase[]) => {
  const pages = new PageCache();
  parentPort!.postMessage(
    cases.flatMap((labelled) => sightsOf(labelled, benchTracers.get(tracer, labelled.site), pages)),
  );
});
