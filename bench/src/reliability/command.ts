/** `bench reliability`: does the confidence come true, is the block among the candidates, how large is the memory. */
import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { tracerNames } from "../accuracy/bench-tracers.ts";
import { quantile } from "../accuracy/score.ts";
import { dataFolder, type LabelledCase, readCases } from "../data/cases.ts";
import { historiesOf } from "../data/history.ts";
import { onBothCores } from "../data/on-both-cores.ts";
import { lineChart } from "../papers/chart.ts";
import { markdownTable, percent } from "../papers/table.ts";
import { Progress } from "../progress.ts";
import { binsOf, calibrationError } from "./bins.ts";
import type { Sight } from "./sight.ts";

const CHART = new URL("../../../docs/measurements/tracing/reliability.svg", import.meta.url);

export async function run(args: string[]): Promise<void> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args,
    options: { data: text, tracer: { ...text, default: "fused" }, limit: text, json: text },
  });
  const [tracer] = tracerNames(values.tracer);
  const cases = readCases(dataFolder(values.data), values.limit ? { limit: Number(values.limit) } : {});
  const jobs = historiesOf(cases).map((history) => [...history.cases]);
  const module = new URL("./worker.ts", import.meta.url);
  const progress = new Progress("reliability", jobs.length);
  const sights = (
    await onBothCores<LabelledCase[], Sight[]>({ module, workerData: { tracer }, jobs, progress })
  ).flat();
  const byKind = [...Map.groupBy(sights, (sight) => sight.kind), ["all", sights] as const];
  const rows = byKind.map(([kind, group]) => rowOf(kind, group));
  console.log(tableOf(rows));
  mkdirSync(new URL(".", CHART), { recursive: true });
  writeFileSync(CHART, chartOf(byKind));
  if (values.json) writeFileSync(values.json, `${JSON.stringify({ tracer, rows, bins: binsOf(sights) }, null, 2)}\n`);
}

interface Row {
  readonly kind: string;
  readonly versions: number;
  readonly recall: number;
  readonly candidates: number;
  readonly error: number;
  readonly medianBytes: number;
  readonly p95Bytes: number;
}

function rowOf(kind: string, sights: readonly Sight[]): Row {
  const there = sights.filter(({ isGone }) => !isGone);
  const bytes = sights.map(({ memoryBytes }) => memoryBytes).sort((a, b) => a - b);
  return {
    kind,
    versions: sights.length,
    recall: there.filter(({ isCandidate }) => isCandidate).length / there.length,
    candidates: sights.reduce((sum, { candidates }) => sum + candidates, 0) / sights.length,
    error: calibrationError(binsOf(sights)),
    medianBytes: quantile(bytes, 0.5),
    p95Bytes: quantile(bytes, 0.95),
  };
}

function tableOf(rows: readonly Row[]): string {
  const columns = [
    { title: "kind" },
    { title: "versions" },
    { title: "right one among the candidates", format: percent },
    { title: "candidates", format: (value: number) => value.toFixed(1) },
    { title: "calibration error", format: percent },
    { title: "memory, median bytes" },
    { title: "memory, p95 bytes" },
  ];
  return markdownTable(
    columns,
    rows.map((row) => Object.values(row)),
  );
}

function chartOf(byKind: readonly (readonly [string, readonly Sight[]])[]): string {
  return lineChart({
    title: "How often a confidence comes true",
    xLabel: "confidence",
    yLabel: "share right",
    xDomain: [0, 1],
    yDomain: [0, 1],
    series: [
      ...byKind.map(([name, sights]) => ({
        name,
        points: binsOf(sights).map(({ confidence, right }) => ({ x: confidence, y: right })),
      })),
      {
        name: "calibrated",
        published: true,
        points: [
          { x: 0, y: 0 },
          { x: 1, y: 1 },
        ],
      },
    ],
  });
}
