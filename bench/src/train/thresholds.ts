/** Chooses where `found` and `gone` begin by what mistakes cost. */
import { evaluate, type Forest, type Thresholds } from "@tessera/engine/fused-training";
import { COSTS } from "../accuracy/noticed.ts";
import type { ConfidenceSample } from "./fit-verdict.ts";

export interface Judged {
  readonly pRight: number;
  readonly pGone: number;
  readonly isRight: boolean;
  readonly isGone: boolean;
  readonly kind: string;
}

export function judged(sample: ConfidenceSample, right: Forest, gone: Forest): Judged {
  const { isRight, isGone, kind } = sample;
  const pRight = probability(evaluate(right, sample.row));
  return {
    pRight,
    // as the tracer has it: it cannot be there and gone
    pGone: Math.min(probability(evaluate(gone, sample.row)), 1 - pRight),
    isRight,
    isGone,
    kind,
  };
}

/** Tried in follow mode. */
const FOUND = [0.95, 0.96, 0.97, 0.975, 0.98, 0.985, 0.99];

/** What pairs cost where blocks are followed, each kind weighing the same. */
export type CostOfPairs = (pairs: readonly Thresholds[]) => Promise<readonly number[]>;

/** Where saying `gone` costs less than asking, by the chance that it is wrong. */
const GONE = 1 - COSTS.asked / COSTS.lost;

/** A wrong block is learned and stays, which single steps do not show: `found` is what costs least in follow mode. */
export async function cheapestToFollow(costOfPairs: CostOfPairs): Promise<Thresholds> {
  const pairs = FOUND.map((found) => ({ found, gone: GONE }));
  const costs = await costOfPairs(pairs);
  return pairs[costs.indexOf(Math.min(...costs))]!;
}

function probability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
