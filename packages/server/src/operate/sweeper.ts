/** Applies retention rules in the background, a little at a time until nothing is left, and again after a while. */
import type { Store } from "@tessera/store";

export interface SweeperOptions {
  readonly store: Pick<Store, "upkeep">;
  readonly clock: () => number;
  readonly onError: (error: unknown) => void;
  /** Between two rounds. */
  readonly everyMs?: number;
  /** Between two parts of a round, for others to use the store. */
  readonly pauseMs?: number;
}

const EVERY_MS = 10 * 60_000;
const PAUSE_MS = 200;
/** A round that never ends would be a mistake in the rules, not a long history. */
const MAX_PARTS = 10_000;

export class Sweeper {
  readonly #options: SweeperOptions;
  #running: Promise<void> | null = null;
  #stopping = new AbortController();

  constructor(options: SweeperOptions) {
    this.#options = options;
  }

  /** Idempotent. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** Finishes the part under way. Idempotent. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { everyMs = EVERY_MS, onError } = this.#options;
    while (!this.#stopping.signal.aborted) {
      await this.#round().catch(onError);
      await pause(everyMs, this.#stopping.signal);
    }
  }

  async #round(): Promise<void> {
    const { store, clock, pauseMs = PAUSE_MS } = this.#options;
    for (let part = 0; part < MAX_PARTS && !this.#stopping.signal.aborted; part++) {
      const { isPartial } = await store.upkeep.sweep(clock());
      if (!isPartial) return;
      await pause(pauseMs, this.#stopping.signal);
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
