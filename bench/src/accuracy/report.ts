/** The result of `bench accuracy`, for the eye and for machines. */
import { styleText } from "node:util";
import type { LabelledCase } from "../data/cases.ts";
import type { Prediction } from "./predict.ts";
import { type Judgement, judge, type Score, score } from "./score.ts";

/** Scores of one tracer: overall, and by every way the cases are told apart. */
export interface TracerReport {
  readonly tracer: string;
  readonly overall: Score | null;
  readonly byKind: Readonly<Record<string, Score | null>>;
  readonly bySize: Readonly<Record<string, Score | null>>;
  /** Versions at and after a redesign step, by kind. */
  readonly afterRedesign: Readonly<Record<string, Score | null>>;
}

/** Scores the predictions of one tracer; `predictions` hold all later versions of each case in order. */
export function reportOf(
  tracer: string,
  cases: readonly LabelledCase[],
  predictions: readonly Prediction[],
): TracerReport {
  const byCase = Map.groupBy(predictions, (prediction) => prediction.case);
  const judged = cases.map((labelled) => ({ labelled, judgements: judge(labelled, byCase.get(labelled.id) ?? []) }));
  const scoreOf = (holds: (labelled: LabelledCase) => boolean, keep: (one: Judgement) => boolean = () => true) =>
    score(judged.filter(({ labelled }) => holds(labelled)).flatMap(({ judgements }) => judgements.filter(keep)));
  const kinds = [...new Set(cases.map((labelled) => labelled.kind))];
  const sizes = [...new Set(cases.map((labelled) => labelled.size).filter((size) => size !== undefined))];
  return {
    tracer,
    overall: scoreOf(() => true),
    byKind: Object.fromEntries(kinds.map((kind) => [kind, scoreOf((labelled) => labelled.kind === kind)])),
    bySize: Object.fromEntries(sizes.map((size) => [size, scoreOf((labelled) => labelled.size === size)])),
    afterRedesign: Object.fromEntries(
      kinds.map((kind) => [
        kind,
        scoreOf(
          (labelled) => labelled.kind === kind,
          (one) => one.afterRedesign,
        ),
      ]),
    ),
  };
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

/** A table a tracer: a row a kind and size, then the versions after a redesign. */
export function tableOf(report: TracerReport): string {
  const rows: [string, Score | null][] = [
    ...Object.entries(report.byKind),
    ...Object.entries(report.bySize).map(([size, one]): [string, Score | null] => [`size ${size}`, one]),
    ...Object.entries(report.afterRedesign).map(([kind, one]): [string, Score | null] => [
      `${kind} after redesign`,
      one,
    ]),
    ["overall", report.overall],
  ];
  const nameWidth = Math.max(...rows.map(([name]) => name.length));
  const lines = rows
    .filter(([, one]) => one !== null)
    .map(([name, one]) => `${name.padEnd(nameWidth)}${cells(one!).join("")}`);
  const head = `${"".padEnd(nameWidth)}${COLUMNS.map((column) => column.padStart(9)).join("")}`;
  return [styleText("bold", report.tracer), head, ...lines].join("\n");
}

function cells(one: Score): string[] {
  const percent = (share: number | null): string => (share === null ? "-" : (share * 100).toFixed(1));
  return [
    String(one.cases),
    String(one.versions),
    ...[one.forcedVersions, one.forcedBlocks, one.right, one.asked, one.askedWell, one.lost, one.wrong].map(percent),
    ...[one.gonePrecision, one.goneRecall].map(percent),
    one.p50Ms.toFixed(2),
    one.p95Ms.toFixed(2),
  ].map((cell) => cell.padStart(9));
}
