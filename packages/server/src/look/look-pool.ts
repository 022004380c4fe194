/** Worker threads that parse, trace and compare, so that the event loop never waits for a page. */
import { availableParallelism } from "node:os";
import type { BlockPath, CaptureFailureRecord } from "@tessera/model";
import { Piscina } from "piscina";
import type { PageBlocks, PageBlocksJob } from "../catalogue/page-blocks.ts";
import type { Drawings } from "./draw.ts";
import type { Learned, LearnJob } from "./learn-block.ts";
import type { Located, LocateJob } from "./locate-block.ts";
import type { PageJob, PageSight } from "./page-job.ts";
import type { AlikeJob, ProposedBlock, ProposeJob } from "./propose-blocks.ts";
import type { ReplayedStep, ReplayJob } from "./replay-step.ts";
import type { Taught, TeachJob } from "./teach-block.ts";
import type * as worker from "./worker.ts";

/** The work of worker threads; in a test it may as well be done on the spot. */
export interface Looks {
  readonly lookAtPage: (job: PageJob) => Promise<PageSight>;
  readonly learnBlock: (job: LearnJob) => Promise<Learned>;
  readonly teachBlock: (job: TeachJob) => Promise<Taught>;
  readonly pageBlocks: (job: PageBlocksJob) => Promise<PageBlocks>;
  readonly proposeBlocks: (job: ProposeJob) => Promise<readonly ProposedBlock[]>;
  readonly alikeBlocks: (job: AlikeJob) => Promise<readonly BlockPath[] | null>;
  readonly locateBlock: (job: LocateJob) => Promise<Located>;
  readonly replayStep: (job: ReplayJob) => Promise<ReplayedStep>;
}

export interface LookPoolOptions {
  readonly threads?: number;
  /** A page that takes longer is given up. */
  readonly timeoutMs?: number;
  /** A page that needs more is given up, and its thread replaced. */
  readonly memoryMebibytes?: number;
}

const TIMEOUT_MS = 60_000;
const MEMORY_MEBIBYTES = 1_024;
const IDLE_MS = 60_000;

/** A page that is more than a worker thread can take. */
export class LookFailure extends Error {
  override readonly name = "LookFailure";
  readonly code: "timeout" | "too-large";

  constructor(code: LookFailure["code"], cause: unknown) {
    super(code === "timeout" ? "the page took too long to read" : "the page took too much memory to read", { cause });
    this.code = code;
  }

  toRecord(): CaptureFailureRecord {
    return { code: this.code, retry: "later", message: this.message };
  }
}

export class LookPool implements Looks, Drawings {
  readonly #pool: Piscina;
  readonly #timeoutMs: number;

  constructor(options: LookPoolOptions = {}) {
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    this.#pool = new Piscina({
      filename: new URL("./worker.ts", import.meta.url).href,
      minThreads: 1,
      maxThreads: options.threads ?? Math.max(1, availableParallelism() - 1),
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMebibytes ?? MEMORY_MEBIBYTES },
    });
  }

  readonly lookAtPage = (job: PageJob): Promise<PageSight> => this.#run("lookAtPage", job);

  readonly learnBlock = (job: LearnJob): Promise<Learned> => this.#run("learnBlock", job);

  readonly teachBlock = (job: TeachJob): Promise<Taught> => this.#run("teachBlock", job);

  readonly pageBlocks = (job: PageBlocksJob): Promise<PageBlocks> => this.#run("pageBlocks", job);

  readonly proposeBlocks = (job: ProposeJob): Promise<readonly ProposedBlock[]> => this.#run("proposeBlocks", job);

  readonly alikeBlocks = (job: AlikeJob): Promise<readonly BlockPath[] | null> => this.#run("alikeBlocks", job);
  readonly locateBlock = (job: LocateJob): Promise<Located> => this.#run("locateBlock", job);

  readonly drawPage: Drawings["drawPage"] = (job) => this.#run("drawPage", job);

  readonly sketchTile: Drawings["sketchTile"] = (job) => this.#run("sketchTile", job);

  readonly dressTile: Drawings["dressTile"] = (job) => this.#run("dressTile", job);

  readonly replayStep = (job: ReplayJob): Promise<ReplayedStep> => this.#run("replayStep", job);

  /** Does the job in the next thread that is free. */
  async #run<Job, Result>(name: keyof typeof worker, job: Job): Promise<Result> {
    const signal = AbortSignal.timeout(this.#timeoutMs);
    try {
      return await this.#pool.run(job, { name, signal });
    } catch (cause) {
      if (signal.aborted) throw new LookFailure("timeout", cause);
      const code = cause instanceof Error && "code" in cause ? cause.code : null;
      throw code === "ERR_WORKER_OUT_OF_MEMORY" ? new LookFailure("too-large", cause) : cause;
    }
  }

  /** Jobs that wait for a thread. */
  get waiting(): number {
    return this.#pool.queueSize;
  }

  async stop(): Promise<void> {
    await this.#pool.destroy();
  }
}
