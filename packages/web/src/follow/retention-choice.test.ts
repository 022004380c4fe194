import { DEFAULT_RETENTION, Retention } from "@tessera/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { droppedAfterDays, retentionAs, withDropAfterDays } from "./retention-choice.ts";

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
