import type { Swept } from "@tessera/store";
import { expect, test } from "vitest";
import { Sweeper } from "./sweeper.ts";

const NOTHING: Swept = {
  observations: 0,
  captures: 0,
  bodies: 0,
  follows: 0,
  pages: 0,
  sessions: 0,
  isPartial: false,
};

/** A sweeper over a store that has so many parts to sweep in each round, and fails as often as told. */
function sweeperOver(parts: number, options: { readonly failures?: number; readonly until: number }) {
  const errors: unknown[] = [];
  let [calls, failures] = [0, options.failures ?? 0];
  let done: () => void = () => {};
  const finished = new Promise<void>((resolve) => {
    done = resolve;
  });
  const upkeep = {
    sweep: async () => {
      calls++;
      if (calls >= options.until) done();
      if (failures-- > 0) throw new Error("disk");
      return { ...NOTHING, isPartial: calls % parts !== 0 };
    },
  };
  const store = { upkeep: upkeep as never };
  const sweeper = new Sweeper({
    store,
    clock: () => 0,
    onError: (error) => errors.push(error),
    everyMs: 1,
    pauseMs: 1,
  });
  return { sweeper, errors, finished, calls: () => calls };
}

test("a round goes on until nothing is left, and the next one comes", async () => {
  const { sweeper, finished, calls } = sweeperOver(3, { until: 7 });
  sweeper.start();
  sweeper.start();
  await finished;
  await sweeper.stop();
  const seen = calls();
  expect(seen).toBeGreaterThanOrEqual(7);
  await sweeper.stop();
  expect(calls()).toBe(seen);
});

test("a failure is told and does not end it", async () => {
  const { sweeper, finished, errors } = sweeperOver(1, { failures: 2, until: 4 });
  sweeper.start();
  await finished;
  await sweeper.stop();
  expect(errors).toHaveLength(2);
});
