/** One core's share of a part: a job is a history, the answer its finding. */
import { parentPort, workerData } from "node:worker_threads";
import type { History } from "../data/history.ts";
import { PageCache } from "../data/page-cache.ts";
import type { Experiment } from "./experiment.ts";
import type { WorkerStart } from "./run-part.ts";

const start = workerData as WorkerStart;
const { experiment } = (await import(start.module)) as { experiment: Experiment };
const part = experiment.parts.find((candidate) => candidate.name === start.part);
if (!part) throw new RangeError(`${experiment.key} has no part ${start.part}`);

parentPort!.on("message", async (history: History) => {
  parentPort!.postMessage(await part.examine(history, new PageCache()));
});
