/** The schedule of a fleet: puts due pages into the queue, as many as the workers can see to soon. */
import type { Store } from "@tessera/store";
import type { CheckQueue } from "./check-queue.ts";

export interface DispatcherParts {
  readonly store: Store;
  readonly queue: CheckQueue;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

const TICK_MS = 250;
/** Pages in the queue at most, of both pools: what is due stays a column, and the queue's tables stay small. */
const MAX_QUEUED = 10_000;
const PAGES_A_STEP = 1_000;
/** A page that waits for longer is put in again; the queue ignores it where the job is still there. */
const STALE_MS = 45_000;

export class Dispatcher {
  readonly #parts: DispatcherParts;
  #loop: Promise<void> | null = null;
  #isStopping = false;
  #wake: () => void = () => undefined;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
  }

  /** Idempotent. */
  start(): void {
    this.#isStopping = false;
    this.#loop ??= this.#run();
  }

  /** Idempotent. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#wake();
    await this.#loop;
    this.#loop = null;
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      const isMore = await this.#step().catch((failure: unknown) => {
        this.#parts.onError(failure);
        return false;
      });
      if (!isMore) await this.#sleep();
    }
  }

  /** True where there is more to do at once. */
  async #step(): Promise<boolean> {
    const { store, queue, now } = this.#parts;
    const limit = Math.min(PAGES_A_STEP, MAX_QUEUED - (await store.queue.depth()));
    if (limit <= 0) return false;
    const queued = await store.queue.enqueue({ now: now(), limit, staleMs: STALE_MS });
    await queue.send(queued.map(({ page, place }) => ({ page, isAsked: false, place })));
    return queued.length > limit / 2;
  }

  #sleep(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, TICK_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
