/** How often a block is looked at, as a person chooses it. */
import type { Schedule } from "@tessera/model";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** What the usual schedule of the model says for "automatic". */
const AUTOMATIC: Schedule = { kind: "auto", leastMs: 5 * MINUTE_MS, mostMs: DAY_MS };

const INTERVALS: readonly number[] = [
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  DAY_MS,
  7 * DAY_MS,
];

/** The intervals to choose from; one that was set elsewhere is among them. */
export function intervalsWith(schedule: Schedule): readonly number[] {
  if (schedule.kind !== "every") return INTERVALS;
  return [...new Set([...INTERVALS, schedule.intervalMs])].sort((a, b) => a - b);
}

/** Another kind of schedule; what was set of the same kind stays. */
export function asKind(schedule: Schedule, kind: Schedule["kind"], timeZone: string): Schedule {
  if (schedule.kind === kind) return schedule;
  if (kind === "auto") return AUTOMATIC;
  if (kind === "every") return { kind, intervalMs: HOUR_MS };
  return { kind, pattern: "0 8 * * *", timeZone };
}
