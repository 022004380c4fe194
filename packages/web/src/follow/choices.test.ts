import { DEFAULT_RETENTION, DEFAULT_SCHEDULE, Retention, Schedule } from "@tessera/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { asKind, droppedAfterDays, intervalsWith, retentionAs, withDropAfterDays } from "./choices.ts";

test("every kind of schedule that can be chosen is one of the model's", () => {
  for (const kind of ["auto", "every", "cron"] as const) {
    const chosen = asKind({ kind: "every", intervalMs: 60_000 }, kind, "Europe/Vienna");
    expect(Schedule.safeParse(chosen).success).toBe(true);
    expect(chosen.kind).toBe(kind);
  }
  expect(asKind({ kind: "every", intervalMs: 1 }, "auto", "UTC")).toEqual(DEFAULT_SCHEDULE);
});

test("an interval that was set elsewhere can be kept", () => {
  expect(intervalsWith({ kind: "every", intervalMs: 90_000 })).toContain(90_000);
  expect(asKind({ kind: "every", intervalMs: 90_000 }, "every", "UTC")).toEqual({ kind: "every", intervalMs: 90_000 });
});

test("every kind that can be chosen is one of the model's", () => {
  for (const kind of ["all", "last", "thin"] as const) {
    expect(Retention.parse(retentionAs({ kind: "all" }, kind)).kind).toBe(kind);
  }
  expect(retentionAs({ kind: "all" }, "thin")).toEqual(DEFAULT_RETENTION);
});

test("days go in and come out", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), (days) => {
      const kept = withDropAfterDays(DEFAULT_RETENTION, days);
      expect(droppedAfterDays(Retention.parse(kept))).toBe(days);
      expect(withDropAfterDays(kept, null)).toEqual(DEFAULT_RETENTION);
    }),
  );
});
