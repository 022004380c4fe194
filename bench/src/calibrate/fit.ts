/** Fits a tracer's calibration: a logistic curve over score and margin, and the two thresholds that cost least. */
import type { Calibration } from "@tessera/engine";
import { FOLDS, foldOf } from "../train/files.ts";

/** One traced version: what the tracer said, and whether it was right. */
export interface Sample {
  readonly score: number;
  /** Score less that of the runner-up. */
  readonly margin: number;
  readonly isRight: boolean;
  /** The block is not on the page: `gone` would have been right. */
  readonly isGone: boolean;
}

/** What a verdict costs a person, in questions: being shown another block unawares is the worst. */
const COST = { wrong: 20, asked: 1, lost: 5 } as const;

/** Keeps the curve finite where the samples can be told apart perfectly. */
const RIDGE = 0.000_01;
const NEWTON_STEPS = 50;
/** Thresholds are tried in hundredths. */
const THRESHOLDS = 100;
/** Mixtures of score and margin that are tried besides the likeliest one. */
const DIRECTIONS = 24;
/** Another mixture must cost at most this share of the likeliest one: what saves less is worth nothing on other sites. */
const CHEAPER = 0.95;

/**
 * The calibration that fits the samples best; `samples` must not be empty. The likeliest curve over score and margin need
 * not be the cheapest: most samples lie far from the thresholds, and the cost is decided close to them. Where a curve over
 * a fixed mixture of the two is clearly cheaper, it is taken instead.
 */
export function fitCalibration(samples: readonly Sample[]): Calibration {
  if (samples.length === 0) throw new RangeError("nothing to fit a calibration to");
  const [likeliest, ...others] = curvesOf(samples).map((curve) => ({ curve, ...cheapestThresholds(samples, curve) }));
  const cheapest = others.reduce((best, fit) => (fit.cost < best.cost ? fit : best));
  const { curve, foundFrom, goneBelow } = cheapest.cost <= likeliest!.cost * CHEAPER ? cheapest : likeliest!;
  return { ...curve, foundFrom, goneBelow };
}

/** The likeliest curve of all, then those along each direction. */
function curvesOf(samples: readonly Sample[]): Curve[] {
  const right = samples.map(({ isRight }) => Number(isRight));
  const both = samples.map(({ score, margin }) => [1, score, margin]);
  const [bias, score, margin] = fitLogistic(both, right) as [number, number, number];
  const along = Array.from({ length: DIRECTIONS }, (_, at): Curve => {
    const angle = (Math.PI * at) / DIRECTIONS;
    const [byScore, byMargin] = [Math.cos(angle), Math.sin(angle)];
    const mixed = samples.map((sample) => [1, byScore * sample.score + byMargin * sample.margin]);
    const [offset, slope] = fitLogistic(mixed, right) as [number, number];
    return { bias: offset, score: slope * byScore, margin: slope * byMargin };
  });
  return [{ bias, score, margin }, ...along].map((curve) => ({
    bias: rounded(curve.bias),
    score: rounded(curve.score),
    margin: rounded(curve.margin),
  }));
}

/** A sample and the site it was taken on. */
export interface SampleOfSite extends Sample {
  readonly site: string;
}

/** What calibrations are worth on sites that they were not fitted on. */
export interface HeldOut {
  /** The mean cost of a version, in questions. */
  readonly cost: number;
  /** Share of the versions that are found, and of these the wrong ones. */
  readonly found: number;
  readonly wrongOfFound: number;
}

/** Fits on all sites but a fifth, and judges that fifth; all five together. */
export function heldOut(samples: readonly SampleOfSite[]): HeldOut {
  const folds = Map.groupBy(samples, ({ site }) => foldOf(site, FOLDS));
  let cost = 0;
  let found = 0;
  let wrong = 0;
  for (const [fold, held] of folds) {
    const others = samples.filter(({ site }) => foldOf(site, FOLDS) !== fold);
    const calibration = fitCalibration(others.length > 0 ? others : held);
    cost += meanCost(held, calibration) * held.length;
    const shown = held.filter((sample) => confidenceOf(sample, calibration) >= calibration.foundFrom);
    found += shown.length;
    wrong += shown.filter(({ isRight }) => !isRight).length;
  }
  return { cost: cost / samples.length, found: found / samples.length, wrongOfFound: wrong / Math.max(1, found) };
}

type Curve = Pick<Calibration, "bias" | "score" | "margin">;

/** The mean cost of a version, in questions. */
export function meanCost(samples: readonly Sample[], calibration: Calibration): number {
  const sum = samples.reduce(
    (total, sample) => total + costOf(sample, confidenceOf(sample, calibration), calibration),
    0,
  );
  return sum / samples.length;
}

export function confidenceOf(sample: Sample, { bias, score, margin }: Curve): number {
  return 1 / (1 + Math.exp(-(bias + score * sample.score + margin * sample.margin)));
}

function costOf(
  sample: Sample,
  confidence: number,
  { foundFrom, goneBelow }: Pick<Calibration, "foundFrom" | "goneBelow">,
): number {
  if (confidence >= foundFrom) return sample.isRight ? 0 : COST.wrong;
  if (confidence < goneBelow) return sample.isGone ? 0 : COST.lost;
  return COST.asked;
}

/** Newton's method on the likelihood with a small ridge; two or three unknowns. */
function fitLogistic(rows: readonly (readonly number[])[], right: readonly number[]): number[] {
  let weights = rows[0]!.map(() => 0);
  const ridge = RIDGE * rows.length;
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const gradient = weights.map((weight) => -ridge * weight);
    const hessian = weights.map((_, row) => weights.map((_, column) => (row === column ? ridge : 0)));
    for (const [at, inputs] of rows.entries()) {
      const z = inputs.reduce((sum, input, one) => sum + input * weights[one]!, 0);
      const expected = 1 / (1 + Math.exp(-z));
      for (let row = 0; row < inputs.length; row++) {
        gradient[row]! += inputs[row]! * (right[at]! - expected);
        for (let column = 0; column < inputs.length; column++) {
          hessian[row]![column]! += inputs[row]! * inputs[column]! * expected * (1 - expected);
        }
      }
    }
    const change = solve(hessian, gradient);
    weights = weights.map((weight, at) => weight + change[at]!);
    if (Math.max(...change.map(Math.abs)) < 1e-9) break;
  }
  return weights;
}

/** Gauss elimination; the ridge makes the matrix positive definite. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at]!]);
  const size = rows.length;
  for (let pivot = 0; pivot < size; pivot++) {
    for (let below = pivot + 1; below < size; below++) {
      const factor = rows[below]![pivot]! / rows[pivot]![pivot]!;
      for (let column = pivot; column <= size; column++) rows[below]![column]! -= factor * rows[pivot]![column]!;
    }
  }
  const solution = new Array<number>(size).fill(0);
  for (let row = size - 1; row >= 0; row--) {
    let rest = rows[row]![size]!;
    for (let column = row + 1; column < size; column++) rest -= rows[row]![column]! * solution[column]!;
    solution[row] = rest / rows[row]![row]!;
  }
  return solution;
}

/** The pair of thresholds that costs least over all samples. */
function cheapestThresholds(
  samples: readonly Sample[],
  curve: Curve,
): Pick<Calibration, "foundFrom" | "goneBelow"> & { readonly cost: number } {
  const judged = samples
    .map((sample) => ({ sample, confidence: confidenceOf(sample, curve) }))
    .sort((a, b) => a.confidence - b.confidence);
  // of the samples below the threshold: what it costs to ask about them, or to give them up; of the others: to show them
  let [asked, gone] = [0, 0];
  let found = samples.reduce((sum, { isRight }) => sum + (isRight ? 0 : COST.wrong), 0);
  let below = 0;
  let lower = { threshold: 0, saved: 0 };
  let best = { foundFrom: 1, goneBelow: 0, cost: Number.POSITIVE_INFINITY };
  for (let step = 0; step <= THRESHOLDS; step++) {
    const threshold = step / THRESHOLDS;
    for (; below < judged.length && judged[below]!.confidence < threshold; below++) {
      const { isRight, isGone } = judged[below]!.sample;
      asked += COST.asked;
      gone += isGone ? 0 : COST.lost;
      found -= isRight ? 0 : COST.wrong;
    }
    if (asked - gone > lower.saved) lower = { threshold, saved: asked - gone };
    const cost = found + asked - lower.saved;
    if (cost < best.cost) best = { foundFrom: threshold, goneBelow: lower.threshold, cost };
  }
  return best;
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
