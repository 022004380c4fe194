/**
 * Algorithm 1, Adjust Pattern Weights, of [following-dynamic-blocks] section 5.2.2: hill climbing until the newest
 * sample scores above every other candidate.
 *
 *   paper                       here
 *   W_pat                       weights[pattern]
 *   Sample.Sim_pat              sample[pattern]
 *   Can.Sim_pat                 others[candidate][pattern]
 *   maxSim, maxScore            mostSimilar[pattern], highestScore
 *   stepSize, maxSize, midSize  STEP, MOST, MIDDLE
 *
 * Departures: the paper's loop does not end where another candidate equals the sample in every pattern; here it ends as
 * well once a round changes no weight, which comes after at most `MOST / STEP` rounds. Weights are kept to one decimal,
 * because adding tenths would drift.
 */

/** 5.2.2: "We set stepSize = 0.1, maxSize = 2, and midSize = 0.8 in our experiments". */
const STEP = 0.1;
const MOST = 2;
const MIDDLE = 0.8;
/** 5.2.2: "we set the initial weight as 1 in the first version". */
export const FIRST_WEIGHT = 1;

/** Each row is one candidate, each column one pattern; `sample` is the row of the newest sample. */
export interface Similarities {
  readonly sample: readonly number[];
  readonly others: readonly (readonly number[])[];
}

export function adjustWeights(weights: readonly number[], { sample, others }: Similarities): number[] {
  const mostSimilar = weights.map((_, pattern) => others.reduce((most, row) => Math.max(most, row[pattern]), 0));
  const adjusted = [...weights];
  let hasChanged = true;
  let isAhead = false;
  while (hasChanged && !isAhead) {
    hasChanged = false;
    for (let pattern = 0; pattern < adjusted.length; pattern++) {
      const weight = nextWeight(adjusted[pattern], sample[pattern], mostSimilar[pattern]);
      hasChanged ||= weight !== adjusted[pattern];
      adjusted[pattern] = weight;
    }
    const highestScore = others.reduce((most, row) => Math.max(most, scoreOf(row, adjusted)), Number.NEGATIVE_INFINITY);
    isAhead = scoreOf(sample, adjusted) > highestScore;
  }
  return adjusted;
}

/** The body of the inner loop. */
function nextWeight(weight: number, similarity: number, mostSimilar: number): number {
  if (similarity === 0) return 0;
  if (similarity > mostSimilar) return weight < MOST ? stepped(weight, STEP) : weight;
  if (similarity === mostSimilar) return weight > MIDDLE ? stepped(weight, -STEP) : weight;
  return weight > 0 ? stepped(weight, -STEP) : weight;
}

function stepped(weight: number, step: number): number {
  return Math.round((weight + step) * 10) / 10;
}

function scoreOf(similarities: readonly number[], weights: readonly number[]): number {
  return similarities.reduce((sum, similarity, pattern) => sum + similarity * weights[pattern], 0);
}
