/**
 * Threads that do named jobs, each within a time limit and a memory limit that are enforced by ending the thread: whatever
 * a foreign page does to the code that reads it, the event loop goes on, and so does the next job.
 */
import { Worker } from "node:worker_threads";
import { Semaphore } from "@tessera/network";

export interface WorkerPoolOptions {
  /** The module that calls `serveJobs`. */
  readonly script: URL;
  readonly threads: number;
  /** How many threads one person may keep busy; by default all. */
  readonly threadsEach?: number;
  readonly memoryMebibytes: number;
  /** Of that, for what lives shortly; as V8 has it unless told. */
  readonly youngMebibytes?: number;
  /** A thread that has had nothing to do for so long is ended. */
  readonly idleMs: number;
}

export interface JobOptions {
  /** Whose turn it is where jobs wait. */
  readonly holder?: string | undefined;
  /** From the moment a thread begins with it. */
  readonly timeoutMs: number;
}

/** What a job sends back: its result, or what it threw, as far as that can be sent. */
export type JobReply =
  | { readonly kind: "ready" }
  | { readonly kind: "done"; readonly result: unknown }
  /** What it was given is more than the engine reads. */
  | { readonly kind: "over-limit"; readonly message: string }
  | { readonly kind: "failed"; readonly error: unknown };

export interface JobRequest {
  readonly name: string;
  readonly job: unknown;
}

/** What a thread reads: null is the last request, after which it ends by itself. */
export type ThreadRequest = JobRequest | null;

/** The job took more than it may, and has no result. */
export class WorkerFailure extends Error {
  override readonly name = "WorkerFailure";
  readonly code: "timeout" | "memory" | "over-limit" | "crashed";

  constructor(code: WorkerFailure["code"], message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #turns: Semaphore;
  readonly #idle: Thread[] = [];
  readonly #threads = new Set<Thread>();
  #isStopped = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    const { threads: permits, threadsEach: permitsEach = permits } = options;
    this.#turns = new Semaphore({ permits, permitsEach });
  }

  /** Does the job in the next thread that is free. Throws a `WorkerFailure`, or what the job itself threw. */
  async run(request: JobRequest, { holder, timeoutMs }: JobOptions): Promise<unknown> {
    return this.#turns.use(
      async () => {
        const thread = this.#take();
        try {
          return await thread.run(request, timeoutMs);
        } finally {
          this.#give(thread);
        }
      },
      { holder },
    );
  }

  /** Threads that there are. */
  get size(): number {
    return this.#threads.size;
  }

  /** Jobs that wait for a thread. */
  get waiting(): number {
    return this.#turns.waiting;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }

  /** The thread that was busy last: others may go to sleep. */
  #take(): Thread {
    if (this.#isStopped) throw ended("crashed");
    const thread = this.#idle.pop() ?? this.#start();
    thread.wake();
    return thread;
  }

  #start(): Thread {
    const thread = new Thread(this.#options, () => {
      this.#threads.delete(thread);
      const place = this.#idle.indexOf(thread);
      if (place >= 0) this.#idle.splice(place, 1);
    });
    this.#threads.add(thread);
    return thread;
  }

  #give(thread: Thread): void {
    if (!this.#threads.has(thread)) return;
    this.#idle.push(thread);
    thread.sleep(this.#options.idleMs);
  }
}

/** So long a thread that was asked to end may take, most of it for starting. */
const MAX_END_MS = 5_000;

/** One thread: starting, at a job, idle, or ended. */
class Thread {
  readonly #worker: Worker;
  readonly #exit: Promise<unknown>;
  readonly #onEnd: () => void;
  readonly #ready = Promise.withResolvers<void>();
  #job: PromiseWithResolvers<unknown> | null = null;
  #idleTimer: NodeJS.Timeout | undefined;
  #ended: WorkerFailure | null = null;

  constructor({ script, memoryMebibytes, youngMebibytes }: WorkerPoolOptions, onEnd: () => void) {
    this.#onEnd = onEnd;
    const young = youngMebibytes === undefined ? {} : { maxYoungGenerationSizeMb: youngMebibytes };
    const resourceLimits = { maxOldGenerationSizeMb: memoryMebibytes, ...young };
    this.#worker = new Worker(script, { name: "tracing", resourceLimits });
    this.#worker.on("message", (reply: JobReply) => this.#hear(reply));
    this.#worker.on("error", (cause) => this.#fail(endOf(cause)));
    this.#exit = new Promise((resolve) => this.#worker.once("exit", resolve));
    this.#worker.once("exit", () => this.#settle(ended("crashed")));
    // a thread that nobody waits for ends silently
    this.#ready.promise.catch(() => undefined);
  }

  async run(request: JobRequest, timeoutMs: number): Promise<unknown> {
    await this.#ready.promise;
    if (this.#ended) throw this.#ended;
    const job = Promise.withResolvers<unknown>();
    this.#job = job;
    const timer = setTimeout(() => this.#fail(ended("timeout")), timeoutMs);
    try {
      this.#worker.postMessage(request satisfies ThreadRequest);
      return await job.promise;
    } finally {
      clearTimeout(timer);
      this.#job = null;
    }
  }

  /** Ends itself when nothing comes; until then it keeps no process alive. */
  sleep(idleMs: number): void {
    this.#worker.unref();
    this.#idleTimer = setTimeout(() => void this.end(), idleMs).unref();
  }

  wake(): void {
    clearTimeout(this.#idleTimer);
    this.#worker.ref();
  }

  /**
   * A thread without a job is asked to end and stopped only where it does not: one that is stopped from outside while it
   * starts or runs native code may take the process with it.
   */
  async end(): Promise<void> {
    if (this.#job) this.#fail(ended("crashed"));
    else if (this.#settle(ended("crashed"))) {
      this.#worker.ref();
      this.#worker.postMessage(null satisfies ThreadRequest);
      const timer = setTimeout(() => void this.#worker.terminate(), MAX_END_MS);
      this.#worker.once("exit", () => clearTimeout(timer));
    }
    await this.#exit;
  }

  #hear(reply: JobReply): void {
    if (reply.kind === "ready") this.#ready.resolve();
    else if (reply.kind === "done") this.#job?.resolve(reply.result);
    else if (reply.kind === "failed") this.#job?.reject(reply.error);
    else this.#job?.reject(new WorkerFailure("over-limit", reply.message));
  }

  #fail(failure: WorkerFailure): void {
    if (this.#settle(failure)) void this.#worker.terminate();
  }

  /** Nothing comes from it any more; false where that was known. */
  #settle(failure: WorkerFailure): boolean {
    if (this.#ended) return false;
    this.#ended = failure;
    clearTimeout(this.#idleTimer);
    this.#onEnd();
    this.#ready.reject(failure);
    this.#job?.reject(failure);
    return true;
  }
}

function endOf(cause: unknown): WorkerFailure {
  const isMemory = cause instanceof Error && "code" in cause && cause.code === "ERR_WORKER_OUT_OF_MEMORY";
  return ended(isMemory ? "memory" : "crashed", cause);
}

function ended(code: WorkerFailure["code"], cause?: unknown): WorkerFailure {
  return new WorkerFailure(code, `a worker thread was ended: ${code}`, cause);
}
