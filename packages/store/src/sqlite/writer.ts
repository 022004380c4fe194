/** The way to the thread that writes: requests are answered in their order, failures come back as what they were. */
import { Worker } from "node:worker_threads";
import Sqlite from "better-sqlite3";
import type { QueryResult } from "kysely";
import { StoreFailure } from "../contract/store-failure.ts";
import type { ClaimedCheck } from "../sql/gathered-checks.ts";
import type { FileOptions } from "./open-file.ts";
import { asStoreFailure } from "./sqlite-failure.ts";
import type { Query } from "./statements.ts";
import type { RecordedCheck, SentFailure, WriterAnswer, WriterWork } from "./writer-messages.ts";

interface Waiting {
  readonly resolve: (result: WriterAnswer["result"]) => void;
  readonly reject: (failure: unknown) => void;
}

/** It keeps nothing between two requests: a small heap is enough. */
const YOUNG_MEBIBYTES = 16;

/** A thread that dies takes the process with it: nobody could say which of its last writes are on the disk. */
export class Writer {
  /** Whoever writes more than a statement has the thread alone meanwhile. */
  readonly turns = new Turns();
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  readonly #ended: Promise<unknown>;
  #closing: Promise<unknown> | null = null;

  constructor(options: FileOptions) {
    this.#worker = new Worker(new URL("./writer-thread.ts", import.meta.url), {
      name: "writing",
      workerData: options,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEBIBYTES },
    });
    this.#worker.on("message", (answer: WriterAnswer) => this.#settle(answer));
    this.#ended = new Promise((resolve) => this.#worker.once("exit", resolve));
    // a thread with nothing to do keeps no process alive
    this.#worker.unref();
  }

  async query<Result>({ sql, parameters }: Query): Promise<QueryResult<Result>> {
    // rows are what the query says, as with every driver
    return (await this.#ask({ kind: "query", sql, parameters })) as QueryResult<Result>;
  }

  /** In a turn of its own, as everything that writes. */
  async record(checks: readonly ClaimedCheck[]): Promise<readonly RecordedCheck[]> {
    const endTurn = await this.turns.take();
    try {
      return (await this.#ask({ kind: "record", checks })) as readonly RecordedCheck[];
    } finally {
      endTurn();
    }
  }

  async rollback(): Promise<void> {
    await this.#ask({ kind: "rollback" });
  }

  async backUp(target: string): Promise<void> {
    await this.#ask({ kind: "back-up", target });
  }

  /** Idempotent. The thread ends by itself: one that is stopped from outside may be in the middle of native code. */
  async close(): Promise<void> {
    this.#closing ??= this.#send({ kind: "close" }).then(() => {
      this.#worker.ref();
      return this.#ended;
    });
    await this.#closing;
  }

  async #ask(work: WriterWork): Promise<WriterAnswer["result"]> {
    if (this.#closing !== null) throw new RangeError("the store is closed");
    return this.#send(work);
  }

  #send(work: WriterWork): Promise<WriterAnswer["result"]> {
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#waiting.set(id, { resolve, reject });
      this.#worker.ref();
      this.#worker.postMessage({ id, work });
    });
  }

  #settle({ id, result, failure }: WriterAnswer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) this.#worker.unref();
    if (failure) waiting?.reject(received(failure));
    else waiting?.resolve(result);
  }
}

export function received(failure: SentFailure): Error {
  if (failure.by === "store") return new StoreFailure(failure.code, failure.message, null);
  const error = new Sqlite.SqliteError(failure.message, failure.code);
  return asStoreFailure(error) ?? error;
}

/** Lets one at a time pass, in the order of asking. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves, when it is the caller's turn, with the way to end it. */
  async take(): Promise<() => void> {
    const before = this.#last;
    let end: () => void = () => undefined;
    this.#last = new Promise((resolve) => (end = resolve));
    await before;
    return end;
  }
}
