/**
 * The alert of [following-dynamic-blocks] section 5.2.3: "If the adaptive model detects a large change in adaptive
 * patterns or pattern weights, it can give an alert that the newest sample might be a mismatch."
 *
 * Departures: the paper gives neither measure nor threshold. Here a pattern changes by the share of its parts that the
 * sample did not have, and the weights by their total step relative to their sum. The thresholds were chosen on the
 * labelled homepages, where about half of the alerts are right and two wrong samples of three give one.
 */
import { PATTERN_NAMES, type PatternSet, type Patterns, type Weights } from "./pattern-set.ts";

/** How much a new sample changed an adaptive model, each from 0 (nothing) on. */
export interface PatternChange {
  /** Share of their parts that the patterns lost, the mean over the patterns that had any. */
  readonly patterns: number;
  /** Sum of the steps of the weights as a share of their sum. */
  readonly weights: number;
}

interface Model {
  readonly patterns: Patterns;
  readonly weights: Weights;
}

const LARGE_PATTERN_CHANGE = 0.4;
const LARGE_WEIGHT_CHANGE = 0.3;

export function patternChange(set: PatternSet, before: Model, after: Model): PatternChange {
  const losses: number[] = [];
  for (const [name, kind] of set) {
    const earlier = before.patterns[name];
    const later = after.patterns[name];
    const had = earlier === undefined ? 0 : kind.weightOf(earlier);
    if (had > 0 && later !== undefined) losses.push(1 - kind.weightOf(later) / had);
  }
  let steps = 0;
  let sum = 0;
  for (const name of PATTERN_NAMES) {
    const weight = before.weights[name] ?? 0;
    steps += Math.abs((after.weights[name] ?? 0) - weight);
    sum += weight;
  }
  return { patterns: mean(losses), weights: sum === 0 ? 0 : steps / sum };
}

/** True where the newest sample changed so much that it might be another block. */
export function isLargeChange(change: PatternChange): boolean {
  return change.patterns >= LARGE_PATTERN_CHANGE || change.weights >= LARGE_WEIGHT_CHANGE;
}

/** Reads a stored change; what is not one is as good as none. */
export function reviveChange(stored: unknown): PatternChange | null {
  const { patterns, weights } = (stored ?? {}) as Partial<PatternChange>;
  return Number.isFinite(patterns) && Number.isFinite(weights) ? { patterns: patterns!, weights: weights! } : null;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
