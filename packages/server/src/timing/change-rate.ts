/**
 * How often a block changes, estimated from looks at it, after J. Cho and H. Garcia-Molina, "Estimating frequency of
 * change", ACM TOIT 3(3), 2003, section 4.2: with n looks at intervals of I, X of which found a change, the rate is
 * estimated as -log((n - X + 0.5) / (n + 0.5)) / I. Several changes between two looks count as one, which the plain
 * ratio X / n would take for the truth.
 *
 * Departures: the sums decay, so that the estimate follows a block that changes its habits, and I is the mean interval.
 */
import type { ChangeRate } from "@tessera/model";

/** After this many looks an old one counts half. */
const HALF_LIFE_LOOKS = 30;

/** A run of looks that showed the same, from `at` to `lastAt`. */
export interface Run {
  readonly at: number;
  readonly lastAt: number;
  readonly looks: number;
}

/** The rate after a look at `now` that ended this run with a change. */
export function rateAfterChange(rate: ChangeRate, run: Run, now: number): ChangeRate {
  const looks = run.looks;
  const kept = 0.5 ** (looks / HALF_LIFE_LOOKS);
  return {
    looks: rate.looks * kept + looks,
    changes: rate.changes * kept + 1,
    spanMs: rate.spanMs * kept + (now - run.at),
  };
}

export interface ChangeHabit {
  /** Expected changes a millisecond. */
  readonly changesPerMs: number;
  /** Mean time between the looks that this is known from; null before the second look. */
  readonly meanIntervalMs: number | null;
}

/** The habit of a block from its finished runs and the run that goes on. */
export function habitOf(rate: ChangeRate, current: Run | null): ChangeHabit {
  const looks = rate.looks + Math.max(0, (current?.looks ?? 0) - 1);
  const spanMs = rate.spanMs + (current ? current.lastAt - current.at : 0);
  if (looks <= 0 || spanMs <= 0) return { changesPerMs: 0, meanIntervalMs: null };
  const meanIntervalMs = Math.max(1, spanMs / looks);
  const share = (looks - Math.min(rate.changes, looks) + 0.5) / (looks + 0.5);
  return { changesPerMs: Math.max(0, -Math.log(share)) / meanIntervalMs, meanIntervalMs };
}
