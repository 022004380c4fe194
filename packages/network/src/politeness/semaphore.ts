/** Permits for a limited number of things at a time. Those who wait take turns, so that one long queue holds up nobody else. */

export interface SemaphoreOptions {
  readonly permits: number;
  /** At most this many for one holder who is named; by default all of them. */
  readonly permitsEach?: number;
}

export interface UseOptions {
  /** Whose turn it is: a person, where people wait. Without one, all who give none are one holder. */
  readonly holder?: string | undefined;
  /** Goes behind everything else that its holder waits for: what is merely due, behind what somebody looks at. */
  readonly inBackground?: boolean | undefined;
  /** Whoever stops waiting leaves the queue. */
  readonly signal?: AbortSignal | undefined;
}

interface Waiter {
  readonly grant: () => void;
  readonly inBackground: boolean;
}

export class Semaphore {
  readonly #permitsEach: number;
  #free: number;
  readonly #held = new Map<string, number>();
  /** By holder, the holder whose turn is next first. */
  readonly #waiting = new Map<string, Waiter[]>();

  constructor({ permits, permitsEach = permits }: SemaphoreOptions) {
    if (permits < 1 || permitsEach < 1) throw new RangeError("a semaphore needs at least one permit for each holder");
    this.#free = permits;
    this.#permitsEach = permitsEach;
  }

  /** Runs the work when it has a permit. */
  async use<T>(work: () => Promise<T>, options: UseOptions = {}): Promise<T> {
    const release = await this.acquire(options);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** A permit, given back by calling the result. */
  async acquire({ holder = "", inBackground = false, signal }: UseOptions = {}): Promise<() => void> {
    signal?.throwIfAborted();
    const turn = Promise.withResolvers<void>();
    const waiter: Waiter = { grant: turn.resolve, inBackground };
    this.#enqueue(holder, waiter);
    const onAbort = (): void => {
      if (this.#leave(holder, waiter)) turn.reject(signal?.reason);
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#grant();
    try {
      await turn.promise;
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
    return this.#releaseOf(holder);
  }

  /** How many wait for a permit. */
  get waiting(): number {
    let count = 0;
    for (const queue of this.#waiting.values()) count += queue.length;
    return count;
  }

  #enqueue(holder: string, waiter: Waiter): void {
    const queue = this.#waiting.get(holder);
    if (!queue) {
      this.#waiting.set(holder, [waiter]);
      return;
    }
    const place = waiter.inBackground ? -1 : queue.findIndex(({ inBackground }) => inBackground);
    queue.splice(place < 0 ? queue.length : place, 0, waiter);
  }

  /** False where the permit was granted already. */
  #leave(holder: string, waiter: Waiter): boolean {
    const queue = this.#waiting.get(holder);
    const place = queue?.indexOf(waiter) ?? -1;
    if (!queue || place < 0) return false;
    queue.splice(place, 1);
    if (queue.length === 0) this.#waiting.delete(holder);
    return true;
  }

  #releaseOf(holder: string): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.#free++;
      const held = (this.#held.get(holder) ?? 1) - 1;
      if (held === 0) this.#held.delete(holder);
      else this.#held.set(holder, held);
      this.#grant();
    };
  }

  /** Permits go to the next in turn directly: nobody who comes later can take one in between. */
  #grant(): void {
    while (this.#free > 0) {
      const holder = this.#nextInTurn();
      if (holder === null) return;
      const queue = this.#waiting.get(holder) ?? [];
      const next = queue.shift();
      // to the end of the line, or out of it
      this.#waiting.delete(holder);
      if (queue.length > 0) this.#waiting.set(holder, queue);
      this.#free--;
      this.#held.set(holder, (this.#held.get(holder) ?? 0) + 1);
      next?.grant();
    }
  }

  #nextInTurn(): string | null {
    for (const holder of this.#waiting.keys()) {
      // nobody in particular may have them all
      if (holder === "" || (this.#held.get(holder) ?? 0) < this.#permitsEach) return holder;
    }
    return null;
  }
}
