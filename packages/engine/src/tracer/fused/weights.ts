/** The learned weights of the fused tracer: a data file made by `bench train`, never by hand. */
import { COLUMNS } from "./columns.ts";
import { CONFIDENCE_COLUMNS } from "./confidence.ts";
import { type Ensemble, type Forest, forestOf } from "./ensemble.ts";

export interface Weights {
  /** Where they come from: data, seed and the figures of the training. */
  readonly about: Readonly<Record<string, unknown>>;
  /** Scores the candidates. */
  readonly ranker: Ensemble;
  /** Log-odds that the best candidate shows what the block shows. */
  readonly right: Ensemble;
  /** Log-odds that it is the very element, or has exactly the same content. */
  readonly exact: Ensemble;
  /** Log-odds that the block is not on the page. */
  readonly gone: Ensemble;
  readonly thresholds: Thresholds;
}

/** Chosen by cost: a wrong block shown silently costs twenty questions. */
export interface Thresholds {
  /** From this probability of being right on, the verdict is `found`. */
  readonly found: number;
  /** From this probability of being gone on, the verdict is `gone`. */
  readonly gone: number;
}

/** The weights bound to the columns as they are computed now. */
export interface BoundWeights {
  readonly ranker: Forest;
  readonly right: Forest;
  readonly exact: Forest;
  readonly gone: Forest;
  readonly thresholds: Thresholds;
}

export function boundWeights({ ranker, right, exact, gone, thresholds }: Weights): BoundWeights {
  return {
    ranker: forestOf(ranker, COLUMNS),
    right: forestOf(right, CONFIDENCE_COLUMNS),
    exact: forestOf(exact, CONFIDENCE_COLUMNS),
    gone: forestOf(gone, CONFIDENCE_COLUMNS),
    thresholds,
  };
}
