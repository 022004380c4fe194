/** `bench calibrate`: fits the calibration record of a tracer on labelled pages and prints it. */
import { parseArgs } from "node:util";
import { BenchTracers, tracerNames } from "../accuracy/bench-tracers.ts";
import { dataFolder, readCases } from "../data/cases.ts";
import { type History, historiesOf } from "../data/history.ts";
import { onBothCores } from "../data/on-both-cores.ts";
import { Progress } from "../progress.ts";
import { UsageError } from "../usage-error.ts";
import { fitCalibration, meanCost, type Sample } from "./fit.ts";

const USAGE = "bench calibrate --data DIR --tracer name[,name] [--limit N]";

export async function run(args: string[]): Promise<void> {
  const options = readOptions(args);
  const filter = options.limit === undefined ? {} : { limit: options.limit };
  const histories = historiesOf(readCases(dataFolder(options.data), filter));
  for (const tracer of options.tracers) {
    const answers = await onBothCores<History, Sample[]>({
      module: new URL("./worker.ts", import.meta.url),
      workerData: { tracer },
      jobs: histories,
      progress: new Progress(`calibrate ${tracer}`, histories.length),
    });
    const samples = answers.flat();
    if (samples.length === 0) throw new UsageError(`${tracer} gave no candidate on any page: nothing to fit`);
    const present = new BenchTracers().get(tracer, "").calibration;
    const fitted = fitCalibration(samples);
    const right = samples.filter((sample) => sample.isRight).length / samples.length;
    console.log(`${tracer}: ${samples.length} versions with a candidate, ${(right * 100).toFixed(1)} % of them right`);
    console.log(`  cost in questions a version: ${cost(samples, present)} as it is, ${cost(samples, fitted)} fitted`);
    console.log(
      `  calibration: ${JSON.stringify(fitted)
        .replaceAll('"', "")
        .replaceAll(/([:,])/g, "$1 ")},`,
    );
  }
}

function cost(samples: readonly Sample[], calibration: Parameters<typeof meanCost>[1]): string {
  return meanCost(samples, calibration).toFixed(3);
}

function readOptions(args: string[]): { data: string | undefined; tracers: string[]; limit: number | undefined } {
  const text = { type: "string" } as const;
  let values: { data?: string; tracer?: string; limit?: string };
  try {
    values = parseArgs({ args, options: { data: text, tracer: text, limit: text }, strict: true }).values;
  } catch (cause) {
    throw new UsageError(`${(cause as Error).message} ${USAGE}`, { cause });
  }
  if (!values.tracer) throw new UsageError(`which tracer? ${USAGE}`);
  const limit = values.limit === undefined ? undefined : Number(values.limit);
  if (limit !== undefined && !(Number.isInteger(limit) && limit > 0)) {
    throw new UsageError(`--limit is a whole number above 0. ${USAGE}`);
  }
  return { data: values.data, tracers: tracerNames(values.tracer), limit };
}
