/** One core's share of `bench obvious`: a job is some stories of one situation, the answer what they were worth. */
import { parentPort, workerData } from "node:worker_threads";
import { BenchTracers } from "../accuracy/bench-tracers.ts";
import { type JudgedByTracer, judgeStories } from "./run-stories.ts";
import { SITUATIONS, siteOfSituation } from "./situations.ts";

export interface Job {
  readonly situation: string;
  readonly seeds: readonly number[];
}

const { tracers: names, isHeldOut } = workerData as { tracers: string[]; isHeldOut: boolean };
const tracers = new BenchTracers();

parentPort!.on("message", ({ situation, seeds }: Job) => {
  const chosen = SITUATIONS.find(({ name }) => name === situation)!;
  const answer: JudgedByTracer = judgeStories(
    chosen,
    seeds,
    // a site that no training has seen gets the weights that everybody gets
    names.map((name) => tracers.get(name, isHeldOut ? siteOfSituation(situation) : "")),
  );
  parentPort!.postMessage(answer);
});
