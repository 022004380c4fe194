/** Spreads independent jobs over worker threads, one a core, and keeps the order of the answers. */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Progress } from "../progress.ts";

export interface SpreadOptions<Job, Answer> {
  /** Module whose worker answers each posted job by one posted message. */
  readonly module: URL;
  readonly workerData: unknown;
  readonly jobs: readonly Job[];
  readonly progress: Progress;
  /** Threads at work; one a core where absent. One for measurements of time. */
  readonly cores?: number;
  /** Told each answer as it comes, with the rank of its job: what a long run must not lose. */
  readonly onAnswer?: (job: number, answer: Answer) => void;
}

/** Runs every job in a worker and resolves with the answers in the order of the jobs. */
export async function onBothCores<Job, Answer>(options: SpreadOptions<Job, Answer>): Promise<Answer[]> {
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
        options.onAnswer?.(job, answers[job]);
        progress.step();
      }
    } finally {
      await worker.terminate();
    }
  };
  const cores = options.cores ?? availableParallelism();
  await Promise.all(Array.from({ length: Math.min(cores, jobs.length) }, serve));
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
