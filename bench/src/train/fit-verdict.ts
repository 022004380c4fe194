/** Learns how likely the best candidate is right, and the block gone, from the doubts that a ranker leaves. */
import {
  COLUMNS,
  CONFIDENCE_COLUMNS,
  confidenceRow,
  type Ensemble,
  evaluate,
  type Forest,
  sharesOf,
  type Table,
} from "@tessera/engine/fused-training";
import { binned } from "./binning.ts";
import { type BoostOptions, boost, logisticSlope } from "./boost.ts";
import { ensembleOf } from "./ensemble-of.ts";
import type { Lessons } from "./lessons.ts";
import { AS_GOOD, LABELLED } from "./samples.ts";

/** One choice as the verdict sees it. */
export interface ConfidenceSample {
  readonly row: Float32Array;
  /** The best candidate shows what the block shows, and is the very element or as good as it. */
  readonly isRight: boolean;
  readonly isExact: boolean;
  readonly isGone: boolean;
  readonly isMadeUp: boolean;
  readonly kind: string;
}

const VERDICT: Omit<BoostOptions, "seed"> = {
  trees: 160,
  leaves: 8,
  rate: 0.08,
  lambda: 4,
  leastCurvature: 2,
  columnShare: 0.3,
  groupShare: 0.6,
};

/** What the verdict learns from pages that we changed, against real ones. */
const MADE_UP_WEIGHT = 0.3;

export function fitVerdict(
  samples: readonly ConfidenceSample[],
  isYes: (sample: ConfidenceSample) => boolean,
  seed: number,
): Ensemble {
  const values = new Float32Array(samples.length * CONFIDENCE_COLUMNS.length);
  for (const [at, sample] of samples.entries()) values.set(sample.row, at * CONFIDENCE_COLUMNS.length);
  const groups = Uint32Array.from({ length: samples.length + 1 }, (_, at) => at);
  const yes = Uint8Array.from(samples, (sample) => (isYes(sample) ? 1 : 0));
  const weight = Float32Array.from(samples, ({ isMadeUp }) => (isMadeUp ? MADE_UP_WEIGHT : 1));
  const bias = logOdds(yes, weight);
  const members = samples.map((_, at) => at);
  const slope = logisticSlope(groups, yes, weight, bias);
  const trees = boost(
    { table: binned(values, CONFIDENCE_COLUMNS.length), groups, members, slope },
    { ...VERDICT, seed },
  );
  return ensembleOf(CONFIDENCE_COLUMNS, bias, trees);
}

function logOdds(yes: Uint8Array, weight: Float32Array): number {
  let [all, positive] = [0, 0];
  for (const [at, one] of weight.entries()) {
    all += one;
    positive += one * yes[at]!;
  }
  const share = Math.min(0.999, Math.max(0.001, positive / all));
  return Math.log(share / (1 - share));
}

/** The doubt that a ranker leaves about one choice; null where there is no candidate at all. */
export function confidenceSampleOf(lessons: Lessons, choice: number, ranker: Forest): ConfidenceSample | null {
  const { groups, values, right, choices } = lessons;
  const [from, to] = [groups[choice]!, groups[choice + 1]!];
  if (from === to) return null;
  const { nodes, ends, isGone, isMadeUp, kind } = choices[choice]!;
  const table: Table = { nodes, ends, values: values.subarray(from * COLUMNS.length, to * COLUMNS.length) };
  const scores = Float64Array.from(nodes, (_, row) => evaluate(ranker, table.values, row * COLUMNS.length));
  let best = 0;
  for (let row = 1; row < scores.length; row++) if (scores[row]! > scores[best]!) best = row;
  const row = confidenceRow(table, { scores, shares: sharesOf(scores), best });
  const kindOfBest = right[from + best];
  const isExact = kindOfBest === LABELLED || kindOfBest === AS_GOOD;
  return { row, isRight: kindOfBest !== 0, isExact, isGone, isMadeUp, kind };
}
