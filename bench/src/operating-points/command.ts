/** `bench operating-points`: what fewer questions cost in other content shown, with and without a person who answers. */
import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { noticedScore } from "../accuracy/noticed.ts";
import type { Mode } from "../accuracy/predict.ts";
import { dataFolder, type LabelledCase, readCases } from "../data/cases.ts";
import { historiesOf } from "../data/history.ts";
import { onBothCores } from "../data/on-both-cores.ts";
import { lineChart } from "../papers/chart.ts";
import { markdownTable } from "../papers/table.ts";
import { Progress } from "../progress.ts";
import type { JudgedAtThreshold } from "./worker.ts";

const CHART = new URL("../../../docs/measurements/tracing/operating-points.svg", import.meta.url);
const THRESHOLDS = [0.8, 0.9, 0.95, 0.97, 0.98, 0.99, 0.995];
const MODES: readonly Mode[] = ["follow", "answered"];

/** Shares in percent. */
interface Point {
  readonly kind: string;
  readonly mode: Mode;
  readonly found: number;
  readonly asked: number;
  readonly wrong: number;
  readonly cost: number;
}

export async function run(args: string[]): Promise<void> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ args, options: { data: text, limit: text } });
  const cases = readCases(dataFolder(values.data), values.limit ? { limit: Number(values.limit) } : {});
  const jobs = historiesOf(cases).map((history) => [...history.cases]);
  const judged = await onBothCores<LabelledCase[], JudgedAtThreshold[]>({
    module: new URL("./worker.ts", import.meta.url),
    workerData: { thresholds: THRESHOLDS, modes: MODES },
    jobs,
    progress: new Progress("operating points", jobs.length),
  });
  const points = pointsOf(judged.flat());
  console.log(tableOf(points));
  mkdirSync(new URL(".", CHART), { recursive: true });
  writeFileSync(CHART, chartOf(points));
}

export function pointsOf(judged: readonly JudgedAtThreshold[]): Point[] {
  const groups = Map.groupBy(judged, ({ kind, mode, found }) => `${kind} ${mode} ${found}`);
  return [...groups.values()].flatMap((group) => {
    const { kind, mode, found } = group[0]!;
    const score = noticedScore(group.map(({ judgements }) => ({ years: null, judgements })));
    if (!score) return [];
    return [{ kind, mode, found, asked: score.asked * 100, wrong: score.wrong * 100, cost: score.costPerVersion }];
  });
}

function tableOf(points: readonly Point[]): string {
  const two = (value: number): string => value.toFixed(2);
  const columns = [
    { title: "kind" },
    { title: "mode" },
    { title: "found from" },
    { title: "asked", format: two },
    { title: "wrong", format: two },
    { title: "cost", format: (value: number) => value.toFixed(3) },
  ];
  return markdownTable(
    columns,
    points.map((point) => Object.values(point)),
  );
}

function chartOf(points: readonly Point[]): string {
  const series = Map.groupBy(points, ({ kind, mode }) => (mode === "follow" ? kind : `${kind}, ${mode}`));
  return lineChart({
    title: "Questions against other content shown, by the threshold of found",
    xLabel: "asked, % of versions",
    yLabel: "other content, % of versions",
    series: [...series].map(([name, group]) => ({
      name,
      published: group[0]!.mode === "answered",
      points: group.map(({ asked, wrong }) => ({ x: asked, y: wrong })),
    })),
  });
}
