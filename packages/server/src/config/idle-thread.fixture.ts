/** A thread that fills its heap, collects again and again, and tells what it had before and has after. */

import { getHeapStatistics } from "node:v8";
import { parentPort } from "node:worker_threads";
import { IdleMemory } from "./idle-memory.ts";

let heap = 0;
const idle = new IdleMemory({
  utilization: () => ({ idle: 1, active: 0, utilization: 0 }),
  // has always grown
  heapBytes: () => {
    heap += 5 * 1024 * 1024;
    return heap;
  },
});
let hoard: unknown[] | null = Array.from({ length: 300_000 }, (_, at) => ({ at }));
const before = getHeapStatistics().used_heap_size * Math.sign(hoard.length);
hoard = null;
for (let time = 0; time < 15; time++) idle.look();
parentPort?.postMessage({ before, after: getHeapStatistics().used_heap_size });
