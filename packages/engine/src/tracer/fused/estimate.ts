/** What one memory says about a page: candidates with shares of one vote, and the two probabilities of the verdict. */
import type { DomTree } from "../../tree/dom-tree.ts";
import { COLUMNS, type Table, tableOf, type Workspace } from "./columns.ts";
import { confidenceRow, sharesOf } from "./confidence.ts";
import { evaluate, evaluateBest } from "./ensemble.ts";
import { anotherThing, intentBonus, trustInName } from "./intent.ts";
import type { FusedMemory } from "./memory.ts";
import { isRejected } from "./rejection.ts";
import type { BoundWeights } from "./weights.ts";

export interface Estimate {
  readonly table: Table;
  readonly shares: Float64Array;
  /** The row of the best candidate. */
  readonly best: number;
  /** Probability that the best candidate is right. */
  readonly confidence: number;
  /** Probability that the block is not on the page. */
  readonly gone: number;
}

/** What an opinion is formed with. */
export interface EstimateContext {
  readonly weights: BoundWeights;
  /** Where its table stands, until the tables are reset. */
  readonly workspace: Workspace;
}

/** A candidate that the person has refused stays in the list, below all others. */
const REFUSED = -100;

/** Null where the page has no candidate at all. */
export function estimateOf(
  memory: FusedMemory,
  page: DomTree,
  { weights, workspace }: EstimateContext,
): Estimate | null {
  const table = tableOf(memory, page, { workspace });
  if (table.nodes.length === 0) return null;
  const scores = scoresOf(memory, page, table, weights);
  let best = 0;
  for (let row = 1; row < scores.length; row++) if (scores[row] > scores[best]) best = row;
  const shares = sharesOf(scores);
  const features = confidenceRow(table, { scores, shares, best });
  const isAnother = anotherThing(memory.intent, table.values, best * COLUMNS.length);
  const confidence =
    probability(evaluate(weights.right, features)) * (1 - isAnother) * trustInName(memory, table, best);
  // whether what is found is gone need not be asked
  const gone =
    confidence >= weights.thresholds.found
      ? isAnother
      : Math.max(isAnother, probability(evaluate(weights.gone, features)));
  return { table, shares, best, confidence, gone };
}

function scoresOf(memory: FusedMemory, page: DomTree, table: Table, { ranker }: BoundWeights): Float64Array {
  const scores = evaluateBest(ranker, table.values, COLUMNS.length);
  for (const [row, node] of table.nodes.entries()) {
    scores[row] += intentBonus(memory, table.values, row * COLUMNS.length);
    if (isRejected(memory, page, node)) scores[row] += REFUSED;
  }
  return scores;
}

function probability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
