/** The result of `bench accuracy`, for the eye and for machines. */
import { styleText } from "node:util";
import type { LabelledCase } from "../data/cases.ts";
import { type JudgedCase, type NoticedScore, noticedScore, yearsOf } from "./noticed.ts";
import type { Prediction } from "./predict.ts";
import { judge, type Score, score } from "./score.ts";

/** One figure or set of figures: overall, and by every way the cases are told apart. */
export interface Grouped<T> {
  readonly overall: T;
  readonly byKind: Readonly<Record<string, T>>;
  readonly bySize: Readonly<Record<string, T>>;
  /** Versions at and after a redesign step, by kind. */
  readonly afterRedesign: Readonly<Record<string, T>>;
  /** By the number of the look since the block was pointed at: what drifts gets worse from one to the next. */
  readonly byLook: Readonly<Record<string, T>>;
}

/** The first look of each group. */
const LOOKS = [1, 6, 11, 21, 31];

/** Scores of one tracer, by the element and by what a person notices. */
export interface TracerReport extends Grouped<Score | null> {
  readonly tracer: string;
  readonly noticed: Grouped<NoticedScore | null>;
}

interface ReportedCase extends JudgedCase {
  readonly labelled: LabelledCase;
}

/** Scores the predictions of one tracer; `predictions` hold all later versions of each case in order. */
export function reportOf(
  tracer: string,
  cases: readonly LabelledCase[],
  predictions: readonly Prediction[],
): TracerReport {
  const byCase = Map.groupBy(predictions, (prediction) => prediction.case);
  const judged = cases.map((labelled) => ({
    labelled,
    years: yearsOf(labelled),
    judgements: judge(labelled, byCase.get(labelled.id) ?? []),
  }));
  const byElement = grouped(judged, (group) => score(group.flatMap((one) => one.judgements)));
  return { tracer, ...byElement, noticed: grouped(judged, noticedScore) };
}

function grouped<T>(judged: readonly ReportedCase[], sum: (group: readonly ReportedCase[]) => T): Grouped<T> {
  const redesigned = judged.map((one) => ({
    ...one,
    years: null,
    judgements: one.judgements.filter((each) => each.afterRedesign),
  }));
  const sized = judged.filter(({ labelled }) => labelled.size !== undefined);
  return {
    overall: sum(judged),
    byKind: sums(judged, ({ labelled }) => labelled.kind, sum),
    bySize: sums(sized, ({ labelled }) => labelled.size!, sum),
    afterRedesign: sums(redesigned, ({ labelled }) => labelled.kind, sum),
    byLook: Object.fromEntries(
      LOOKS.map((from, at) => [lookName(from, LOOKS[at + 1]), sum(looks(judged, from, LOOKS[at + 1]))]),
    ),
  };
}

function lookName(from: number, next: number | undefined): string {
  return next === undefined ? `look ${from} and later` : `look ${from} to ${next - 1}`;
}

function looks(judged: readonly ReportedCase[], from: number, next: number | undefined): ReportedCase[] {
  return judged.map((one) => ({ ...one, years: null, judgements: one.judgements.slice(from - 1, next && next - 1) }));
}

function sums<T>(
  judged: readonly ReportedCase[],
  nameOf: (one: ReportedCase) => string,
  sum: (group: readonly ReportedCase[]) => T,
): Record<string, T> {
  return Object.fromEntries([...Map.groupBy(judged, nameOf)].map(([name, group]) => [name, sum(group)]));
}

const COLUMNS = [
  "cases",
  "versions",
  "top-1",
  "blocks",
  "right",
  "asked",
  "well",
  "lost",
  "wrong",
  "gone P",
  "gone R",
  "p50 ms",
  "p95 ms",
];

const NOTICED_COLUMNS = [
  "content",
  "blocks",
  "shown",
  "asked",
  "lost",
  "wrong",
  "cost",
  "years",
  "quest/y",
  "doubts/y",
  "losses/y",
  "wrong/y",
  "cost/y",
];

/** Two tables a tracer: by the element, and what a person notices, `/y` being per block-year and costs in questions. */
export function tablesOf(report: TracerReport): string {
  return [
    styleText("bold", report.tracer),
    tableOf(COLUMNS, report, cells),
    "",
    `${report.tracer}, what a person notices`,
    tableOf(NOTICED_COLUMNS, report.noticed, noticedCells),
  ].join("\n");
}

/** A row a kind and size, then the versions after a redesign, and how it goes on. */
function tableOf<T>(columns: readonly string[], groups: Grouped<T | null>, cellsOf: (one: T) => string[]): string {
  const rows: [string, T | null][] = [
    ...Object.entries(groups.byKind),
    ...Object.entries(groups.bySize).map(([size, one]): [string, T | null] => [`size ${size}`, one]),
    ...Object.entries(groups.afterRedesign).map(([kind, one]): [string, T | null] => [`${kind} after redesign`, one]),
    ...Object.entries(groups.byLook),
    ["overall", groups.overall],
  ];
  const nameWidth = Math.max(...rows.map(([name]) => name.length));
  const line = (name: string, texts: readonly string[]): string =>
    [name.padEnd(nameWidth), ...texts.map((text) => text.padStart(9))].join("");
  const lines = rows.flatMap(([name, one]) => (one === null ? [] : [line(name, cellsOf(one))]));
  return [line("", columns), ...lines].join("\n");
}

function cells(one: Score): string[] {
  return [
    String(one.cases),
    String(one.versions),
    ...[one.forcedVersions, one.forcedBlocks, one.right, one.asked, one.askedWell, one.lost, one.wrong].map(percent),
    ...[one.gonePrecision, one.goneRecall].map(percent),
    one.p50Ms.toFixed(2),
    one.p95Ms.toFixed(2),
  ];
}

function noticedCells(one: NoticedScore): string[] {
  const yearly = one.perBlockYear;
  return [
    ...[one.contentVersions, one.contentBlocks, one.shown, one.asked, one.lost, one.wrong].map(percent),
    one.costPerVersion.toFixed(3),
    one.blockYears?.toFixed(1) ?? "-",
    ...[yearly?.questions, yearly?.doubts, yearly?.losses, yearly?.wrongBlocks, yearly?.cost].map(
      (rate) => rate?.toFixed(3) ?? "-",
    ),
  ];
}

function percent(share: number | null): string {
  return share === null ? "-" : (share * 100).toFixed(1);
}
