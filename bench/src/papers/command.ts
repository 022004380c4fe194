/** `bench papers`: the experiments of the papers, done again on real labelled pages. */
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { dataFolder, readCases } from "../data/cases.ts";
import { historiesOf } from "../data/history.ts";
import { UsageError } from "../usage-error.ts";
import { EXPERIMENTS } from "./catalogue.ts";
import { runExperiment } from "./run-experiment.ts";

const USAGE = "bench papers --data DIR [--only key,key] [--quick] [--every N] [--fresh] [--out DIR]";
const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const CACHE = join(ROOT, ".cache/papers");

/** A quick run writes beside the repository's own files: those come from whole runs. */
const QUICK_OUT = join(CACHE, "quick");

export async function run(args: string[]): Promise<void> {
  const options = readOptions(args);
  const histories = historiesOf(readCases(dataFolder(options.data))).filter((_, rank) => rank % options.every === 0);
  for (const key of options.keys) {
    const startedAt = performance.now();
    const written = await runExperiment({
      module: EXPERIMENTS[key]!,
      histories,
      quick: options.quick,
      fresh: options.fresh,
      cacheFolder: CACHE,
      outFolder: options.out,
      publishedFolder: join(ROOT, "bench/papers"),
    });
    console.log(`${key}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
    for (const path of written) console.log(`  ${relative(process.cwd(), path)}`);
  }
}

function readOptions(args: string[]) {
  const values = parsed(args);
  const keys = values.only?.split(",") ?? Object.keys(EXPERIMENTS);
  const unknown = keys.find((key) => !Object.hasOwn(EXPERIMENTS, key));
  if (unknown !== undefined) {
    throw new UsageError(`no such paper: ${unknown}; one of ${Object.keys(EXPERIMENTS).join(", ")}. ${USAGE}`);
  }
  const every = Number(values.every);
  if (!(Number.isInteger(every) && every > 0)) throw new UsageError(`--every is a whole number above 0. ${USAGE}`);
  return {
    data: values.data,
    keys,
    every,
    quick: values.quick,
    fresh: values.fresh,
    out: values.out ?? (values.quick ? QUICK_OUT : ROOT),
  };
}

function parsed(args: string[]) {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  try {
    return parseArgs({
      args,
      options: { data: text, only: text, out: text, every: { ...text, default: "1" }, quick: flag, fresh: flag },
      strict: true,
    }).values;
  } catch (cause) {
    throw new UsageError(`${(cause as Error).message} ${USAGE}`, { cause });
  }
}
