import type { Retention } from "@tessera/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { keptObservations, type Run } from "./kept-observations.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const history = fc.array(fc.record({ gap: fc.nat(3 * DAY), length: fc.nat(DAY) }), { maxLength: 80 }).map((gaps) => {
  let at = 0;
  return gaps.map(({ gap, length }, index): Run => {
    const run = { id: String(index), at: at + gap, lastAt: at + gap + length };
    at = run.lastAt;
    return run;
  });
});

const rule: fc.Arbitrary<Retention> = fc.oneof(
  fc.constant<Retention>({ kind: "all" }),
  fc.integer({ min: 1, max: 30 }).map((count): Retention => ({ kind: "last", count })),
  fc
    .record({
      steps: fc.array(
        fc.record({ olderThanMs: fc.nat(60 * DAY), oneEachMs: fc.integer({ min: HOUR, max: 30 * DAY }) }),
        {
          minLength: 1,
          maxLength: 3,
        },
      ),
      dropAfterMs: fc.option(fc.integer({ min: DAY, max: 200 * DAY })),
    })
    .map((thin): Retention => ({ kind: "thin", ...thin })),
);

const endOf = (runs: readonly Run[]) => runs.at(-1)?.lastAt ?? 0;

test("applying a rule twice at one instant changes nothing", () => {
  fc.assert(
    fc.property(history, rule, fc.nat(400 * DAY), (runs, one, later) => {
      const now = endOf(runs) + later;
      const kept = keptObservations([one], runs, now);
      const again = keptObservations(
        [one],
        runs.filter((run) => kept.has(run.id)),
        now,
      );
      expect(again).toEqual(kept);
    }),
  );
});

test("what any of several rules keeps is kept", () => {
  fc.assert(
    fc.property(history, rule, rule, (runs, one, other) => {
      const now = endOf(runs) + DAY;
      const both = keptObservations([one, other], runs, now);
      for (const id of keptObservations([one], runs, now)) expect(both.has(id)).toBe(true);
      for (const id of keptObservations([other], runs, now)) expect(both.has(id)).toBe(true);
    }),
  );
});

test("the last N are the newest N", () => {
  const runs = [1, 2, 3, 4].map((at) => ({ id: String(at), at, lastAt: at }));
  expect([...keptObservations([{ kind: "last", count: 2 }], runs, 10)]).toEqual(["3", "4"]);
});

test("thinning keeps one in each stretch beyond its age and all below it", () => {
  const runs = Array.from({ length: 48 }, (_, hour) => ({ id: String(hour), at: hour * HOUR, lastAt: hour * HOUR }));
  const thin: Retention = { kind: "thin", steps: [{ olderThanMs: DAY, oneEachMs: 6 * HOUR }], dropAfterMs: null };
  const kept = [...keptObservations([thin], runs, 48 * HOUR)].map(Number).sort((a, b) => a - b);
  expect(kept.filter((hour) => hour >= 24)).toHaveLength(24);
  expect(kept.filter((hour) => hour < 24)).toEqual([5, 11, 17, 23]);
});

test("nothing is older than the rule allows", () => {
  fc.assert(
    fc.property(history, (runs) => {
      const now = endOf(runs) + DAY;
      const thin: Retention = { kind: "thin", steps: [{ olderThanMs: 0, oneEachMs: HOUR }], dropAfterMs: 10 * DAY };
      const kept = keptObservations([thin], runs, now);
      for (const run of runs) if (kept.has(run.id)) expect(now - run.lastAt).toBeLessThanOrEqual(10 * DAY);
    }),
  );
});
