/**
 * Scores of Lighthouse 12 for timings: a metric becomes a score by a log-normal curve through two published control
 * points (a tenth of all web pages are better than `p10`, half are better than `median`), and the scores are weighted.
 *
 * Departures: the speed index needs a film of the page and is left out; the other weights are rescaled.
 */

export interface Timings {
  readonly firstContentfulPaintMs: number;
  readonly largestContentfulPaintMs: number;
  readonly totalBlockingMs: number;
  readonly layoutShift: number;
}

export type Device = "desktop" | "mobile";

interface Curve {
  readonly p10: number;
  readonly median: number;
}

/** Weights and control points as in Lighthouse's default and desktop configurations. */
const WEIGHTS: Readonly<Record<keyof Timings, number>> = {
  firstContentfulPaintMs: 10,
  largestContentfulPaintMs: 25,
  totalBlockingMs: 30,
  layoutShift: 25,
};
const CURVES: Readonly<Record<Device, Readonly<Record<keyof Timings, Curve>>>> = {
  mobile: {
    firstContentfulPaintMs: { p10: 1_800, median: 3_000 },
    largestContentfulPaintMs: { p10: 2_500, median: 4_000 },
    totalBlockingMs: { p10: 200, median: 600 },
    layoutShift: { p10: 0.1, median: 0.25 },
  },
  desktop: {
    firstContentfulPaintMs: { p10: 934, median: 1_600 },
    largestContentfulPaintMs: { p10: 1_200, median: 2_400 },
    totalBlockingMs: { p10: 150, median: 350 },
    layoutShift: { p10: 0.1, median: 0.25 },
  },
};

/** `erfc⁻¹(1/5)`: the distance of the tenth part from the median of a normal distribution, in its own unit. */
const INVERSE_ERFC_ONE_FIFTH = 0.9061938024368232;

/** From 0 to 100. */
export function performanceScore(timings: Timings, device: Device): number {
  let sum = 0;
  let weights = 0;
  for (const [name, weight] of Object.entries(WEIGHTS) as [keyof Timings, number][]) {
    sum += weight * logNormalScore(timings[name], CURVES[device][name]);
    weights += weight;
  }
  return Math.round((100 * sum) / weights);
}

/** From 0 to 1; 0.9 at `p10` and 0.5 at the median. */
export function logNormalScore(value: number, { p10, median }: Curve): number {
  if (value <= 0) return 1;
  const standardised = (INVERSE_ERFC_ONE_FIFTH * Math.log(value / median)) / -Math.log(p10 / median);
  return (1 - erf(standardised)) / 2;
}

/** Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26; the error is below 1.5e-7. */
function erf(x: number): number {
  const sign = Math.sign(x);
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return sign * (1 - series * Math.exp(-x * x));
}
