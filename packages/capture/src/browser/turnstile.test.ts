import { expect, test } from "vitest";
import { Turnstile } from "./turnstile.ts";

test("so many pass at a time, in the order they came", async () => {
  const turnstile = new Turnstile(2);
  const order: number[] = [];
  const gates = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const passing = gates.map(({ promise }, index) =>
    turnstile.pass(async () => {
      order.push(index);
      await promise;
    }),
  );
  await Promise.resolve();
  expect(order).toEqual([0, 1]);
  for (const gate of gates) gate.resolve();
  await Promise.all(passing);
  expect(order).toEqual([0, 1, 2, 3, 4]);
});

test("whoever stops waiting leaves the queue, and a failure frees the place", async () => {
  const turnstile = new Turnstile(1);
  const gate = Promise.withResolvers<void>();
  const first = turnstile.pass(() => gate.promise);
  const impatient = new AbortController();
  const second = turnstile.pass(async () => "never", impatient.signal);
  const third = turnstile.pass(async () => {
    throw new Error("third");
  });
  impatient.abort(new Error("gone"));
  await expect(second).rejects.toThrow("gone");
  gate.resolve();
  await first;
  await expect(third).rejects.toThrow("third");
  expect(await turnstile.pass(async () => "fourth")).toBe("fourth");
  await expect(turnstile.pass(async () => "never", impatient.signal)).rejects.toThrow("gone");
});
