/** One core's share of `bench obvious`: a job is some stories of one situation, the answer what they were worth. */
import { parentPort, workerData } from "node:worker_threads";
import { anyTracerNamed } from "@tessera/engine/papers";
import { type JudgedByTracer, judgeStories } from "./run-stories.ts";
import { SITUATIONS } from "./situations.ts";

export interface Job {
  readonly situation: string;
  readonly seeds: readonly number[];
}

const tracers = (workerData as { tracers: string[] }).tracers.map((name) => anyTracerNamed(name)!);

parentPort!.on("message", ({ situation, seeds }: Job) => {
  const chosen = SITUATIONS.find(({ name }) => name === situation)!;
  const answer: JudgedByTracer = judgeStories(chosen, seeds, tracers);
  parentPort!.postMessage(answer);
});
