/** How often a block is looked at, as data. */
import { z } from "zod";
import { TimeZone } from "./time.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Shorter than this is not a schedule but a load test. */
export const MIN_INTERVAL_MS = 5_000;
export const MAX_INTERVAL_MS = 366 * DAY_MS;

const IntervalMs = z.int().min(MIN_INTERVAL_MS).max(MAX_INTERVAL_MS);

export const Schedule = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("every"), intervalMs: IntervalMs }),
    /** Five or six fields; checked against the parser where it is accepted, at the server's border. */
    z.strictObject({ kind: z.literal("cron"), pattern: z.string().min(1).max(200), timeZone: TimeZone }),
    /** From the observed change rate of the block, between bounds. */
    z
      .strictObject({ kind: z.literal("auto"), leastMs: IntervalMs, mostMs: IntervalMs })
      .refine(({ leastMs, mostMs }) => leastMs <= mostMs, { error: "leastMs is above mostMs" }),
  ])
  .meta({ id: "Schedule" });
export type Schedule = z.infer<typeof Schedule>;

export const DEFAULT_SCHEDULE: Schedule = { kind: "auto", leastMs: 5 * MINUTE_MS, mostMs: DAY_MS };

/**
 * How often a block was seen to change: what the automatic schedule goes by. Sums decay, so that a page that turned
 * quiet is looked at less often soon.
 */
export const ChangeRate = z.strictObject({
  /** Decayed number of looks. */
  looks: z.number().min(0),
  /** Decayed number of looks that found a change. */
  changes: z.number().min(0),
  /** Decayed time between those looks. */
  spanMs: z.number().min(0),
});
export type ChangeRate = z.infer<typeof ChangeRate>;

export const NO_CHANGE_RATE: ChangeRate = { looks: 0, changes: 0, spanMs: 0 };
