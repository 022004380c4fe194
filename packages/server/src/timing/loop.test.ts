import { expect, test } from "vitest";
import { Loop } from "./loop.ts";

const HOUR_MS = 3_600_000;

test("a round follows at once while there is more to do, and after a wake while there is not", async () => {
  let rounds = 0;
  const round = async () => (++rounds < 3 ? 0 : HOUR_MS);
  const loop = new Loop({ round, onError: () => undefined, afterErrorMs: HOUR_MS });
  loop.start();
  loop.start();
  await expect.poll(() => rounds).toBe(3);
  loop.wake();
  await expect.poll(() => rounds).toBe(4);
  await loop.stop();
  await loop.stop();
});

test("whoever wakes it in the middle of a round is not missed", async () => {
  let rounds = 0;
  const loop = new Loop({
    round: async () => {
      if (++rounds === 1) loop.wake();
      return HOUR_MS;
    },
    onError: () => undefined,
    afterErrorMs: HOUR_MS,
  });
  loop.start();
  await expect.poll(() => rounds).toBe(2);
  await loop.stop();
});

test("a round that throws is reported, and it goes on after a pause", async () => {
  const errors: unknown[] = [];
  let rounds = 0;
  const round = async () => {
    if (++rounds === 1) throw new Error("broken");
    return HOUR_MS;
  };
  const loop = new Loop({ round, onError: (error) => errors.push(error), afterErrorMs: 1 });
  loop.start();
  await expect.poll(() => rounds).toBe(2);
  expect(errors).toMatchObject([{ message: "broken" }]);
  await loop.stop();
});

test("stopping waits for the round under way, and it can be started again", async () => {
  const steps: string[] = [];
  const gate = Promise.withResolvers<void>();
  const loop = new Loop({
    begin: async () => steps.push("begin"),
    round: async () => {
      steps.push("round");
      await gate.promise;
      steps.push("done");
      return 0;
    },
    onError: () => undefined,
    afterErrorMs: HOUR_MS,
  });
  loop.start();
  await expect.poll(() => steps).toEqual(["begin", "round"]);
  const stopped = loop.stop();
  expect(loop.isStopping).toBe(true);
  gate.resolve();
  await stopped;
  expect(steps).toEqual(["begin", "round", "done"]);
  loop.start();
  await expect.poll(() => steps.slice(3, 5)).toEqual(["begin", "round"]);
  await loop.stop();
});
