/** Chooses where `found` and `gone` begin by what mistakes cost. */
import { evaluate, type Forest, type Thresholds } from "@tessera/engine/fused-training";
import { COSTS } from "../accuracy/noticed.ts";
import type { ConfidenceSample } from "./fit-verdict.ts";

export interface Judged {
  readonly pRight: number;
  readonly pGone: number;
  readonly isRight: boolean;
  readonly isExact: boolean;
  readonly isGone: boolean;
  readonly kind: string;
}

export function judged(sample: ConfidenceSample, right: Forest, gone: Forest): Judged {
  const { isRight, isExact, isGone, kind } = sample;
  return {
    pRight: probability(evaluate(right, sample.row)),
    pGone: probability(evaluate(gone, sample.row)),
    isRight,
    isExact,
    isGone,
    kind,
  };
}

/** The pair of thresholds with the least cost over all choices, each kind weighing the same. */
export function cheapest(choices: readonly Judged[]): Thresholds {
  const byKind = [...Map.groupBy(choices, (choice) => choice.kind).values()];
  let best: Thresholds & { cost: number } = { found: 1, gone: 1, cost: Number.POSITIVE_INFINITY };
  for (let found = 0.5; found < 0.99; found += 0.01) {
    for (let gone = 0.3; gone < 0.95; gone += 0.05) {
      const cost = byKind.reduce((sum, group) => sum + costOf(group, { found, gone }) / group.length, 0);
      if (cost < best.cost) best = { found, gone, cost };
    }
  }
  return { found: Math.round(best.found * 100) / 100, gone: Math.round(best.gone * 100) / 100 };
}

/** Tried in follow mode. */
const FOUND = [0.95, 0.96, 0.97, 0.975, 0.98, 0.985, 0.99];

/** What pairs cost where blocks are followed, each kind weighing the same. */
export type CostOfPairs = (pairs: readonly Thresholds[]) => Promise<readonly number[]>;

/**
 * A wrong block is learned and stays, which single steps do not show: `found` is what costs least in follow mode. Where
 * `gone` begins is left as single steps say, because most kinds of labelled pages have nothing that is gone.
 */
export async function cheapestToFollow({ gone }: Thresholds, costOfPairs: CostOfPairs): Promise<Thresholds> {
  const pairs = FOUND.map((found) => ({ found, gone }));
  const costs = await costOfPairs(pairs);
  return pairs[costs.indexOf(Math.min(...costs))]!;
}

function costOf(choices: readonly Judged[], { found, gone }: Thresholds): number {
  let cost = 0;
  for (const { pRight, pGone, isRight, isExact, isGone } of choices) {
    if (pRight >= found) cost += isExact ? 0 : isRight ? COSTS.anotherElement : COSTS.wrong;
    else if (pGone >= gone) cost += isGone ? 0 : COSTS.lost;
    else cost += COSTS.asked;
  }
  return cost;
}

function probability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
