/**
 * The Adaptive Pattern Model (APM) of [following-dynamic-blocks] section 5.2: every block found is a new sample that
 * refines the patterns (5.2.1) and their weights (5.2.2, Algorithm 1; Equation 2). Human feedback (5.2.3): "the system
 * can then use the new sample to learn a new adaptive model", so the model begins anew with what the person pointed at;
 * as one more sample among those that had gone astray it would help far less (docs/papers, Table 6).
 *
 * Departures: a pattern that the page or the memory does not have, such as the area without layout, takes no part and
 * keeps its weight; one that a later page has for the first time begins there.
 */

import type { Calibration, Memory, Ranking, Teacher, Tracer } from "../../tracer/tracer.ts";
import type { DomTree } from "../../tree/dom-tree.ts";
import { type PatternChange, patternChange, reviveChange } from "./pattern-change.ts";
import {
  adaptivePatterns,
  allCandidates,
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
import { adjustWeights, FIRST_WEIGHT } from "./pattern-weights.ts";

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
  const { name, about, calibration } = options;
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
      const matches = matchPatterns(set, memory.patterns, page);
      return { candidates: rankCandidates(matches, allCandidates(matches), memory.weights) };
    },
    adapt: (memory: AdaptivePatternMemory, page: DomTree, node: number, teacher: Teacher) =>
      teacher === "person" ? learn(page, node) : withSample(set, memory, { page, node }),
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
  { page, node }: { page: DomTree; node: number },
): AdaptivePatternMemory {
  const candidates = allCandidates(matchPatterns(set, memory.patterns, page));
  const patterns = mergePatterns(set, memory, learnPatterns(set, page, node));
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

function mergePatterns(set: PatternSet, memory: AdaptivePatternMemory, sample: Patterns): Patterns {
  const merged: { [Name in PatternName]?: unknown } = { ...sample, ...memory.patterns };
  for (const [name, kind] of set) {
    const earlier = memory.patterns[name];
    const added = sample[name];
    if (earlier !== undefined && added !== undefined) merged[name] = kind.merge(earlier, added, memory.samples);
  }
  return merged;
}

function areWeights(stored: unknown): stored is Weights {
  return typeof stored === "object" && stored !== null && Object.values(stored).every((one) => Number.isFinite(one));
}

export const adaptivePattern: Tracer<AdaptivePatternMemory> = adaptivePatternOf({
  name: "adaptive-pattern",
  about: "[following-dynamic-blocks] 5.2 APM: area, path, content and context that adapt to every block found",
  patterns: PATTERN_NAMES,
  // `bench calibrate`: the lead over the runner-up counts most
  calibration: { bias: -1.618, score: 2.283, margin: 6.409, foundFrom: 0.93, goneBelow: 0.18 },
});
