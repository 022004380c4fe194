/**
 * The Adaptive Pattern Model (APM) of [following-dynamic-blocks] section 5.2: every block found is a new sample that
 * refines the patterns (5.2.1) and their weights (5.2.2, Algorithm 1; Equation 2). Human feedback (5.2.3): "the system
 * can then use the new sample to learn a new adaptive model", so the model begins anew with what the person pointed at;
 * as one more sample among those that had gone astray it would help far less (docs/papers, Table 6).
 *
 * "To be consistent with the CPM" the model begins as that one (5.2.2): before there is a second sample, its patterns are
 * the fixed ones of section 4.
 *
 * Departures: a pattern that the page or the memory does not have, such as the area without layout, takes no part and
 * keeps its weight; one that a later page has for the first time begins there.
 */
import type { Calibration, Memory, Ranking, Teacher, Tracer } from "../../tracer/tracer.ts";
import type { DomTree } from "../../tree/dom-tree.ts";
import { mergePatterns, type PatternChange, patternChange, reviveChange } from "./pattern-change.ts";
import {
  adaptivePatterns,
  allCandidates,
  fixedPatterns,
  learnPatterns,
  matchPatterns,
  PATTERN_NAMES,
  type PatternName,
  type PatternSet,
  type Patterns,
  rankCandidates,
  revivePatterns,
  type Weights,
} from "./pattern-set.ts";

export interface AdaptivePatternMemory extends Memory {
  readonly patterns: Patterns;
  readonly weights: Weights;
  /** Blocks that the patterns were made from. */
  readonly samples: number;
  /** How much the newest sample changed patterns and weights; null before there was one. */
  readonly change: PatternChange | null;
}

export interface AdaptivePatternOptions {
  readonly name: string;
  readonly about: string;
  readonly patterns: readonly PatternName[];
  readonly calibration: Calibration;
}

const VERSION = 1;

/** A tracer by any choice of the adaptive patterns. */
export function adaptivePatternOf(options: AdaptivePatternOptions): Tracer<AdaptivePatternMemory> {
  const set = adaptivePatterns(options.patterns);
  const firstSet = fixedPatterns(options.patterns);
  const { name, about, calibration } = options;
  const matchesOn = (memory: AdaptivePatternMemory, page: DomTree) =>
    matchPatterns(memory.samples === 1 ? firstSet : set, memory.patterns, page);
  const learn = (page: DomTree, node: number): AdaptivePatternMemory => ({
    tracer: name,
    version: VERSION,
    patterns: learnPatterns(set, page, node),
    weights: Object.fromEntries(options.patterns.map((pattern) => [pattern, FIRST_WEIGHT])),
    samples: 1,
    change: null,
  });
  return {
    name,
    about,
    calibration,
    learn,
    trace(memory: AdaptivePatternMemory, page: DomTree): Ranking {
      const matches = matchesOn(memory, page);
      return { candidates: rankCandidates(matches, allCandidates(matches), memory.weights) };
    },
    adapt: (memory: AdaptivePatternMemory, page: DomTree, node: number, teacher: Teacher) =>
      teacher === "person"
        ? learn(page, node)
        : withSample(set, memory, { page, node, candidates: allCandidates(matchesOn(memory, page)) }),
    revive(stored: unknown): AdaptivePatternMemory | null {
      const memory = stored as Partial<AdaptivePatternMemory> | null;
      if (typeof memory !== "object" || memory?.tracer !== name || memory.version !== VERSION) return null;
      const { weights, samples, change = null } = memory;
      const patterns = revivePatterns(set, memory.patterns);
      if (!patterns || !areWeights(weights) || !Number.isInteger(samples)) return null;
      return {
        tracer: name,
        version: VERSION,
        patterns,
        weights,
        samples: samples as number,
        change: reviveChange(change),
      };
    },
  };
}

/** 5.2: "add the new block into the historical sample set", then "adapt patterns and their weights". */
function withSample(
  set: PatternSet,
  memory: AdaptivePatternMemory,
  { page, node, candidates }: { page: DomTree; node: number; candidates: readonly number[] },
): AdaptivePatternMemory {
  const patterns = mergePatterns(set, memory.patterns, learnPatterns(set, page, node), memory.samples);
  const matches = [...matchPatterns(set, patterns, page)];
  const similarities = (candidate: number): number[] => matches.map(([, match]) => match.similarityOf(candidate));
  const adjusted = adjustWeights(
    matches.map(([name]) => memory.weights[name] ?? FIRST_WEIGHT),
    {
      sample: similarities(node),
      others: candidates.filter((candidate) => candidate !== node).map(similarities),
    },
  );
  const weights = { ...memory.weights, ...Object.fromEntries(matches.map(([name], at) => [name, adjusted[at]])) };
  const change = patternChange(set, memory, { patterns, weights });
  return { ...memory, patterns, weights, samples: memory.samples + 1, change };
}

function areWeights(stored: unknown): stored is Weights {
  return typeof stored === "object" && stored !== null && Object.values(stored).every((one) => Number.isFinite(one));
}

export const adaptivePattern: Tracer<AdaptivePatternMemory> = adaptivePatternOf({
  name: "adaptive-pattern",
  about: "[following-dynamic-blocks] 5.2 APM: area, path, content and context that adapt to every block found",
  patterns: PATTERN_NAMES,
  // `bench calibrate` on all labelled pages; on sites that it was not fitted on 61 % are found, 2 % of them wrong
  calibration: { bias: -2.571, score: 5.847, margin: 3.997, foundFrom: 0.91, goneBelow: 0 },
});

// Algorithm 1, Adjust Pattern Weights, of [following-dynamic-blocks] section 5.2.2: hill climbing until the newest
// sample scores above every other candidate.
//
//   paper                       here
//   W_pat                       weights[pattern]
//   Sample.Sim_pat              sample[pattern]
//   Can.Sim_pat                 others[candidate][pattern]
//   maxSim, maxScore            mostSimilar[pattern], highestScore
//   stepSize, maxSize, midSize  STEP, MOST, MIDDLE
//
// Departures: the paper's loop does not end where another candidate equals the sample in every pattern; here it ends as
// well once a round changes no weight, which comes after at most `MOST / STEP` rounds. Weights are kept to one decimal,
// because adding tenths would drift.

/** 5.2.2: "We set stepSize = 0.1, maxSize = 2, and midSize = 0.8 in our experiments". */
const STEP = 0.1;
const MOST = 2;
const MIDDLE = 0.8;
/** 5.2.2: "we set the initial weight as 1 in the first version". */
const FIRST_WEIGHT = 1;

/** Each row is one candidate, each column one pattern; `sample` is the row of the newest sample. */
interface Similarities {
  readonly sample: readonly number[];
  readonly others: readonly (readonly number[])[];
}

/** @internal */
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
