/** How often a block is checked and what of its history is kept, as a person chooses it. */
import type { Retention, Schedule } from "@tessera/model";

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

/** All of a week, one an hour for a month, one a day after that: as the model's default. */
const THINNING: Extract<Retention, { kind: "thin" }> = {
  kind: "thin",
  steps: [
    { olderThanMs: 7 * DAY_MS, oneEachMs: HOUR_MS },
    { olderThanMs: 30 * DAY_MS, oneEachMs: DAY_MS },
  ],
  dropAfterMs: null,
};

const USUAL_COUNT = 1_000;

/** Another kind; what was set of the same kind stays. */
export function retentionAs(retention: Retention, kind: Retention["kind"]): Retention {
  if (retention.kind === kind) return retention;
  if (kind === "all") return { kind };
  return kind === "last" ? { kind, count: USUAL_COUNT } : THINNING;
}

/** Days after which nothing is kept; null for never. */
export function droppedAfterDays(retention: Retention): number | null {
  return retention.kind === "thin" && retention.dropAfterMs !== null ? retention.dropAfterMs / DAY_MS : null;
}

export function withDropAfterDays(retention: Retention, days: number | null): Retention {
  if (retention.kind !== "thin") return retention;
  return { ...retention, dropAfterMs: days === null ? null : Math.max(1, Math.round(days)) * DAY_MS };
}
