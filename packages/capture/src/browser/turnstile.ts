/** Lets so many through at a time, the others in the order they came. */

export class Turnstile {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /** Runs the work when there is a place. Whoever stops waiting leaves the queue. */
  async pass<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#enter(signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    const turn = Promise.withResolvers<void>();
    const onAbort = () => {
      const place = this.#waiting.indexOf(turn.resolve);
      if (place < 0) return;
      this.#waiting.splice(place, 1);
      turn.reject(signal?.reason);
    };
    this.#waiting.push(turn.resolve);
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      await turn.promise;
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
  }

  /** The place goes to the next one directly: nobody who comes later can take it in between. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}
