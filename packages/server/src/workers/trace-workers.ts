/** Worker threads that parse, trace, compare and draw, so that the event loop never waits for a page. */
import { setFlagsFromString } from "node:v8";
import type { PageReader } from "@tessera/capture";
import type { BlockPath, CaptureFailureRecord, Change } from "@tessera/model";
import type { FeedLink, LinkGroup, PageBlocks, ProposedBlock, ReplyOf } from "@tessera/model/api";
import { CaptureFailure } from "@tessera/network";
import type { AssetReader } from "@tessera/show";
import type { Body } from "@tessera/store";
import type { ImportJob, ImportReading } from "../interchange/reading/import-job.ts";
import type { ContentPair, PastJob } from "../trace/compare-contents.ts";
import type { Drawings } from "../trace/draw.ts";
import type { FeedLinksJob } from "../trace/feed-links.ts";
import type { SameBlock, SameBlockJob, SameBlocksJob, SeenAt } from "../trace/find-same-block.ts";
import type { FileToKeep } from "../trace/kept-images.ts";
import type { Learned, LearnJob, Taught, TeachJob } from "../trace/learn-block.ts";
import type { Located, LocateJob } from "../trace/locate-block.ts";
import type { PageBlocksJob } from "../trace/page-blocks.ts";
import type { PageJob, PageTrace, TracedContent } from "../trace/page-job.ts";
import type { LinksJob } from "../trace/page-links.ts";
import type { AlikeJob, ComponentsJob, ProposeJob } from "../trace/propose-blocks.ts";
import type { ReadItem } from "../trace/read-items.ts";
import type { Upload, UploadJob } from "../trace/read-upload.ts";
import type { ReplayedStep, ReplayJob } from "../trace/replay-step.ts";
import type * as jobs from "./jobs.ts";
import { WorkerFailure, WorkerPool } from "./worker-pool.ts";

/** The work of worker threads; in a test it may as well be done on the spot. */
export interface TraceWorkers extends Drawings, ForeignReader {
  readonly tracePage: (job: PageJob) => Promise<PageTrace>;
  readonly learnBlock: (job: LearnJob) => Promise<Learned>;
  readonly teachBlock: (job: TeachJob) => Promise<Taught>;
  readonly pageBlocks: (job: PageBlocksJob) => Promise<PageBlocks>;
  readonly proposeBlocks: (job: ProposeJob) => Promise<readonly ProposedBlock[]>;
  readonly trainedBlocks: (job: ComponentsJob) => Promise<ReplyOf<"GET /captures/:id/components">>;
  readonly alikeBlocks: (job: AlikeJob) => Promise<readonly BlockPath[] | null>;
  readonly pageLinks: (job: LinksJob) => Promise<readonly LinkGroup[] | null>;
  readonly feedLinks: (job: FeedLinksJob) => Promise<readonly FeedLink[]>;
  readonly readFeed: (job: FeedLinksJob) => Promise<readonly ReadItem[]>;
  /** The items of observed contents. */
  readonly readItems: (contents: readonly Body[]) => Promise<readonly (readonly ReadItem[])[]>;
  readonly locateBlock: (job: LocateJob) => Promise<Located>;
  /** What a person's own browser has sent. */
  readonly readUpload: (job: UploadJob) => Promise<Upload>;
  /** Images and style sheets of a page that is one person's; drawings among the images are left out. */
  readonly keepImages: (files: readonly FileToKeep[]) => Promise<Body | null>;
  readonly findSameBlock: (job: SameBlockJob) => Promise<SameBlock>;
  readonly findSameBlocks: (job: SameBlocksJob) => Promise<readonly (SeenAt | null)[]>;
  readonly replayStep: (job: ReplayJob) => Promise<ReplayedStep>;
  /** What is wrong with each pattern, or null. */
  readonly patternFaults: (sources: readonly string[]) => Promise<readonly (string | null)[]>;
  /** A file of records or of another program's list. */
  readonly readImportFile: (job: ImportJob) => Promise<ImportReading>;
  /** A body as the JSON of an archive; null where it is damaged. */
  readonly writeBody: (body: Body) => Promise<string | null>;
  readonly compareContents: (pair: ContentPair) => Promise<Change>;
  readonly comparePast: (job: PastJob) => Promise<TracedContent>;
  /** The same work for somebody who waits: in a lane of its own, in turns with others who wait. */
  readonly forPerson: (holder: string) => TraceWorkers;
  /** The same work with what is due, in turns with what is due for others. */
  readonly onBehalfOf: (holder: string) => TraceWorkers;
}

export interface TraceWorkerPoolOptions {
  /** One unless told. */
  readonly threads?: number | undefined;
  /** A thread that has had nothing to do for so long is ended. */
  readonly idleMs?: number;
  /** A job that takes longer is given up. */
  readonly timeoutMs?: number;
  /** A job that needs more is given up, and its thread replaced. */
  readonly memoryMebibytes?: number;
  /** Of a thread's heap, for what lives shortly. */
  readonly youngMebibytes?: number;
}

/** Whose job it is, and how long it may take. */
interface Lane {
  readonly pool: WorkerPool;
  readonly holder?: string;
  readonly timeoutMs: number;
}

const SCRIPT = new URL("./worker.ts", import.meta.url);
const BACKGROUND_TIMEOUT_MS = 30_000;

/** Nobody waits longer for a page to be read. */
const WAITING_TIMEOUT_MS = 15_000;

/** Files may be a hundred times as large as pages. */
const FILE_TIMEOUT_MS = 30_000;
const MEMORY_MEBIBYTES = 1_024;
/** As V8 has it. */
const YOUNG_MEBIBYTES = 48;
const IDLE_MS = 60_000;
/**
 * By so much a heap may grow before all of it is collected. V8 says 40 % for a thread whose heap is limited to 512 MiB, and
 * then collects after every sixth page; with this, a trace takes a twelfth less, and the thread 14 MiB more.
 */
const GROWING_PERCENT = 100;

/** A page that is more than a worker thread can take. */
export class TraceFailure extends Error {
  override readonly name = "TraceFailure";
  readonly code: "timeout" | "too-large";

  constructor(code: TraceFailure["code"], message: string, cause: unknown) {
    super(message, { cause });
    this.code = code;
  }

  toRecord(): CaptureFailureRecord {
    return { code: this.code, retry: "later", message: this.message };
  }
}

/** Two lanes: one for what is due, one for people who wait. In the second, nobody can keep every thread busy. */
export class TraceWorkerPool {
  readonly #background: WorkerPool;
  readonly #waiting: WorkerPool;
  readonly #timeoutMs: number | undefined;
  /** What is done for nobody in particular. */
  readonly workers: TraceWorkers;

  constructor(options: TraceWorkerPoolOptions = {}) {
    const { threads = 1, memoryMebibytes = MEMORY_MEBIBYTES, youngMebibytes = YOUNG_MEBIBYTES } = options;
    const common = { script: SCRIPT, memoryMebibytes, youngMebibytes, idleMs: options.idleMs ?? IDLE_MS };
    setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`);
    this.#timeoutMs = options.timeoutMs;
    this.#background = new WorkerPool({ ...common, threads });
    this.#waiting = new WorkerPool({ ...common, threads: threads + 1, threadsEach: threads });
    this.workers = this.#looksIn(this.#due());
  }

  /** Threads that there are: none before the first work, none after a while without any. */
  get size(): number {
    return this.#background.size + this.#waiting.size;
  }

  /** Jobs that wait for a thread. */
  get waiting(): number {
    return this.#background.waiting + this.#waiting.waiting;
  }

  async stop(): Promise<void> {
    await Promise.all([this.#background.stop(), this.#waiting.stop()]);
  }

  #looksIn(lane: Lane): TraceWorkers {
    return {
      tracePage: (job) => run(lane, "tracePage", job),
      learnBlock: (job) => run(lane, "learnBlock", job),
      teachBlock: (job) => run(lane, "teachBlock", job),
      pageBlocks: (job) => run(lane, "pageBlocks", job),
      proposeBlocks: (job) => run(lane, "proposeBlocks", job),
      trainedBlocks: (job) => run(lane, "trainedBlocks", job),
      alikeBlocks: (job) => run(lane, "alikeBlocks", job),
      pageLinks: (job) => run(lane, "pageLinks", job),
      feedLinks: (job) => run(lane, "feedLinks", job),
      readFeed: (job) => run(lane, "readFeed", job),
      readItems: (job) => run(lane, "readItems", job),
      locateBlock: (job) => run(lane, "locateBlock", job),
      readUpload: (job) => run({ ...lane, timeoutMs: this.#timeoutMs ?? FILE_TIMEOUT_MS }, "readUpload", job),
      keepImages: (files) => run(lane, "keepImages", files),
      findSameBlock: (job) => run(lane, "findSameBlock", job),
      findSameBlocks: (job) => run(lane, "findSameBlocks", job),
      replayStep: (job) => run(lane, "replayStep", job),
      patternFaults: (job) => run(lane, "patternFaults", job),
      readImportFile: (job) => run({ ...lane, timeoutMs: this.#timeoutMs ?? FILE_TIMEOUT_MS }, "readImportFile", job),
      writeBody: (job) => run(lane, "writeBody", job),
      compareContents: (job) => run(lane, "compareContents", job),
      comparePast: (job) => run(lane, "comparePast", job),
      readPage: (job) => run(lane, "readPage", job),
      readSnapshot: (job) => run(lane, "readSnapshot", job),
      readTimeMap: (job) => run(lane, "readTimeMap", job),
      cleanAsset: (job) => run(lane, "cleanAsset", job),
      splitImports: (job) => run(lane, "splitImports", job),
      drawPage: (job) => run(lane, "drawPage", job),
      extractTile: (job) => run(lane, "extractTile", job),
      pictureTile: (job) => run(lane, "pictureTile", job),
      applyStyles: (job) => run(lane, "applyStyles", job),
      drawSprites: (job) => run(lane, "drawSprites", job),
      forPerson: (holder) =>
        this.#looksIn({ pool: this.#waiting, holder, timeoutMs: this.#timeoutMs ?? WAITING_TIMEOUT_MS }),
      onBehalfOf: (holder) => this.#looksIn({ ...this.#due(), holder }),
    };
  }

  #due(): Lane {
    return { pool: this.#background, timeoutMs: this.#timeoutMs ?? BACKGROUND_TIMEOUT_MS };
  }
}

/** Does the job in the next thread of the lane that is free. */
async function run<Name extends keyof typeof jobs>(
  { pool, holder, timeoutMs }: Lane,
  name: Name,
  job: Parameters<(typeof jobs)[Name]>[0],
): Promise<Awaited<ReturnType<(typeof jobs)[Name]>>> {
  try {
    return (await pool.run({ name, job }, { holder, timeoutMs })) as Awaited<ReturnType<(typeof jobs)[Name]>>;
  } catch (cause) {
    if (!(cause instanceof WorkerFailure)) throw cause;
    throw failureOf(cause);
  }
}

function failureOf(cause: WorkerFailure): TraceFailure {
  switch (cause.code) {
    case "timeout":
      return new TraceFailure("timeout", "the page took too long to read", cause);
    case "over-limit":
      return new TraceFailure("too-large", cause.message, cause);
    case "memory":
    case "crashed":
      return new TraceFailure("too-large", "the page took too much memory to read", cause);
  }
}

export type ForeignReader = PageReader & AssetReader;

/** In the lane of whoever waits, or in that of what is due. */
export function readersOver(workers: TraceWorkers): (holder: string | undefined) => ForeignReader {
  return (holder) => readerOver(holder === undefined ? workers : workers.forPerson(holder));
}

/** What is more than a thread takes is a failure of that page or asset like any other. */
function readerOver(workers: TraceWorkers): ForeignReader {
  return {
    readPage: (job) => typed(workers.readPage(job)),
    readSnapshot: (job) => typed(workers.readSnapshot(job)),
    readTimeMap: (job) => typed(workers.readTimeMap(job)),
    cleanAsset: (job) => typed(workers.cleanAsset(job)),
    splitImports: (job) => typed(workers.splitImports(job)),
  };
}

async function typed<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    if (!(cause instanceof TraceFailure)) throw cause;
    throw new CaptureFailure(cause.code, { message: cause.message, retry: "later", cause });
  }
}
