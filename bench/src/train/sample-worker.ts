/** One core's share of gathering choices: a job is a group of cases of one page, or a situation of our own. */
import { parentPort, workerData } from "node:worker_threads";
import { hashString } from "@tessera/engine";
import type { LabelledCase } from "../data/cases.ts";
import { PageCache } from "../data/page-cache.ts";
import { type Choice, choicesOf } from "./samples.ts";
import { type StoryJob, storyChoices } from "./story-lessons.ts";

const { seed } = workerData as { seed: number };

export type SampleJob = readonly LabelledCase[] | StoryJob;

const seedOf = (name: string): number => (seed + hashString(name)) >>> 0;

function choicesFor(job: SampleJob): Choice[] {
  if ("situation" in job) return storyChoices(job, seedOf(job.situation));
  const pages = new PageCache();
  return job.flatMap((labelled) => choicesOf(labelled, pages, seedOf(labelled.id)));
}

parentPort!.on("message", (job: SampleJob) => {
  const choices = choicesFor(job);
  parentPort!.postMessage(
    choices,
    choices.map((choice) => choice.values.buffer as ArrayBuffer),
  );
});
