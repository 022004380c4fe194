/**
 * The alert of [following-dynamic-blocks] section 5.2.3: "If the adaptive model detects a large change in adaptive
 * patterns or pattern weights, it can give an alert that the newest sample might be a mismatch."
 *
 * Departures: the paper gives neither measure nor threshold. Here a pattern changes by the share of its parts that the
 * sample did not have, and the weights by their total step relative to their sum. The weights tell little that the
 * patterns do not, and take no part in the alert. What an alert is worth at these thresholds and at others, on sites that
 * had no say in the choice, stands in docs/papers.
 */
import type { DomTree } from "../../tree/dom-tree.ts";
import {
  adaptivePatterns,
  learnPatterns,
  PATTERN_NAMES,
  type PatternSet,
  type Patterns,
  revivePatterns,
  type Weights,
} from "./pattern-set.ts";

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

/** A block on a page. */
export interface PlacedBlock {
  readonly page: DomTree;
  readonly node: number;
}

/** The highest F1 on the labelled pages: of what is lost then, 56 % is another block, and 57 % of those are noticed. */
export const LARGE_MODEL_CHANGE = 0.45;
/**
 * A model keeps what all samples share and loses less at a time; here 63 % are another block, and half are noticed. Along the
 * usual tracer, which is wrong less often, nearly all are the same block.
 */
export const LARGE_BLOCK_CHANGE = 0.6;

/** True where the newest sample has so little of the earlier ones that it might be another block. */
export function isLargeChange({ patterns }: PatternChange): boolean {
  return patterns >= LARGE_MODEL_CHANGE;
}

/** The same for what `blockChange` gives. */
export function isLargeBlockChange(change: number): boolean {
  return change >= LARGE_BLOCK_CHANGE;
}

/**
 * How much a block changed from one capture to another, as the patterns of place, path, content and context see it, from
 * 0 to 1: for whoever follows with another tracer and has no adaptive model.
 */
export function blockChange(before: PlacedBlock, after: PlacedBlock): number {
  const set = adaptivePatterns(PATTERN_NAMES);
  const earlier = learnPatterns(set, before.page, before.node);
  return lostShare(set, earlier, mergePatterns(set, earlier, learnPatterns(set, after.page, after.node)));
}

/** What there is to compare of a block: for whoever keeps that and not the page. Plain JSON. */
export interface BlockPatterns {
  readonly version: number;
  readonly patterns: Patterns;
}

const PATTERNS_VERSION = 1;
/** Without the area, and the context by order: so the alert was measured, and so raw and rendered captures compare. */
const WITHOUT_LAYOUT = PATTERN_NAMES.filter((name) => name !== "area");

export function blockPatterns(page: DomTree, node: number): BlockPatterns {
  const patterns = learnPatterns(adaptivePatterns(WITHOUT_LAYOUT), { ...page, boxes: null }, node);
  return { version: PATTERNS_VERSION, patterns };
}

/** How much a block changed, as `blockChange` says of pages without layout; null where the first is not to be read. */
export function changeOfPatterns(before: unknown, after: BlockPatterns): number | null {
  const set = adaptivePatterns(WITHOUT_LAYOUT);
  const { version, patterns } = (before ?? {}) as Partial<BlockPatterns>;
  const earlier = version === PATTERNS_VERSION ? revivePatterns(set, patterns) : null;
  return earlier && lostShare(set, earlier, mergePatterns(set, earlier, after.patterns));
}

export function patternChange(set: PatternSet, before: Model, after: Model): PatternChange {
  let steps = 0;
  let sum = 0;
  for (const name of PATTERN_NAMES) {
    const weight = before.weights[name] ?? 0;
    steps += Math.abs((after.weights[name] ?? 0) - weight);
    sum += weight;
  }
  return { patterns: lostShare(set, before.patterns, after.patterns), weights: sum === 0 ? 0 : steps / sum };
}

/** What earlier patterns and those of a sample have in common (5.2.1); one that is new begins with the sample. */
export function mergePatterns(set: PatternSet, earlier: Patterns, sample: Patterns, samples = 1): Patterns {
  const merged: { -readonly [Name in keyof Patterns]: unknown } = { ...sample, ...earlier };
  for (const [name, kind] of set) {
    const [known, added] = [earlier[name], sample[name]];
    if (known !== undefined && added !== undefined) merged[name] = kind.merge(known, added, samples);
  }
  return merged;
}

/** Reads a stored change; what is not one is as good as none. */
export function reviveChange(stored: unknown): PatternChange | null {
  const { patterns, weights } = (stored ?? {}) as Partial<PatternChange>;
  return Number.isFinite(patterns) && Number.isFinite(weights) ? { patterns: patterns!, weights: weights! } : null;
}

function lostShare(set: PatternSet, earlier: Patterns, later: Patterns): number {
  const losses: number[] = [];
  for (const [name, kind] of set) {
    const had = earlier[name] === undefined ? 0 : kind.weightOf(earlier[name]);
    if (had > 0 && later[name] !== undefined) losses.push(1 - kind.weightOf(later[name]) / had);
  }
  return losses.length === 0 ? 0 : losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
}
