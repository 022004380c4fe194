/** The tables of [following-dynamic-blocks], published beside reproduced with layout and without. */
import { LARGE_MODEL_CHANGE } from "@tessera/engine/papers";
import { LARGE_BLOCK_CHANGE } from "@tessera/engine/shown";
import { type Cell, markdownTable, percent, twoDigits } from "../table.ts";
import type { AccuracyResult } from "./accuracy.ts";
import { type AlertQuality, type AlertResult, type HeedingResult, MEASURES, type Measure } from "./alert.ts";
import type { AlertInUse, AlertInUseResult } from "./alert-in-use.ts";
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
  readonly alertInUse: AlertInUseResult;
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
    "alert-in-use": alertInUseTable(found),
  };
}

/** What the reading says of the tables. A run that has only some of the sets leaves a dash. */
export function numbersOf({
  accuracy,
  accuracyPlain,
  candidates,
  feedback,
  alert,
  alertInUse,
}: Reproduced): Record<string, string> {
  const blocks = (label: string, set = "all", run = accuracy): string => shown(run.accuracy[label]?.[set]?.block);
  const corrected = (labels: number): string => shown(feedback.restarted[labels]?.homepages?.block);
  const { all = accuracy.rivalry.homepages } = accuracy.rivalry;
  return {
    "apm-blocks": blocks("APM"),
    "cpm-blocks": blocks("CPM"),
    "apm-versions": shown(accuracy.accuracy.APM?.all?.version, threeDigits),
    "cpm-versions": shown(accuracy.accuracy.CPM?.all?.version, threeDigits),
    "changed-homepages": shown(accuracy.change.homepages?.changed, percent),
    "changed-in-all": shown(accuracy.change.homepages?.grades.high, percent),
    "context-by-order": blocks("ConteXt", "all", accuracyPlain),
    "context-by-layout": blocks("ConteXt"),
    "recall-versions": shown(candidates.APNX?.all?.version, percent),
    "blocks-impaired": String(all?.impairedBlocks),
    "blocks-improved": String(all?.improvedBlocks),
    "cpm-path-content": blocks("CPM PN", "homepages"),
    "cpm-path-content-context": blocks("CPM PNX", "homepages"),
    "apm-homepages": blocks("APM", "homepages"),
    "not-corrected": corrected(0),
    "corrected-once": corrected(1),
    "corrected-five-times": corrected(5),
    "curve-of-patterns": twoDigits(alert.measures.model.areaUnderCurve),
    ...numbersInForce(alert),
    ...numbersInUse(Object.values(alertInUse).at(-1)),
    "curve-of-weights": twoDigits(alert.measures.weights.areaUnderCurve),
  };
}

/** Of the last set, which is all of them together where there are several. */
function numbersInUse(inUse: AlertInUse | undefined): Record<string, string> {
  const { alerts = 0, other = 0, blockYears = 0, wrongRuns = 0, wrongRunsTold = 0 } = inUse ?? {};
  return {
    "alerts-in-use": String(alerts),
    "alerts-of-another": String(other),
    "years-an-alert": alerts > 0 && blockYears > 0 ? (blockYears / alerts).toFixed(0) : "–",
    "mistakes-in-use": String(wrongRuns),
    "mistakes-told": String(wrongRunsTold),
  };
}

function threeDigits(value: number): string {
  return value.toFixed(3);
}

function shown(value: number | null | undefined, format = twoDigits): string {
  return value === undefined || value === null ? "–" : format(value);
}

function table(rowTitle: string, rows: readonly string[], columns: readonly Column[]): string {
  return markdownTable(
    [{ title: rowTitle }, ...columns.map(({ title }) => ({ title, format: threeDigits }))],
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
/** Those at which the alert goes off, of the block in the product and of the model, and some around them. */
const IN_FORCE = [LARGE_BLOCK_CHANGE, LARGE_MODEL_CHANGE];
const SHOWN_THRESHOLDS = [...new Set([0.3, 0.4, 0.5, 0.6, 0.7, 0.8, ...IN_FORCE])].sort((a, b) => a - b);

function alertTable({ alert }: Reproduced): string {
  const rows = MEASURES.map((measure): Cell[] => {
    const { thresholds, chosen, held, areaUnderCurve } = alert.measures[measure];
    const shown = SHOWN_THRESHOLDS.map((wanted) => qualityFrom(thresholds, wanted));
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

function qualityFrom(thresholds: readonly AlertQuality[], wanted: number): AlertQuality {
  const quality = thresholds.find(({ threshold }) => threshold === wanted);
  if (!quality) throw new RangeError(`the alert was not measured from ${wanted} on`);
  return quality;
}

/** Where the alert goes off: in the product of the block against its last capture, in a model of its patterns. */
function numbersInForce({ measures }: AlertResult): Record<string, string> {
  const alerts = { block: LARGE_BLOCK_CHANGE, model: LARGE_MODEL_CHANGE };
  return Object.fromEntries(
    (["block", "model"] as const).flatMap((measure) => {
      const { threshold, precision, recall } = qualityFrom(measures[measure].thresholds, alerts[measure]);
      return [
        [`${measure}-alert-from`, String(threshold)],
        [`${measure}-alert-right`, percent(precision)],
        [`${measure}-alert-found`, percent(recall)],
      ];
    }),
  );
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

function alertInUseTable({ alertInUse }: Reproduced): string {
  const sets = Object.entries(alertInUse);
  const rowsOf: readonly [string, (one: AlertInUse) => Cell][] = [
    ["versions", (one) => one.versions],
    ["block-years", (one) => one.blockYears.toFixed(0)],
    ["alerts", (one) => one.alerts],
    ["alerts a block-year", (one) => (one.blockYears > 0 ? (one.alerts / one.blockYears).toFixed(2) : null)],
    ["of them another content than the block's", (one) => one.other],
    ["of them the block again, after something else", (one) => one.back],
    ["of them the block, much changed", (one) => one.alerts - one.other - one.back],
    ["times that something else was shown", (one) => one.wrongRuns],
    ["of them with an alert", (one) => one.wrongRunsTold],
  ];
  return markdownTable(
    [{ title: "" }, ...sets.map(([set]) => ({ title: set }))],
    rowsOf.map(([title, cellOf]): Cell[] => [title, ...sets.map(([, one]) => cellOf(one))]),
  );
}

function both({ precision, recall }: { readonly precision: number; readonly recall: number }): string {
  return `${precision.toFixed(2)} / ${recall.toFixed(2)}`;
}
