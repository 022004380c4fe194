/** The inside of a worker thread: does jobs by their name, one after the other. */
import { parentPort } from "node:worker_threads";
import { ParseLimitError } from "@tessera/engine";
import { IdleMemory } from "../config/idle-memory.ts";
import * as jobs from "./jobs.ts";
import type { JobReply, ThreadRequest } from "./worker-pool.ts";

const work: Readonly<Record<string, (job: never) => unknown>> = jobs;

parentPort?.on("message", async (request: ThreadRequest) => {
  if (request === null) parentPort?.close();
  else parentPort?.postMessage(await replyTo(request.name, request.job));
});
parentPort?.postMessage({ kind: "ready" } satisfies JobReply);
new IdleMemory().start();

async function replyTo(name: string, job: unknown): Promise<JobReply> {
  try {
    const doJob = work[name];
    if (!doJob) throw new RangeError(`worker threads have no job ${name}`);
    return { kind: "done", result: await doJob(job as never) };
  } catch (error) {
    // classes of errors do not cross the border between threads
    if (error instanceof ParseLimitError) return { kind: "over-limit", message: error.message };
    return { kind: "failed", error };
  }
}
