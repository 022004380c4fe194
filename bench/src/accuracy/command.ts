/** `bench accuracy`: how often each tracer finds the labelled blocks of real pages again. */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Thresholds } from "@tessera/engine/fused-training";
import { hasBoxFolder } from "../data/box-file.ts";
import { dataFolder, type LabelledCase, readCases } from "../data/cases.ts";
import { historiesOf } from "../data/history.ts";
import { onBothCores } from "../data/on-both-cores.ts";
import { markdownTable } from "../papers/table.ts";
import { Progress } from "../progress.ts";
import { UsageError } from "../usage-error.ts";
import { tracerNames } from "./bench-tracers.ts";
import { disagreementOf, failuresOf, questionsOf } from "./failures.ts";
import { MODES, type Mode, type Prediction } from "./predict.ts";
import { reportOf, tablesOf } from "./report.ts";

const USAGE =
  "bench accuracy --data DIR [--tracer a,b] [--kind k,l] [--mode follow|pair|answered|together] [--limit N] [--boxes] [--found P] [--gone P] [--failures] [--json FILE] [--predictions FILE]";

export async function run(args: string[]): Promise<void> {
  const options = readOptions(args);
  const cases = readCases(dataFolder(options.data), options.filter);
  const predictions = await predictAll(cases, options.tracers, options);
  if (options.predictions) {
    writeFileSync(options.predictions, predictions.map((one) => `${JSON.stringify(one)}\n`).join(""));
  }
  const byTracer = Map.groupBy(predictions, (one) => one.tracer);
  const saidBy = (name: string): readonly Prediction[] => byTracer.get(name) ?? [];
  const reports = options.tracers.map((name) => reportOf(name, cases, saidBy(name)));
  if (options.json)
    writeFileSync(options.json, `${JSON.stringify({ mode: options.mode, tracers: reports }, null, 2)}\n`);
  console.log(`mode ${options.mode}${options.boxes ? " with boxes" : ""}, ${cases.length} cases; shares in %\n`);
  for (const report of reports) {
    console.log(`${tablesOf(report)}\n`);
    if (options.failures) console.log(`${failureTable(cases, saidBy(report.tracer))}\n`);
  }
  const [first, ...others] = options.tracers;
  if (options.failures && others.length > 0) {
    console.log(`where ${first} is unsure and another one says something else:\n`);
    console.log(disagreementTable(cases, saidBy(first!), others.map(saidBy)));
  }
}

export interface PredictOptions {
  readonly mode: Mode;
  /** With the layout boxes that `bench boxes` found. */
  readonly boxes?: boolean;
  /** From which probabilities on `fused` says found and gone, where not from the learned ones. */
  readonly thresholds?: Partial<Thresholds>;
}

/** By kind and tracer: how often it differs from the unsure first one, and who is right. */
function disagreementTable(
  cases: readonly LabelledCase[],
  first: readonly Prediction[],
  others: readonly (readonly Prediction[])[],
): string {
  const columns = ["kind", "other", "versions", "first right", "other right"].map((title) => ({ title }));
  const rows = [...Map.groupBy(cases, (one) => one.kind)].flatMap(([kind, group]) =>
    others.map((other) => {
      const { versions, firstIsRight, otherIsRight } = disagreementOf(group, first, other);
      return [kind, other[0]?.tracer ?? "", versions, firstIsRight, otherIsRight];
    }),
  );
  return markdownTable(columns, rows);
}

/** Mistakes by set and class, and the questions that were asked. */
function failureTable(cases: readonly LabelledCase[], predictions: readonly Prediction[]): string {
  const columns = ["set", "mistake", "versions", "blocks", "shown silently"].map((title) => ({ title }));
  const rows = [...failuresOf(cases, predictions)].flatMap(([set, classes]) =>
    [...classes].map(([name, { versions, blocks, silent }]) => [set, name, versions, blocks.size, silent]),
  );
  const questions = [...Map.groupBy(cases, (one) => one.set)].map(([set, group]) => {
    const { asked, stretches, firstIsRight } = questionsOf(group, predictions);
    return `${set}: asked ${asked} times in ${stretches} stretches; the first candidate was right ${firstIsRight} times`;
  });
  return [markdownTable(columns, rows), "", ...questions].join("\n");
}

export async function predictAll(
  cases: readonly LabelledCase[],
  tracers: readonly string[],
  { mode, boxes = false, thresholds = {} }: PredictOptions,
): Promise<Prediction[]> {
  if (boxes && !cases.some((one) => hasBoxFolder(one.folder))) {
    throw new UsageError("no boxes beside the data: run `bench boxes --data DIR` first");
  }
  const jobs = historiesOf(cases).map((history) => [...history.cases]);
  const progress = new Progress("accuracy", jobs.length);
  const module = new URL("./worker.ts", import.meta.url);
  return (
    await onBothCores<LabelledCase[], Prediction[]>({
      module,
      workerData: { tracers, mode, boxes, thresholds },
      jobs,
      progress,
    })
  ).flat();
}

function readOptions(args: string[]) {
  const values = parsed(args);
  const mode = MODES.find((known) => known === values.mode);
  if (!mode) throw new UsageError(`--mode is one of ${MODES.join(", ")}. ${USAGE}`);
  const limit = values.limit === undefined ? undefined : Number(values.limit);
  if (limit !== undefined && !(Number.isInteger(limit) && limit > 0))
    throw new UsageError(`--limit is a whole number above 0. ${USAGE}`);
  return {
    data: values.data,
    tracers: tracerNames(values.tracer),
    mode,
    boxes: values.boxes,
    thresholds: { ...probability("found", values.found), ...probability("gone", values.gone) },
    failures: values.failures,
    filter: { ...(values.kind ? { kinds: values.kind.split(",") } : {}), ...(limit === undefined ? {} : { limit }) },
    json: values.json,
    predictions: values.predictions,
  };
}

function probability(name: keyof Thresholds, given: string | undefined): Partial<Thresholds> {
  if (given === undefined) return {};
  const value = Number(given);
  if (!(value > 0 && value <= 1)) throw new UsageError(`--${name} is above 0 and at most 1. ${USAGE}`);
  return { [name]: value };
}

function parsed(args: string[]) {
  const text = { type: "string" } as const;
  try {
    const options = {
      data: text,
      tracer: text,
      kind: text,
      limit: text,
      json: text,
      predictions: text,
      boxes: { type: "boolean", default: false } as const,
      failures: { type: "boolean", default: false } as const,
      found: text,
      gone: text,
      mode: { ...text, default: "follow" },
    };
    return parseArgs({ args, options, strict: true }).values;
  } catch (cause) {
    throw new UsageError(`${(cause as Error).message} ${USAGE}`, { cause });
  }
}
