import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import { CaptureFailure } from "../guard/capture-failure.ts";
import { createTestClock } from "../loopback/test-clock.fixture.ts";
import { HostGate } from "./host-gate.ts";

test("visits of a host never overlap, keep their order and their gap; other hosts do not wait for them", async () => {
  const hosts = fc.array(fc.constantFrom("a.test", "b.test", "c.test"), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(hosts, fc.double({ min: 0, max: 0.999, noNaN: true }), async (visits, random) => {
      const clock = createTestClock(() => random);
      const gate = new HostGate({ clock, gapMs: 1_000, jitter: 0.5 });
      const log: { host: string; order: number; from: number; to: number }[] = [];
      const inside = new Map<string, number>();
      await Promise.all(
        visits.map(async (host, order) => {
          const leave = await gate.enter(host);
          inside.set(host, (inside.get(host) ?? 0) + 1);
          expect(inside.get(host)).toBe(1);
          const from = clock.now();
          await setImmediate();
          inside.set(host, 0);
          log.push({ host, order, from, to: clock.now() });
          leave();
          leave();
        }),
      );
      for (const host of new Set(visits)) {
        const own = log.filter((visit) => visit.host === host);
        for (let index = 1; index < own.length; index++) {
          expect(own[index]!.order).toBeGreaterThan(own[index - 1]!.order);
          expect(own[index]!.from - own[index - 1]!.to).toBeGreaterThanOrEqual(1_000 * (1 + 0.5 * random) - 1e-6);
        }
      }
    }),
    { numRuns: 40 },
  );
});

test("a visitor says how long the gap is, or leaves the usual one", async () => {
  const clock = createTestClock();
  const gate = new HostGate({ clock, gapMs: 1_000, jitter: 0 });
  const start = clock.now();
  (await gate.enter("a.test"))(5_000);
  (await gate.enter("a.test"))();
  expect(clock.now() - start).toBe(5_000);
  (await gate.enter("a.test"))(10);
  expect(clock.now() - start).toBe(6_000);
  (await gate.enter("a.test"))();
  expect(clock.now() - start).toBe(6_010);
});

test("who gives up while waiting does not let anybody in early, and nobody waits for it", async () => {
  const gate = new HostGate({ clock: createTestClock(), gapMs: 0, jitter: 0 });
  const leave = await gate.enter("a.test");
  const impatient = new AbortController();
  const second = gate.enter("a.test", { signal: impatient.signal });
  let isThirdInside = false;
  const third = gate.enter("a.test").then((leaveThird) => {
    isThirdInside = true;
    return leaveThird;
  });
  impatient.abort(new Error("enough"));
  await expect(second).rejects.toThrow("enough");
  await setImmediate();
  expect(isThirdInside).toBe(false);
  leave();
  (await third)();
  await expect(gate.enter("a.test", { signal: AbortSignal.abort(new Error("never mind")) })).rejects.toThrow(
    "never mind",
  );
  (await gate.enter("a.test"))();
});

test("a visit of one person that never ends keeps no other person out, but every other visit of their own", async () => {
  const gate = new HostGate({ clock: createTestClock(), gapMs: 0, jitter: 0 });
  await gate.enter("a.test", { holder: "mallory" });
  let hasEntered = false;
  void gate.enter("a.test", { holder: "mallory" }).then(() => {
    hasEntered = true;
  });
  (await gate.enter("a.test", { holder: "alice" }))();
  (await gate.enter("a.test"))();
  expect(hasEntered).toBe(false);
});

test("people who wait for a host take turns, however many pages one of them has there", async () => {
  const gate = new HostGate({ clock: createTestClock(), gapMs: 0, jitter: 0 });
  const order: string[] = [];
  const visit = async (holder: string): Promise<void> => {
    const leave = await gate.enter("a.test", { holder });
    order.push(holder);
    leave();
  };
  const leaves = [await gate.enter("a.test"), await gate.enter("a.test", { holder: "mallory" })];
  const visits = ["mallory", "mallory", "mallory", "alice"].map(visit);
  for (const leave of leaves) leave();
  await Promise.all(visits);
  expect(order).toEqual(["alice", "mallory", "mallory", "mallory"]);
});

test("a host that asks to be left alone is, and says the same again until the time is over", async () => {
  const clock = createTestClock();
  const gate = new HostGate({ clock, gapMs: 0, jitter: 0 });
  gate.hold("a.test", new CaptureFailure("blocked", { message: "too many", status: 429, retryAfterMs: 60_000 }));
  clock.advance(20_000);
  await expect(gate.enter("a.test")).rejects.toMatchObject({
    code: "blocked",
    status: 429,
    retry: "later",
    retryAfterMs: 40_000,
  });
  (await gate.enter("b.test"))();
  clock.advance(40_000);
  (await gate.enter("a.test"))();
});

test("hosts that nobody visits are forgotten, held ones are not", async () => {
  const clock = createTestClock();
  const gate = new HostGate({ clock, gapMs: 10, jitter: 0 });
  gate.hold("held.test", new CaptureFailure("blocked", { message: "no", retryAfterMs: 1e9 }));
  for (let host = 0; host < 25_000; host++) {
    (await gate.enter(`${host}.test`))();
    clock.advance(20);
  }
  await expect(gate.enter("held.test")).rejects.toMatchObject({ code: "blocked" });
});
