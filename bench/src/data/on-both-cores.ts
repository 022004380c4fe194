/** Spreads independent jobs over worker threads, one a core, and keeps the order of the answers. */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Progress } from "../progress.ts";

export interface SpreadOptions<Job> {
  /** Module whose worker answers each posted job by one posted message. */
  readonly module: URL;
  readonly workerData: unknown;
  readonly jobs: readonly Job[];
  readonly progress: Progress;
}

/** Runs every job in a worker and resolves with the answers in the order of the jobs. */
export async function onBothCores<Job, Answer>(options: SpreadOptions<Job>): Promise<Answer[]> {
  const { jobs, progress } = options;
  const answers = new Array<Answer>(jobs.length);
  let next = 0;
  const serve = async (): Promise<void> => {
    if (next >= jobs.length) return;
    const worker = new Worker(options.module, { workerData: options.workerData });
    try {
      while (next < jobs.length) {
        const job = next++;
        answers[job] = await ask<Job, Answer>(worker, jobs[job]!);
        progress.step();
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), jobs.length) }, serve));
  progress.done();
  return answers;
}

function ask<Job, Answer>(worker: Worker, job: Job): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      worker.off("message", onMessage).off("error", onError);
    };
    const onMessage = (answer: Answer): void => {
      settle();
      resolve(answer);
    };
    const onError = (error: unknown): void => {
      settle();
      reject(error);
    };
    worker.on("message", onMessage).on("error", onError);
    worker.postMessage(job);
  });
}
