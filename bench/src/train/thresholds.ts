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
  return {
    pRight: probability(evaluate(right, sample.row)),
    pGone: probability(evaluate(gone, sample.row)),
    isRight,
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

function costOf(choices: readonly Judged[], { found, gone }: Thresholds): number {
  let cost = 0;
  for (const { pRight, pGone, isRight, isGone } of choices) {
    if (pRight >= found) cost += isRight ? 0 : COSTS.wrong;
    else if (pGone >= gone) cost += isGone ? 0 : COSTS.lost;
    else cost += COSTS.asked;
  }
  return cost;
}

function probability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
