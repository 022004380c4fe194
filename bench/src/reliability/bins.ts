/** Confidence against what came true, in bins: a calibrated tracer stands on the diagonal. */
import type { Sight } from "./sight.ts";

export interface Bin {
  /** Mean confidence of the sights in the bin, and the share of them that was right. */
  readonly confidence: number;
  readonly right: number;
  readonly count: number;
}

/** Narrower towards certainty, where most sights are and where it matters most. */
const EDGES = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.000_001];

/** Bins that hold at least one sight. */
export function binsOf(sights: readonly Sight[]): Bin[] {
  return EDGES.slice(1).flatMap((to, at) => {
    const inside = sights.filter(({ confidence }) => confidence >= EDGES[at]! && confidence < to);
    if (inside.length === 0) return [];
    const mean = (value: (sight: Sight) => number): number =>
      inside.reduce((sum, sight) => sum + value(sight), 0) / inside.length;
    return [
      {
        confidence: mean((sight) => sight.confidence),
        right: mean(({ isRight }) => (isRight ? 1 : 0)),
        count: inside.length,
      },
    ];
  });
}

/** Mean distance from the diagonal, each bin by its share of the sights (expected calibration error). */
export function calibrationError(bins: readonly Bin[]): number {
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  return bins.reduce((sum, { confidence, right, count }) => sum + (count / total) * Math.abs(confidence - right), 0);
}
