/** Applies retention rules in the background, a little at a time until nothing is left, and again after a while. */
import type { Store } from "@tessera/store";
import { Loop } from "../timing/loop.ts";

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
  readonly #loop: Loop;
  #parts = 0;

  constructor(options: SweeperOptions) {
    this.#options = options;
    const { onError, everyMs: afterErrorMs = EVERY_MS } = options;
    this.#loop = new Loop({ round: () => this.#sweep(), onError, afterErrorMs });
  }

  /** Idempotent. */
  start(): void {
    this.#loop.start();
  }

  /** Finishes the part under way. Idempotent. */
  stop(): Promise<void> {
    return this.#loop.stop();
  }

  async #sweep(): Promise<number> {
    const { store, clock, everyMs = EVERY_MS, pauseMs = PAUSE_MS } = this.#options;
    const { isPartial } = await store.upkeep.sweep(clock());
    this.#parts = isPartial && this.#parts < MAX_PARTS ? this.#parts + 1 : 0;
    return this.#parts > 0 ? pauseMs : everyMs;
  }
}
