/** The tables and plots of the page `merged-history-tree.md`. */
import { lineChart, type Point, type Series } from "../chart.ts";
import type { Presentation, Results } from "../experiment.ts";
import { type Cell, markdownTable, percent, twoDigits } from "../table.ts";
import { added, type Counts, NO_COUNTS, rates } from "./counts.ts";
import { pairedT } from "./paired-t.ts";
import {
  type AgeFinding,
  type DynamicFinding,
  LENGTHS,
  type LengthFinding,
  type PageSimilarity,
  STRATEGIES,
  type Strategy,
  type StrategyFinding,
  type StrategyTimes,
} from "./result.ts";

interface Published {
  readonly bestHistoryLength: number;
  readonly precisionFallsAboveHistoryLength: number;
  readonly accuracyFallsAfterHours: number;
  readonly updateMs: number;
}

/** Elapsed time in classes, in hours. */
const CLASSES = [
  { name: "up to a day", hours: 24 },
  { name: "up to a week", hours: 24 * 7 },
  { name: "up to a month", hours: 24 * 31 },
  { name: "up to half a year", hours: 24 * 183 },
  { name: "up to a year", hours: 24 * 366 },
  { name: "longer", hours: Number.POSITIVE_INFINITY },
] as const;

export function present(results: Results, published: unknown): Presentation {
  const similarity = results.similarity as readonly PageSimilarity[];
  const lengths = results.lengths as readonly LengthFinding[];
  const roadRunner = results["road-runner"] as readonly LengthFinding[];
  const age = results.age as readonly AgeFinding[];
  const strategies = results.strategies as readonly StrategyFinding[];
  const times = results["strategy-times"] as readonly StrategyTimes[];
  return {
    tables: {
      statements: statementsTable({ lengths, age, times }, published as Published),
      similarity: similarityTable(similarity),
      lengths: lengthsTable(lengths, roadRunner),
      age: ageTable(age),
      strategies: strategiesTable(strategies, times),
      dynamic: dynamicTable(results.dynamic as readonly DynamicFinding[]),
    },
    plots: {
      "figure-4": similarityChart(similarity),
      "figure-5": lengthChart(lengths),
      "figure-6": ageChart(age),
      "figure-7": rivalChart(lengths, roadRunner),
    },
  };
}

interface Findings {
  readonly lengths: readonly LengthFinding[];
  readonly age: readonly AgeFinding[];
  readonly times: readonly StrategyTimes[];
}

function statementsTable({ lengths, age, times }: Findings, published: Published): string {
  const long = longerThan(lengths, published.precisionFallsAboveHistoryLength);
  const ratesAt = (length: number) => rates(sumAt(long.findings, "merged", length));
  const best = long.lengths.reduce((top, length) => (ratesAt(length).f1 > ratesAt(top).f1 ? length : top), 1);
  const last = long.lengths.at(-1) ?? 1;
  const fall = published.precisionFallsAboveHistoryLength;
  const f1Of = (counts: readonly Counts[]) => rates(counts.reduce(added, NO_COUNTS)).f1;
  const within = age.flatMap(({ steps }) =>
    steps.filter(({ hours }) => (hours ?? 0) <= published.accuracyFallsAfterHours),
  );
  const after = age.flatMap(({ steps }) =>
    steps.filter(({ hours }) => (hours ?? 0) > published.accuracyFallsAfterHours),
  );
  const ms = times.map((one) => one.ms["remove-first"]);
  const rows: Cell[][] = [
    [
      "length of history with the best F1",
      `${published.bestHistoryLength}`,
      `${best} (F1 ${threeDigits(ratesAt(best).f1)})`,
    ],
    [
      `precision at ${fall} versions and at the most`,
      `falls beyond ${fall}`,
      `${threeDigits(ratesAt(fall).precision)} and ${threeDigits(ratesAt(last).precision)} (${last} versions)`,
    ],
    [
      "recall at one version and at the most",
      "becomes higher",
      `${threeDigits(ratesAt(1).recall)} and ${threeDigits(ratesAt(last).recall)} (${last} versions)`,
    ],
    [
      `F1 up to and after ${published.accuracyFallsAfterHours} h`,
      "goes down significantly after",
      `${twoDigits(f1Of(within.map(({ counts }) => counts)))} and ${twoDigits(f1Of(after.map(({ counts }) => counts)))}`,
    ],
    [
      "cleaning one version and merging one",
      `about ${published.updateMs} ms`,
      `${quantile(ms, 0.5).toFixed(0)} ms (median), ${quantile(ms, 0.95).toFixed(0)} ms (95 %)`,
    ],
  ];
  return markdownTable([{ title: "" }, { title: "published" }, { title: "reproduced" }], rows);
}

function similarityTable(similarity: readonly PageSimilarity[]): string {
  const versions = similarity.flatMap((one) => one.versions);
  const rows = byElapsed(versions).map(([name, group]): Cell[] => [
    name,
    group.length,
    mean(group.map((one) => one.structure)),
    mean(group.map((one) => one.basicStructure)),
    mean(group.map((one) => one.text)),
  ]);
  return markdownTable(
    [
      { title: "time between the versions" },
      { title: "pairs" },
      { title: "structure", format: percent },
      { title: "structure, leaves texts and images only", format: percent },
      { title: "text", format: percent },
    ],
    rows,
  );
}

/** Figure 4: v1 against v2, v3 and so on. */
function similarityChart(similarity: readonly PageSimilarity[]): string {
  const longest = Math.max(0, ...similarity.map((one) => one.versions.length));
  const points = (of: "structure" | "basicStructure" | "text"): Point[] =>
    Array.from({ length: longest }, (_, at) => at)
      .filter((at) => similarity.filter((one) => one.versions.length > at).length >= similarity.length / 3)
      .map((at) => ({ x: at + 2, y: mean(similarity.flatMap((one) => one.versions[at]?.[of] ?? [])) }));
  return lineChart({
    title: "Figure 4: similarity of the first version and version x",
    xLabel: "version x",
    yLabel: "similarity",
    yDomain: [0, 1],
    series: [
      { name: "structure", points: points("structure") },
      { name: "structure, basic trees", points: points("basicStructure") },
      { name: "text", points: points("text") },
    ],
  });
}

/** Pages by the history that they are long enough for; a curve is drawn over the same pages at all its lengths. */
const GROUPS = [15, 24, 30] as const;

interface LongEnough {
  readonly findings: readonly LengthFinding[];
  readonly lengths: readonly number[];
}

function longEnough(findings: readonly LengthFinding[], longest: number): LongEnough {
  return {
    findings: findings.filter((one) => one.longest >= longest),
    lengths: LENGTHS.filter((length) => length <= longest),
  };
}

/** The longest curve that there are pages for, if it goes beyond a length. */
function longerThan(findings: readonly LengthFinding[], length: number): LongEnough {
  const group = GROUPS.findLast((longest) => longest > length && findings.some((one) => one.longest >= longest));
  return longEnough(findings, group ?? GROUPS[0]);
}

function lengthsTable(lengths: readonly LengthFinding[], roadRunner: readonly LengthFinding[]): string {
  const groups = GROUPS.map((longest) => ({ longest, merged: longEnough(lengths, longest) })).filter(
    ({ merged }) => merged.findings.length > 0,
  );
  const rows = LENGTHS.map((length): Cell[] => {
    const cells = groups.flatMap(({ longest, merged }): Cell[] => {
      if (length > longest) return [null, null];
      const { precision, recall, f1 } = rates(sumAt(merged.findings, "merged", length));
      return [`${threeDigits(precision)} / ${threeDigits(recall)}`, f1];
    });
    const rival = (method: string): Cell => {
      const counts = sumAt(roadRunner, method, length);
      return length > GROUPS[0] ? null : rates(counts).f1;
    };
    return [length, ...cells, rival("parsed"), rival("aligned")];
  });
  const titles = groups.flatMap(({ longest, merged }) => [
    { title: `${merged.findings.length} pages of more than ${longest} versions: precision / recall` },
    { title: "F1", format: threeDigits },
  ]);
  const rivals = ["RoadRunner F1", "RoadRunner F1, page aligned"].map((title) => ({ title, format: threeDigits }));
  return markdownTable([{ title: "versions" }, ...titles, ...rivals], rows);
}

function lengthChart(findings: readonly LengthFinding[]): string {
  const { findings: long, lengths } = longerThan(findings, 0);
  const series = (["precision", "recall", "f1"] as const).map(
    (rate): Series => ({
      name: rate === "f1" ? "F1" : rate,
      points: lengths.map((length) => ({ x: length, y: rates(sumAt(long, "merged", length))[rate] })),
    }),
  );
  return lineChart({
    title: "Figure 5: extraction and the number of merged versions",
    xLabel: "merged versions",
    yLabel: "rate",
    series,
    yDomain: [0.5, 1],
  });
}

function rivalChart(merged: readonly LengthFinding[], roadRunner: readonly LengthFinding[]): string {
  const { lengths } = longEnough(merged, GROUPS[0]);
  const line = (name: string, findings: readonly LengthFinding[], method: string): Series => ({
    name,
    points: lengths.map((length) => ({ x: length, y: rates(sumAt(findings, method, length)).f1 })),
  });
  return lineChart({
    title: "Figure 7: the merged tree and RoadRunner",
    xLabel: "versions",
    yLabel: "F1",
    yDomain: [0, 1],
    series: [
      line("merged tree", merged, "merged"),
      line("RoadRunner", roadRunner, "parsed"),
      line("RoadRunner, aligned", roadRunner, "aligned"),
    ],
  });
}

function ageTable(age: readonly AgeFinding[]): string {
  const rows = byElapsed(age.flatMap(({ steps }) => steps)).map(([name, group]): Cell[] => {
    const counts = group.map((one) => one.counts).reduce(added, NO_COUNTS);
    const { precision, recall, f1 } = rates(counts);
    return [name, counts.there, precision, recall, f1];
  });
  const numbers = ["precision", "recall", "F1"].map((title) => ({ title, format: threeDigits }));
  return markdownTable([{ title: "age of the history" }, { title: "blocks" }, ...numbers], rows);
}

function ageChart(age: readonly AgeFinding[]): string {
  const ahead = [...new Set(age.flatMap(({ steps }) => steps.map((step) => step.ahead)))].sort((a, b) => a - b);
  const points = ahead.map((x) => {
    const counts = age.flatMap(({ steps }) => steps.filter((step) => step.ahead === x).map((step) => step.counts));
    return { x, y: rates(counts.reduce(added, NO_COUNTS)).f1 };
  });
  return lineChart({
    title: "Figure 6: extraction and the age of the history",
    xLabel: "versions after the history",
    yLabel: "F1",
    yDomain: [0, 1],
    series: [{ name: "F1", points }],
  });
}

function strategiesTable(strategies: readonly StrategyFinding[], times: readonly StrategyTimes[]): string {
  const f1 = (strategy: Strategy) => strategies.map((one) => rates(one.counts[strategy]).f1);
  const rows = STRATEGIES.map((strategy): Cell[] => {
    const all = rates(strategies.map((one) => one.counts[strategy]).reduce(added, NO_COUNTS));
    const ms = times.map((one) => one.ms[strategy]);
    const test = pairedT(f1(strategy), f1("rebuild"));
    const verdict =
      strategy === "rebuild" ? "–" : `t = ${twoDigits(test.t)}, ${test.differs ? "differs" : "no difference"} at 5 %`;
    return [strategy, all.precision, all.recall, all.f1, quantile(ms, 0.5), mean(ms), verdict];
  });
  const rate = ["precision", "recall", "F1"].map((title) => ({ title, format: threeDigits }));
  const time = ["ms, median", "ms, mean"].map((title) => ({ title, format: (value: number) => value.toFixed(1) }));
  return markdownTable([{ title: "strategy" }, ...rate, ...time, { title: "F1 per page against rebuild" }], rows);
}

function dynamicTable(dynamic: readonly DynamicFinding[]): string {
  const thresholds = dynamic[0]?.thresholds.map(({ threshold }) => threshold) ?? [];
  const rows = thresholds.map((threshold, at): Cell[] => {
    const found = dynamic.map((one) => one.thresholds[at]!);
    const sum = (of: "changed" | "detected" | "picturedDetected") => found.reduce((total, one) => total + one[of], 0);
    const median = (of: "blocks" | "picturedBlocks") =>
      quantile(
        found.map((one) => one[of]),
        0.5,
      );
    const changed = sum("changed");
    const share = (of: "detected" | "picturedDetected") => (changed === 0 ? null : sum(of) / changed);
    return [
      threshold,
      changed,
      median("blocks"),
      share("detected"),
      median("picturedBlocks"),
      share("picturedDetected"),
    ];
  });
  return markdownTable(
    [
      { title: "threshold" },
      { title: "labelled blocks that changed" },
      { title: "by text: blocks a page, median" },
      { title: "detected", format: percent },
      { title: "with pictures: blocks a page, median" },
      { title: "detected", format: percent },
    ],
    rows,
  );
}

function sumAt(findings: readonly LengthFinding[], method: string, length: number): Counts {
  return findings.map(({ counts }) => counts[method]?.[length] ?? NO_COUNTS).reduce(added, NO_COUNTS);
}

function byElapsed<Timed extends { readonly hours: number | null }>(all: readonly Timed[]): [string, Timed[]][] {
  const classOf = (hours: number) => CLASSES.find((one) => hours <= one.hours)!.name;
  const known = all.filter((one) => one.hours !== null);
  return CLASSES.map(({ name }): [string, Timed[]] => [
    name,
    known.filter((one) => classOf(one.hours!) === name),
  ]).filter(([, group]) => group.length > 0);
}

function threeDigits(value: number): string {
  return value.toFixed(3);
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
