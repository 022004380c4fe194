/** `bench calibrate`: fits the calibration of a tracer on all labelled pages, and says what it is worth on other sites. */
import { parseArgs } from "node:util";
import type { Calibration } from "@tessera/engine";
import { BenchTracers, tracerNames } from "../accuracy/bench-tracers.ts";
import { dataFolder, readCases } from "../data/cases.ts";
import { type History, historiesOf } from "../data/history.ts";
import { onBothCores } from "../data/on-both-cores.ts";
import { Progress } from "../progress.ts";
import { UsageError } from "../usage-error.ts";
import { fitCalibration, heldOut, meanCost, type Sample, type SampleOfSite } from "./fit.ts";
import type { WorkerAnswer, WorkerStart } from "./worker.ts";

const USAGE = "bench calibrate --data DIR --tracer name[,name] [--rounds N] [--limit N]";

export async function run(args: string[]): Promise<void> {
  const options = readOptions(args);
  const filter = options.limit === undefined ? {} : { limit: options.limit };
  const histories = historiesOf(readCases(dataFolder(options.data), filter));
  let present = options.tracers.map((name): Fitting => ({ name, calibration: calibrationOf(name) }));
  // what is found decides what is learned from, so that the samples of a round are those of its calibrations
  for (let round = 1; round <= options.rounds; round++) {
    const samples = await samplesOf(present, histories);
    present = present.map(({ name, calibration }, at) => {
      if (samples[at]!.length === 0) throw new UsageError(`${name} gave no candidate on any page: nothing to fit`);
      const fitted = fitCalibration(samples[at]!);
      report(name, samples[at]!, { present: calibration, fitted });
      return { name, calibration: fitted };
    });
  }
}

/** A tracer with the calibration that it is at. */
type Fitting = WorkerStart["tracers"][number];

function calibrationOf(tracer: string): Calibration {
  return new BenchTracers().get(tracer, "").calibration;
}

/** For each tracer the samples of all pages, each with its site. */
async function samplesOf(tracers: readonly Fitting[], histories: readonly History[]): Promise<SampleOfSite[][]> {
  const answers = await onBothCores<History, WorkerAnswer>({
    module: new URL("./worker.ts", import.meta.url),
    workerData: { tracers } satisfies WorkerStart,
    jobs: histories,
    progress: new Progress("calibrate", histories.length),
  });
  return tracers.map((_, tracer) =>
    answers.flatMap((samples, at) =>
      samples[tracer]!.map((sample) => ({ ...sample, site: histories[at]!.cases[0]!.site })),
    ),
  );
}

function report(
  tracer: string,
  samples: readonly SampleOfSite[],
  { present, fitted }: { readonly present: Calibration; readonly fitted: Calibration },
): void {
  const right = samples.filter((sample) => sample.isRight).length / samples.length;
  const held = heldOut(samples);
  console.log(`${tracer}: ${samples.length} versions with a candidate, ${percent(right)} of them right`);
  console.log(
    `  cost in questions a version: ${cost(samples, present)} as it is, ${cost(samples, fitted)} fitted, ${held.cost.toFixed(3)} on sites that it was not fitted on`,
  );
  console.log(`  on those sites: found ${percent(held.found)}, of them wrong ${percent(held.wrongOfFound)}`);
  console.log(
    `  calibration: ${JSON.stringify(fitted)
      .replaceAll('"', "")
      .replaceAll(/([:,])/g, "$1 ")},`,
  );
}

function cost(samples: readonly Sample[], calibration: Calibration): string {
  return meanCost(samples, calibration).toFixed(3);
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

interface Options {
  readonly data: string | undefined;
  readonly tracers: string[];
  readonly limit: number | undefined;
  readonly rounds: number;
}

function readOptions(args: string[]): Options {
  const text = { type: "string" } as const;
  let values: { data?: string; tracer?: string; limit?: string; rounds?: string };
  try {
    values = parseArgs({ args, options: { data: text, tracer: text, limit: text, rounds: text }, strict: true }).values;
  } catch (cause) {
    throw new UsageError(`${(cause as Error).message} ${USAGE}`, { cause });
  }
  if (!values.tracer) throw new UsageError(`which tracer? ${USAGE}`);
  const count = (name: "limit" | "rounds"): number | undefined => {
    const number = values[name] === undefined ? undefined : Number(values[name]);
    if (number === undefined || (Number.isInteger(number) && number > 0)) return number;
    throw new UsageError(`--${name} is a whole number above 0. ${USAGE}`);
  };
  return {
    data: values.data,
    tracers: tracerNames(values.tracer),
    limit: count("limit"),
    rounds: count("rounds") ?? 1,
  };
}
