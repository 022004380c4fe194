/** What of a block's history is kept, as data. */
import { z } from "zod";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** One step of thinning: of observations older than `olderThanMs`, keep the last of each `oneEachMs`. */
const ThinningStep = z.strictObject({
  olderThanMs: z.int().min(0),
  oneEachMs: z.int().min(60_000),
});

export const Retention = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("all") }),
    z.strictObject({ kind: z.literal("last"), count: z.int().min(1).max(1_000_000) }),
    z.strictObject({
      kind: z.literal("thin"),
      steps: z.array(ThinningStep).min(1).max(10),
      /** Nothing older than this is kept; null keeps the thinned history for ever. */
      dropAfterMs: z.int().min(DAY_MS).nullable(),
    }),
  ])
  .meta({ id: "Retention" });
export type Retention = z.infer<typeof Retention>;

/** All of the last week, one an hour for a month, one a day after that. */
export const DEFAULT_RETENTION: Retention = {
  kind: "thin",
  steps: [
    { olderThanMs: 7 * DAY_MS, oneEachMs: HOUR_MS },
    { olderThanMs: 30 * DAY_MS, oneEachMs: DAY_MS },
  ],
  dropAfterMs: null,
};
