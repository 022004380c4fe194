/** One core's share of gathering choices: a job is a group of cases of one page. */
import { parentPort, workerData } from "node:worker_threads";
import { hashString } from "@tessera/engine";
import type { LabelledCase } from "../data/cases.ts";
import { PageCache } from "../data/page-cache.ts";
import { choicesOf } from "./samples.ts";

const { seed } = workerData as { seed: number };

parentPort!.on("message", (cases: LabelledCase[]) => {
  const pages = new PageCache();
  const choices = cases.flatMap((labelled) => choicesOf(labelled, pages, (seed + hashString(labelled.id)) >>> 0));
  parentPort!.postMessage(
    choices,
    choices.map((choice) => choice.values.buffer as ArrayBuffer),
  );
});
