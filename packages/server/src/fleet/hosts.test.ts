import { expect, test } from "vitest";
import { openCheckWorld } from "../check/check-world.fixture.ts";
import { claimRedirectHost } from "./hosts.ts";

const LEASE_MS = 60_000;

test("waits until the host is free, has it alone, and leaves it with its pause", async () => {
  const { store } = await openCheckWorld();
  const failures: unknown[] = [];
  const parts = {
    store,
    now: Date.now,
    freeAt: () => Date.now() + LEASE_MS,
    onError: (error: unknown) => failures.push(error),
  };
  const before = await store.queue.visit("other.example", { now: Date.now(), leaseMs: LEASE_MS });
  const claiming = claimRedirectHost("other.example", parts);
  await store.queue.leave([{ visit: before!, freeAt: Date.now() }]);
  const leave = await claiming;
  expect(await store.queue.visit("other.example", { now: Date.now(), leaseMs: LEASE_MS })).toBeNull();
  leave();
  const soon = { now: Date.now() + LEASE_MS / 2, leaseMs: LEASE_MS };
  const later = { now: Date.now() + 2 * LEASE_MS, leaseMs: LEASE_MS };
  expect(await store.queue.visit("other.example", soon)).toBeNull();
  expect(await store.queue.visit("other.example", later)).not.toBeNull();
  expect(failures).toEqual([]);
});

test("gives up at a host that stays busy, to be tried again soon", async () => {
  const { store } = await openCheckWorld();
  let time = Date.now();
  await store.queue.visit("busy.example", { now: time, leaseMs: LEASE_MS });
  const now = () => {
    time += 6_000;
    return time;
  };
  const parts = { store, now, freeAt: () => 0, onError: () => undefined };
  await expect(claimRedirectHost("busy.example", parts)).rejects.toMatchObject({ code: "timeout", retry: "soon" });
});
