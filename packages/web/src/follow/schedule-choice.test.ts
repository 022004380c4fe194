import { DEFAULT_SCHEDULE, Schedule } from "@tessera/model";
import { expect, test } from "vitest";
import { asKind, intervalsWith } from "./schedule-choice.ts";

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
