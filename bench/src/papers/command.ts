/** `bench papers`: the experiments of the papers, done again on real labelled pages. */
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { renderAll } from "../boxes/command.ts";
import { boxFilePath } from "../data/box-file.ts";
import { dataFolder, readCases } from "../data/cases.ts";
import { type History, historiesOf } from "../data/history.ts";
import { UsageError } from "../usage-error.ts";
import { EXPERIMENTS } from "./catalogue.ts";
import type { Experiment } from "./experiment.ts";
import { quickSample } from "./quick-sample.ts";
import { runExperiment } from "./run-experiment.ts";

const USAGE =
  "bench papers --data DIR [--only key,key] [--parts name,name] [--quick] [--every N] [--fresh] [--no-layout] [--out DIR], or bench papers --redraw [--only key,key]";
const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const CACHE = join(ROOT, ".cache/papers");

/** A quick run writes beside the repository's own files: those come from whole runs. */
const QUICK_OUT = join(CACHE, "quick");

export async function run(args: string[]): Promise<void> {
  const options = readOptions(args);
  const histories = options.redraw
    ? []
    : historiesOf(readCases(dataFolder(options.data))).filter((_, rank) => rank % options.every === 0);
  if (options.layout && !options.redraw) await renderMissing(options, histories);
  for (const key of options.keys) {
    const startedAt = performance.now();
    const written = await runExperiment({
      module: EXPERIMENTS[key]!,
      histories,
      quick: options.quick,
      fresh: options.fresh,
      ...(options.parts ? { parts: options.parts } : {}),
      cacheFolder: CACHE,
      outFolder: options.out,
      publishedFolder: join(ROOT, "bench/papers"),
    });
    console.log(`${key}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
    for (const path of written) console.log(`  ${relative(process.cwd(), path)}`);
  }
}

/** The pages that some chosen paper wants to see rendered, where no earlier run has done it. */
async function renderMissing(
  { keys, quick }: Pick<ReturnType<typeof readOptions>, "keys" | "quick">,
  histories: readonly History[],
): Promise<void> {
  const modules = await Promise.all(keys.map((key) => import(EXPERIMENTS[key]!.href)));
  if (!modules.some(({ experiment }: { experiment: Experiment }) => experiment.needsLayout)) return;
  const wanted = quick ? quickSample(histories, 1) : histories;
  const missing = wanted.flatMap(({ folder, files }) =>
    files.filter((file) => !existsSync(boxFilePath(folder, file))).map((file) => ({ folder, file })),
  );
  if (missing.length > 0) await renderAll(missing);
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
  if (values.parts !== undefined && keys.length !== 1) {
    throw new UsageError(`--parts are those of one paper: name it with --only. ${USAGE}`);
  }
  if (values.redraw && (values.parts !== undefined || values.quick)) {
    throw new UsageError(`--redraw runs nothing, so it takes no --parts and no --quick. ${USAGE}`);
  }
  return {
    data: values.data,
    keys,
    parts: values.redraw ? [] : values.parts?.split(","),
    redraw: values.redraw,
    every,
    quick: values.quick,
    fresh: values.fresh,
    // rendering takes an hour for all pages and a browser; what was rendered before is used in any case
    layout: !values["no-layout"],
    out: values.out ?? (values.quick ? QUICK_OUT : ROOT),
  };
}

function parsed(args: string[]) {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  try {
    return parseArgs({
      args,
      options: {
        data: text,
        only: text,
        parts: text,
        out: text,
        every: { ...text, default: "1" },
        quick: flag,
        fresh: flag,
        redraw: flag,
        "no-layout": flag,
      },
      strict: true,
    }).values;
  } catch (cause) {
    throw new UsageError(`${(cause as Error).message} ${USAGE}`, { cause });
  }
}
