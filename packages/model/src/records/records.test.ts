import fc from "fast-check";
import { expect, test } from "vitest";
import { BlockPath, CaptureId, Channel, newId, Schedule, Settings, TimeZone } from "../index.ts";

const MAX_UUID_TIME = 2 ** 48 - 1;

test("ids are UUIDs that sort by the time they were made", () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.maxSafeNat(), (first, second) => {
      const [early, late] = [first % MAX_UUID_TIME, second % MAX_UUID_TIME].sort((a, b) => a - b) as [number, number];
      fc.pre(early < late);
      expect(newId(CaptureId, early) < newId(CaptureId, late)).toBe(true);
    }),
  );
  expect(newId(CaptureId, 1)).not.toBe(newId(CaptureId, 1));
});

test("a path is steps of tag and index, nothing else", () => {
  expect(BlockPath.safeParse("html[1]/body[1]/my-element[12]").success).toBe(true);
  for (const text of ["", "/", "html", "html[0]", "html[1]/", "../html[1]", "html[1]//p[1]", "html[1]/p[x]"]) {
    expect(BlockPath.safeParse(text).success).toBe(false);
  }
});

test("schedules keep their bounds and name real time zones", () => {
  expect(Schedule.safeParse({ kind: "every", intervalMs: 1 }).success).toBe(false);
  expect(Schedule.safeParse({ kind: "auto", leastMs: 60_000, mostMs: 30_000 }).success).toBe(false);
  expect(TimeZone.safeParse("Europe/Vienna").success).toBe(true);
  expect(TimeZone.safeParse("Europe/Atlantis").success).toBe(false);
});

test("settings of a fresh instance need nothing", () => {
  expect(Settings.parse({})).toMatchObject({ instanceName: "Tessera", privateHosts: [] });
});

test("a channel leads to the web or to a mailbox and nowhere else", () => {
  const target = Channel.shape.target;
  expect(target.safeParse({ kind: "webhook", url: "file:///etc/passwd", signingSecret: "s" }).success).toBe(false);
  expect(target.safeParse({ kind: "email", to: "someone@example.org" }).success).toBe(true);
});
