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
const THRESHOLDS = Array.from({ length: 101 }, (_, hundredth) => hundredth / 100);

/** The calibration that fits the samples best; `samples` must not be empty. */
export function fitCalibration(samples: readonly Sample[]): Calibration {
  if (samples.length === 0) throw new RangeError("nothing to fit a calibration to");
  const [bias, score, margin] = fitLogistic(samples).map(rounded) as [number, number, number];
  return { bias, score, margin, ...cheapestThresholds(samples, { bias, score, margin }) };
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

/** Newton's method on the likelihood with a small ridge; three unknowns. */
function fitLogistic(samples: readonly Sample[]): number[] {
  let weights = [0, 0, 0];
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const gradient = weights.map((weight) => -RIDGE * samples.length * weight);
    const hessian = weights.map((_, row) => weights.map((_, column) => (row === column ? RIDGE * samples.length : 0)));
    for (const sample of samples) {
      const inputs = [1, sample.score, sample.margin];
      const z = inputs.reduce((sum, input, at) => sum + input * weights[at]!, 0);
      const expected = 1 / (1 + Math.exp(-z));
      for (let row = 0; row < 3; row++) {
        gradient[row]! += inputs[row]! * (Number(sample.isRight) - expected);
        for (let column = 0; column < 3; column++) {
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

/** Tries every pair of hundredths; among equals the pair that asks least. */
function cheapestThresholds(samples: readonly Sample[], curve: Curve): Pick<Calibration, "foundFrom" | "goneBelow"> {
  const judged = samples.map((sample) => ({ sample, confidence: confidenceOf(sample, curve) }));
  const sums = THRESHOLDS.map((threshold) => {
    let found = 0;
    let gone = 0;
    let asked = 0;
    for (const { sample, confidence } of judged) {
      if (confidence >= threshold) found += sample.isRight ? 0 : COST.wrong;
      else gone += sample.isGone ? 0 : COST.lost;
      if (confidence < threshold) asked += COST.asked;
    }
    return { threshold, found, gone, asked };
  });
  let best = { foundFrom: 1, goneBelow: 0, cost: Number.POSITIVE_INFINITY };
  for (const upper of sums) {
    for (const lower of sums) {
      if (lower.threshold > upper.threshold) break;
      const cost = upper.found + lower.gone + (upper.asked - lower.asked);
      if (cost < best.cost) best = { foundFrom: upper.threshold, goneBelow: lower.threshold, cost };
    }
  }
  return { foundFrom: best.foundFrom, goneBelow: best.goneBelow };
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
