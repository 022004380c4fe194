/** The tables of [following-dynamic-blocks], published beside reproduced with layout and without. */
import { type Cell, markdownTable } from "../table.ts";
import type { AccuracyResult } from "./accuracy.ts";
import { type AlertResult, type HeedingResult, MEASURES, type Measure } from "./alert.ts";
import type { CandidateRecall } from "./candidates.ts";
import type { ChangeTable, Grade } from "./change-table.ts";
import type { FeedbackResult, FeedbackTable } from "./feedback.ts";
import { COMBINATIONS, comparedMethods } from "./methods.ts";
import type { Accuracy } from "./outcomes.ts";
import { PUBLISHED_SETS, type Published } from "./published.ts";
import { type Rivalry, SIGNIFICANT_T } from "./rivalry.ts";
import type { TimeResult } from "./time.ts";

/** What the parts found; `Plain` is without layout. */
export interface Reproduced {
  readonly candidates: CandidateRecall;
  readonly candidatesPlain: CandidateRecall;
  readonly accuracy: AccuracyResult;
  readonly accuracyPlain: AccuracyResult;
  readonly feedback: FeedbackResult;
  readonly feedbackPlain: FeedbackResult;
  readonly alert: AlertResult;
  readonly heeding: HeedingResult;
  readonly time: TimeResult;
}

/** One column: a title and what stands in the row of a label. */
interface Column {
  readonly title: string;
  cell(label: string): Cell;
}

const SINGLE = ["A", "P", "N", "X"];
const GRADES: readonly Grade[] = ["low", "medium", "high"];

export function tablesOf(found: Reproduced, published: Published): Record<string, string> {
  const labels = comparedMethods().map(({ label }) => label);
  return {
    data: dataTable(found),
    "recall-single": recallTable(SINGLE, found, published),
    "recall-combined": recallTable(COMBINATIONS, found, published),
    accuracy: accuracyTable(labels, found, published),
    changes: changesTable(found, published),
    "accuracy-by-change": changeAccuracyTable(labels, found, published),
    rivalry: rivalryTable(found, published),
    feedback: feedbackTable(found, published),
    combinations: combinationsTable(found, published),
    time: timeTable(found.time),
    alert: alertTable(found),
    heeding: heedingTable(found),
  };
}

function table(rowTitle: string, rows: readonly string[], columns: readonly Column[]): string {
  return markdownTable(
    [{ title: rowTitle }, ...columns.map(({ title }) => ({ title, format: (value: number) => value.toFixed(3) }))],
    rows.map((label) => [label, ...columns.map((column) => column.cell(label))]),
  );
}

/** Block level, then version level, as the paper's columns go. */
function pair(accuracy: Accuracy | null | undefined): Cell {
  return accuracy ? `${accuracy.block.toFixed(3)} / ${accuracy.version.toFixed(3)}` : null;
}

function setsOf(byLabel: Readonly<Record<string, Readonly<Record<string, unknown>>>>): string[] {
  return Object.keys(Object.values(byLabel)[0] ?? {});
}

/** A column a set, for the run with layout and the one without. */
function bothRuns<Values>(
  runs: readonly [Values, Values],
  setsIn: (values: Values) => readonly string[],
  cellOf: (values: Values, set: string, label: string) => Cell,
): Column[] {
  return runs.flatMap((values, at) =>
    setsIn(values).map((set) => ({
      title: at === 0 ? set : `${set}, no layout`,
      cell: (label: string) => cellOf(values, set, label),
    })),
  );
}

function dataTable({ accuracy, accuracyPlain }: Reproduced): string {
  const columns = ["blocks", "versions"] as const;
  const rows = (counts: AccuracyResult["counts"], suffix: string): Cell[][] =>
    Object.entries(counts).map(([set, count]) => [`${set}${suffix}`, ...columns.map((name) => String(count[name]))]);
  return markdownTable(
    [{ title: "set" }, ...columns.map((title) => ({ title }))],
    [...rows(accuracy.counts, ""), ...rows(accuracyPlain.counts, ", no layout")],
  );
}

function recallTable(rows: readonly string[], found: Reproduced, published: Published): string {
  return table("patterns", rows, [
    ...PUBLISHED_SETS.map((set) => ({
      title: `paper ${set}`,
      cell: (label: string) => pair(published.recall[label]?.[set]),
    })),
    ...bothRuns([found.candidates, found.candidatesPlain], setsOf, (values, set, label) => pair(values[label]?.[set])),
  ]);
}

function accuracyTable(rows: readonly string[], found: Reproduced, published: Published): string {
  const runs = [found.accuracy.accuracy, found.accuracyPlain.accuracy] as const;
  return table("method", rows, [
    ...PUBLISHED_SETS.map((set) => ({
      title: `paper ${set}`,
      cell: (label: string) => pair(published.accuracy[label]?.[set]),
    })),
    ...bothRuns(runs, setsOf, (values, set, label) => pair(values[label]?.[set])),
  ]);
}

/** Section 6.3: shares of blocks by what of them changed. */
function changesTable({ accuracy }: Reproduced, published: Published): string {
  const columns: [string, Omit<ChangeTable, "accuracy">][] = [
    ...PUBLISHED_SETS.map((set): [string, Omit<ChangeTable, "accuracy">] => [`paper ${set}`, published.change[set]]),
    ...Object.entries(accuracy.change),
  ];
  const rows: [string, (change: Omit<ChangeTable, "accuracy">) => number][] = [
    ["changed at all", (change) => change.changed],
    ["DOM tree path", (change) => change.path],
    ["visual location", (change) => change.place],
    ["text", (change) => change.text],
    ...GRADES.map((grade): [string, (change: Omit<ChangeTable, "accuracy">) => number] => [
      `of the changed: ${grade}`,
      (change) => change.grades[grade],
    ]),
  ];
  const rowOf = new Map(rows);
  return table(
    "share of blocks",
    rows.map(([name]) => name),
    columns.map(([title, change]) => ({ title, cell: (label: string) => rowOf.get(label)!(change) })),
  );
}

function changeAccuracyTable(rows: readonly string[], found: Reproduced, published: Published): string {
  const triple = (byGrade: Readonly<Record<Grade, number | null>> | undefined): Cell =>
    byGrade ? GRADES.map((grade) => byGrade[grade]?.toFixed(3) ?? "–").join(" / ") : null;
  return table("method", rows, [
    ...PUBLISHED_SETS.map((set) => ({
      title: `paper ${set}`,
      cell: (label: string) => triple(published.change[set].accuracy[label]),
    })),
    ...Object.entries(found.accuracy.change).map(([set, change]) => ({
      title: set,
      cell: (label: string) => triple(change.accuracy[label]),
    })),
  ]);
}

/** Section 6.1: what APM improves and impairs against CPM, and whether the differences at block level are significant. */
function rivalryTable(found: Reproduced, published: Published): string {
  type Row = [string, (rivalry: Partial<Rivalry>) => Cell];
  const rows: Row[] = [
    ["versions improved", (one) => String(one.improvedVersions)],
    ["versions impaired", (one) => String(one.impairedVersions)],
    ["blocks improved", (one) => String(one.improvedBlocks)],
    ["blocks impaired", (one) => String(one.impairedBlocks)],
    ["APM over CPM", (one) => significance(one.apmOverCpm)],
    ["CPM over every baseline", (one) => significance(one.cpmOverBaselines)],
    ["APM over every baseline", (one) => significance(one.apmOverBaselines)],
  ];
  const rowOf = new Map(rows);
  const runs = [found.accuracy.rivalry, found.accuracyPlain.rivalry] as const;
  return table(
    "APM against CPM",
    rows.map(([name]) => name),
    [
      ...PUBLISHED_SETS.map((set) => ({
        title: `paper ${set}`,
        cell: (label: string) => (label.includes("over") ? "p < 0.01" : rowOf.get(label)!(published.rivalry[set])),
      })),
      ...bothRuns(runs, Object.keys, (values, set, label) => rowOf.get(label)!(values[set]!)),
    ],
  );
}

function significance(t: number | undefined): Cell {
  if (t === undefined) return null;
  return `t = ${t.toFixed(1)}${Math.abs(t) >= SIGNIFICANT_T ? ", p < 0.01" : ""}`;
}

/** Version level first, as in Table 6; in brackets the share of versions right without a person's help. */
function feedbackTable(found: Reproduced, published: Published): string {
  const rows = published.feedback.map((_, labels) => (labels === 0 ? "No-Feedback" : `Feedback${labels}`));
  const cellOf = (values: FeedbackTable, set: string, label: string): Cell => {
    const one = values[rows.indexOf(label)]?.[set];
    return one ? `${one.version.toFixed(3)} (${one.own.toFixed(3)}) / ${one.block.toFixed(3)}` : null;
  };
  const setsIn = (values: FeedbackTable): string[] => Object.keys(values[0] ?? {});
  const column = (title: string, values: FeedbackTable): Column[] =>
    setsIn(values).map((set) => ({ title: `${set}${title}`, cell: (label: string) => cellOf(values, set, label) }));
  return table("labels", rows, [
    ...PUBLISHED_SETS.map((set) => ({
      title: `paper ${set}`,
      cell: (label: string) => {
        const one = published.feedback[rows.indexOf(label)]![set];
        return `${one.version.toFixed(3)} / ${one.block.toFixed(3)}`;
      },
    })),
    ...column("", found.feedback.restarted),
    ...column(", one more sample", found.feedback.merged),
    ...column(", no layout", found.feedbackPlain.restarted),
  ]);
}

function combinationsTable(found: Reproduced, published: Published): string {
  const whole = (model: string, letters: string): string => (letters.length === 4 ? model : `${model} ${letters}`);
  const models = ["CPM", "APM"] as const;
  const runs = [found.accuracy.accuracy, found.accuracyPlain.accuracy] as const;
  return table("patterns", COMBINATIONS, [
    ...models.map((model) => ({
      title: `${model}, paper Data2`,
      cell: (letters: string) => pair(published.combinations[letters]?.[model]),
    })),
    ...runs.flatMap((values, at) =>
      models.map((model) => ({
        title: `${model}${at === 0 ? "" : ", no layout"}`,
        cell: (letters: string) => pair(Object.values(values[whole(model, letters)] ?? {}).at(-1)),
      })),
    ),
  ]);
}

function timeTable(time: TimeResult): string {
  const columns = setsOf(time).flatMap((set) =>
    (["mean", "median", "p95"] as const).map((name) => ({
      title: `${set}, ${name} ms`,
      cell: (label: string): Cell => time[label]?.[set]?.[name].toFixed(2) ?? null,
    })),
  );
  return table("method", Object.keys(time), columns);
}

const MEASURE_NAME: Readonly<Record<Measure, string>> = {
  model: "patterns of the model",
  block: "block against the last capture",
  weights: "weights of the model",
};
const SHOWN_THRESHOLDS = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8];

function alertTable({ alert }: Reproduced): string {
  const rows = MEASURES.map((measure): Cell[] => {
    const { thresholds, chosen, held, areaUnderCurve } = alert.measures[measure];
    const shown = SHOWN_THRESHOLDS.map((wanted) => thresholds.find(({ threshold }) => threshold === wanted)!);
    return [
      MEASURE_NAME[measure],
      areaUnderCurve.toFixed(2),
      ...shown.map((one) => both(one)),
      `${both(held)} (${chosen})`,
    ];
  });
  const titles = ["change of", "area under the curve", ...SHOWN_THRESHOLDS.map((one) => `from ${one}`), "held out"];
  const table = markdownTable(
    titles.map((title) => ({ title })),
    rows,
  );
  return `${alert.samples} samples, ${alert.wrong} of them wrong.\n\n${table}`;
}

function heedingTable({ heeding, accuracyPlain }: Reproduced): string {
  const sets = Object.keys(heeding);
  const rows: Cell[][] = [
    ["APM", ...sets.map((set) => pair(accuracyPlain.accuracy.APM?.[set]))],
    ["APM heeding its alert", ...sets.map((set) => pair(heeding[set]))],
  ];
  return markdownTable(
    ["", ...sets].map((title) => ({ title })),
    rows,
  );
}

function both({ precision, recall }: { readonly precision: number; readonly recall: number }): string {
  return `${precision.toFixed(2)} / ${recall.toFixed(2)}`;
}
