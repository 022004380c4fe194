/** Learns the three ensembles of the fused tracer from a part of the lessons. */
import {
  COLUMNS,
  type DecisionTree,
  DOUBT_COLUMNS,
  doubtRow,
  type Ensemble,
  evaluate,
  type Table,
} from "@tessera/engine/fused-training";
import { type BinnedTable, binned } from "./binning.ts";
import { type BoostOptions, boost, listwiseSlope, logisticSlope } from "./boost.ts";
import { foldOf, type Lessons } from "./lessons.ts";

export interface Fitted {
  readonly ranker: Ensemble;
  readonly right: Ensemble;
  readonly gone: Ensemble;
}

/** One choice as the verdict sees it. */
export interface Doubt {
  readonly row: Float32Array;
  readonly isRight: boolean;
  readonly isGone: boolean;
  readonly kind: string;
}

const RANKER: Omit<BoostOptions, "seed"> = {
  trees: 220,
  leaves: 16,
  rate: 0.1,
  lambda: 2,
  leastCurvature: 1,
  columnShare: 0.25,
  groupShare: 0.4,
};

const VERDICT: Omit<BoostOptions, "seed"> = {
  trees: 90,
  leaves: 8,
  rate: 0.08,
  lambda: 4,
  leastCurvature: 3,
  columnShare: 0.3,
  groupShare: 0.6,
};

/**
 * The ranker learns from all of `members`; the verdict must learn from choices that the ranker had not seen, so two
 * rankers, each learned from half of the sites, make the doubts of the other half.
 */
export function learn(lessons: Lessons, table: BinnedTable, members: readonly number[], seed: number): Fitted {
  const half = (choice: number): number => foldOf(`half ${lessons.choices[choice]!.site}`, 2);
  const halves = [0, 1].map((side) => members.filter((choice) => half(choice) === side));
  const doubts = [0, 1].flatMap((side) => {
    const ranker = fitRanker(lessons, table, halves[1 - side]!, seed + 1 + side);
    return halves[side]!.flatMap((choice) => doubtOf(lessons, choice, ranker) ?? []);
  });
  return {
    ranker: fitRanker(lessons, table, members, seed),
    right: fitVerdict(doubts, (doubt) => doubt.isRight, seed),
    gone: fitVerdict(doubts, (doubt) => doubt.isGone, seed),
  };
}

function fitRanker(lessons: Lessons, table: BinnedTable, members: readonly number[], seed: number): Ensemble {
  const { groups, right } = lessons;
  const withAnswer = members.filter((choice) => right.subarray(groups[choice], groups[choice + 1]).includes(1));
  const slope = listwiseSlope(groups, right);
  return ensembleOf(COLUMNS, 0, boost({ table, groups, members: withAnswer, slope }, { ...RANKER, seed }));
}

function fitVerdict(doubts: readonly Doubt[], isYes: (doubt: Doubt) => boolean, seed: number): Ensemble {
  const values = new Float32Array(doubts.length * DOUBT_COLUMNS.length);
  for (const [at, doubt] of doubts.entries()) values.set(doubt.row, at * DOUBT_COLUMNS.length);
  const groups = Uint32Array.from({ length: doubts.length + 1 }, (_, at) => at);
  const yes = Uint8Array.from(doubts, (doubt) => (isYes(doubt) ? 1 : 0));
  const share = Math.min(0.999, Math.max(0.001, yes.reduce((sum, one) => sum + one, 0) / doubts.length));
  const bias = Math.log(share / (1 - share));
  const weight = new Float32Array(doubts.length).fill(1);
  const members = doubts.map((_, at) => at);
  const slope = logisticSlope(groups, yes, weight, bias);
  const trees = boost({ table: binned(values, DOUBT_COLUMNS.length), groups, members, slope }, { ...VERDICT, seed });
  return ensembleOf(DOUBT_COLUMNS, bias, trees);
}

/** The doubt that a ranker leaves about one choice; null where there is no candidate at all. */
export function doubtOf(lessons: Lessons, choice: number, ranker: Ensemble): Doubt | null {
  const { groups, values, right, choices } = lessons;
  const [from, to] = [groups[choice]!, groups[choice + 1]!];
  if (from === to) return null;
  const { nodes, ends, isGone, kind } = choices[choice]!;
  const table: Table = { nodes, ends, values: values.subarray(from * COLUMNS.length, to * COLUMNS.length) };
  const scores = Float64Array.from(nodes, (_, row) => evaluate(ranker, table.values, row * COLUMNS.length));
  let best = 0;
  for (let row = 1; row < scores.length; row++) if (scores[row]! > scores[best]!) best = row;
  return { row: doubtRow(table, scores, best), isRight: right[from + best] === 1, isGone, kind };
}

/** Rounded, so that the file stays small and a diff readable; thresholds keep enough digits to split as learned. */
function ensembleOf(columns: readonly string[], bias: number, trees: readonly DecisionTree[]): Ensemble {
  const digits = (value: number, count: number): number => Number(value.toPrecision(count));
  return {
    columns,
    bias: digits(bias, 5),
    trees: trees.map((tree) => ({
      column: tree.column,
      threshold: tree.threshold.map((value) => digits(value, 6)),
      left: tree.left,
      value: tree.value.map((value) => digits(value, 4)),
    })),
  };
}
