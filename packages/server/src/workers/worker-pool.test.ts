import { afterEach, expect, test } from "vitest";
import { type JobOptions, WorkerPool, type WorkerPoolOptions } from "./worker-pool.ts";

/** A thread whose jobs answer at once, never, by failing, or by ending the thread. */
const SCRIPT = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from "node:worker_threads";
    const jobs = {
      thread: () => ({ kind: "done", result: threadId }),
      echo: (job) => ({ kind: "done", result: job }),
      fail: (job) => ({ kind: "failed", error: new RangeError(job) }),
      tooMuch: (job) => ({ kind: "over-limit", message: job }),
      spin: () => { for (;;); },
      exit: () => process.exit(1),
      hoard: () => { const all = []; for (;;) all.push(new Array(100_000).fill(all.length)); },
    };
    process.on("exit", () => { if (ends !== undefined) Atomics.add(ends, 0, 1); });
    let ends;
    parentPort.on("message", (request) => {
      if (request === null) parentPort.close();
      else if (request.name === "countEnds") { ends = request.job; parentPort.postMessage({ kind: "done" }); }
      else parentPort.postMessage(jobs[request.name](request.job));
    });
    parentPort.postMessage({ kind: "ready" });
  `)}`,
);
const LONG_MS = 600_000;

const pools: WorkerPool[] = [];
function poolOf(options: Partial<WorkerPoolOptions> = {}): WorkerPool {
  const pool = new WorkerPool({ script: SCRIPT, threads: 1, memoryMebibytes: 64, idleMs: LONG_MS, ...options });
  pools.push(pool);
  return pool;
}
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.stop())));

const run = (pool: WorkerPool, name: string, job: unknown = null, options: Partial<JobOptions> = {}) =>
  pool.run({ name, job }, { timeoutMs: LONG_MS, ...options });

test("a job gives its result or throws what it threw, and the thread is used again", async () => {
  const pool = poolOf();
  expect(await run(pool, "echo", { a: [1, new Uint8Array(2)] })).toEqual({ a: [1, new Uint8Array(2)] });
  const thread = await run(pool, "thread");
  await expect(run(pool, "fail", "no")).rejects.toThrow(RangeError);
  await expect(run(pool, "tooMuch", "over")).rejects.toMatchObject({ code: "over-limit", message: "over" });
  expect(await run(pool, "thread")).toBe(thread);
});

test.for([
  ["spin", "timeout"],
  ["hoard", "memory"],
  ["exit", "crashed"],
] as const)("a job that would %s ends with its thread, and the next job gets another", async ([name, code]) => {
  const pool = poolOf();
  const thread = await run(pool, "thread");
  await expect(run(pool, name, null, { timeoutMs: name === "spin" ? 50 : LONG_MS })).rejects.toMatchObject({ code });
  expect(await run(pool, "thread")).not.toBe(thread);
});

test("waiting for a thread does not count as time of the job", async () => {
  const pool = poolOf();
  const hog = run(pool, "spin", null, { timeoutMs: 300 });
  const patient = run(pool, "echo", "done", { timeoutMs: 200 });
  await expect(hog).rejects.toMatchObject({ code: "timeout" });
  expect(await patient).toBe("done");
});

test("one person cannot keep every thread busy", async () => {
  const pool = poolOf({ threads: 2, threadsEach: 1 });
  const hogs = [1, 2, 3].map(() => run(pool, "spin", null, { holder: "mallory" }).catch((failure: unknown) => failure));
  expect(await run(pool, "echo", "served", { holder: "alice" })).toBe("served");
  expect(pool.waiting).toBe(2);
  await pool.stop();
  for (const failure of await Promise.all(hogs)) expect(failure).toMatchObject({ code: "crashed" });
});

test("a thread with nothing to do ends, and is started again when it is needed", async () => {
  const pool = poolOf({ idleMs: 1 });
  const thread = await run(pool, "thread");
  await expect.poll(() => run(pool, "thread")).not.toBe(thread);
});

test("a thread without a job ends by itself: it is not stopped from outside", async () => {
  const pool = poolOf();
  const ends = new Int32Array(new SharedArrayBuffer(4));
  await run(pool, "countEnds", ends);
  await pool.stop();
  // a thread that is stopped from outside does not get to its exit
  expect(ends[0]).toBe(1);
});
