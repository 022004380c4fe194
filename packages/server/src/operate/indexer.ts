/**
 * Keeps the index of the search up to date behind the checks: a few blocks at a time, soon after something has changed, and
 * with pauses in which others use the store. What was there before there was an index comes into it in the same way.
 */
import type { Store } from "@tessera/store";
import { Loop } from "../timing/loop.ts";

export interface IndexerOptions {
  readonly store: Pick<Store, "search">;
  readonly onError: (error: unknown) => void;
  /** Between two looks at whether something has changed. */
  readonly everyMs?: number;
  /** Between two parts, while it is behind. */
  readonly pauseMs?: number;
}

const EVERY_MS = 2_000;
const PAUSE_MS = 20;
const AFTER_ERROR_MS = 60_000;
/** A few milliseconds of work: nobody waits longer for the process, or for the disk. */
const BLOCKS_AT_A_TIME = 8;

export class Indexer {
  readonly #loop: Loop;

  constructor({ store, onError, everyMs = EVERY_MS, pauseMs = PAUSE_MS }: IndexerOptions) {
    const round = async () => ((await store.search.catchUp(BLOCKS_AT_A_TIME)).isBehind ? pauseMs : everyMs);
    this.#loop = new Loop({ round, onError, afterErrorMs: AFTER_ERROR_MS });
  }

  /** Idempotent. */
  start(): void {
    this.#loop.start();
  }

  /** Finishes the part under way. Idempotent. */
  stop(): Promise<void> {
    return this.#loop.stop();
  }
}
