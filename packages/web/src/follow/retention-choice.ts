/** What of a history is kept, as a person chooses it. */
import type { Retention } from "@tessera/model";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

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
