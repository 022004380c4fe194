import { once } from "node:events";
import { getHeapStatistics } from "node:v8";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { IdleMemory } from "./idle-memory.ts";

const MIB = 1024 * 1024;

/** A loop that is as busy as told, and a heap that a collection brings to 20 MiB. */
function idleMemory() {
  const state = { busy: 0, heap: 60 * MIB, collections: 0 };
  const idle = new IdleMemory({
    utilization: () => ({ idle: 0, active: 0, utilization: state.busy }),
    heapBytes: () => state.heap,
    collect: () => {
      state.collections++;
      state.heap = 20 * MIB;
    },
  });
  return { idle, state };
}

test("what the start needed is given back in the first quiet time, and once", () => {
  const { idle, state } = idleMemory();
  state.busy = 0.5;
  idle.look();
  expect(state.collections).toBe(0);
  state.busy = 0.01;
  idle.look();
  idle.look();
  expect(state.collections).toBe(1);
});

test("what a burst needed is given back after it", () => {
  const { idle, state } = idleMemory();
  idle.look();
  state.heap = 21 * MIB;
  idle.look();
  expect(state.collections).toBe(1);
  state.heap = 50 * MIB;
  idle.look();
  expect(state.collections).toBe(2);
});

test("a large heap is left alone: collecting it would keep people waiting", () => {
  const { idle, state } = idleMemory();
  state.heap = 500 * MIB;
  idle.look();
  expect(state.collections).toBe(0);
});

test("the real collection makes the real heap smaller", () => {
  const idle = new IdleMemory({ utilization: () => ({ idle: 1, active: 0, utilization: 0 }) });
  let hoard: unknown[] | null = Array.from({ length: 500_000 }, (_, at) => ({ at }));
  const before = getHeapStatistics().used_heap_size;
  expect(hoard.length).toBe(500_000);
  hoard = null;
  idle.look();
  expect(before - getHeapStatistics().used_heap_size).toBeGreaterThan(5 * MIB);
});

test("threads that collect at the same time each give back what is theirs", async () => {
  const threads = Array.from({ length: 3 }, () => new Worker(new URL("./idle-thread.fixture.ts", import.meta.url)));
  const heaps = await Promise.all(threads.map(async (thread) => (await once(thread, "message"))[0]));
  for (const { before, after } of heaps) expect(before - after).toBeGreaterThan(3 * MIB);
});
