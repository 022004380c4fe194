/** `bench obvious`: situations in which any person would know which block is meant, on pages of our own. */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { tracerNames } from "../accuracy/bench-tracers.ts";
import { onBothCores } from "../data/on-both-cores.ts";
import { Progress } from "../progress.ts";
import { UsageError } from "../usage-error.ts";
import { matrixTable, reportOf, situationTable, tracerTable } from "./report.ts";
import type { JudgedByTracer } from "./run-stories.ts";
import { SITUATIONS } from "./situations.ts";
import type { Situation } from "./story.ts";
import type { Job } from "./worker.ts";

const USAGE = "bench obvious [--tracers a,b] [--situation NAME] [--stories N] [--seed N] [--held-out] [--json FILE]";

/** Seeds of a run lie this far from those of the run with the next `--seed`. */
const SEEDS_PER_RUN = 1_000_000;
const STORIES_PER_JOB = 20;

export async function run(args: string[]): Promise<void> {
  const { tracers, situations, stories, seed, isHeldOut, json } = readOptions(args);
  const judged = await judgeAll(situations, { tracers, isHeldOut }, seedsOf(seed, stories));
  const report = reportOf(judged, tracers);
  if (json) writeFileSync(json, `${JSON.stringify({ seed, stories, ...report }, null, 2)}\n`);
  console.log(`${situations.length} situations, ${stories} stories each, seed ${seed}; follow mode, shares in %\n`);
  if (situations.length === 1) console.log(`${situations[0]!.expects}\n`);
  console.log(`${tracers[0]}:\n\n${situationTable(report, tracers)}\n`);
  const mistakes = Object.entries(report.mistakes).map(([name, count]) => `${name} ${count}`);
  console.log(`wrong best candidates: ${mistakes.join(", ") || "none"}\n`);
  if (tracers.length === 1) return;
  console.log(`all tracers:\n\n${tracerTable(report)}\n\n${matrixTable(report, tracers)}`);
}

const seedsOf = (seed: number, stories: number): number[] =>
  Array.from({ length: stories }, (_, rank) => seed * SEEDS_PER_RUN + rank);

/** By situation, what every tracer made of it. */
async function judgeAll(
  situations: readonly Situation[],
  { tracers, isHeldOut }: { readonly tracers: readonly string[]; readonly isHeldOut: boolean },
  seeds: readonly number[],
): Promise<Map<string, JudgedByTracer>> {
  const jobs = situations.flatMap(({ name }) => jobsOf(name, seeds));
  const answers = await onBothCores<Job, JudgedByTracer>({
    module: new URL("./worker.ts", import.meta.url),
    workerData: { tracers, isHeldOut },
    jobs,
    progress: new Progress("obvious", jobs.length),
  });
  const bySituation = Map.groupBy(answers, (_, rank) => jobs[rank]!.situation);
  return new Map([...bySituation].map(([name, parts]) => [name, joined(parts, tracers)]));
}

function jobsOf(situation: string, seeds: readonly number[]): Job[] {
  const count = Math.ceil(seeds.length / STORIES_PER_JOB);
  return Array.from({ length: count }, (_, rank) => ({
    situation,
    seeds: seeds.slice(rank * STORIES_PER_JOB, (rank + 1) * STORIES_PER_JOB),
  }));
}

function joined(parts: readonly JudgedByTracer[], tracers: readonly string[]): JudgedByTracer {
  return Object.fromEntries(tracers.map((name) => [name, parts.flatMap((part) => part[name]!)]));
}

function readOptions(args: string[]) {
  const values = parsed(args);
  const situations = SITUATIONS.filter(({ name }) => values.situation === undefined || values.situation === name);
  if (situations.length === 0)
    throw new UsageError(
      `no such situation: ${values.situation}; one of ${SITUATIONS.map(({ name }) => name).join(", ")}`,
    );
  return {
    tracers: tracerNames(values.tracers),
    situations,
    stories: wholeNumber("--stories", values.stories, 1),
    seed: wholeNumber("--seed", values.seed, 0),
    isHeldOut: values["held-out"],
    json: values.json,
  };
}

function wholeNumber(option: string, given: string, min: number): number {
  const value = Number(given);
  if (!(Number.isInteger(value) && value >= min))
    throw new UsageError(`${option} is a whole number from ${min} on. ${USAGE}`);
  return value;
}

function parsed(args: string[]) {
  const text = { type: "string" } as const;
  try {
    const options = {
      tracers: text,
      situation: text,
      stories: { ...text, default: "80" },
      seed: { ...text, default: "1" },
      "held-out": { type: "boolean", default: false },
      json: text,
    } as const;
    return parseArgs({ args, options, strict: true }).values;
  } catch (cause) {
    throw new UsageError(`${(cause as Error).message} ${USAGE}`, { cause });
  }
}
