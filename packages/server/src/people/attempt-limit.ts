/** How often somebody may be wrong: failures counted by key, forgotten after a while, bounded in memory. */

export interface AttemptLimitOptions {
  readonly mostFailures: number;
  readonly windowMs: number;
  /** Keys remembered at once; the longest untouched goes first. */
  readonly mostKeys?: number;
}

interface Failures {
  readonly count: number;
  readonly firstAt: number;
}

const MOST_KEYS = 10_000;

export class AttemptLimit {
  readonly #options: Required<AttemptLimitOptions>;
  readonly #failures = new Map<string, Failures>();

  constructor(options: AttemptLimitOptions) {
    this.#options = { mostKeys: MOST_KEYS, ...options };
  }

  /** How long to wait before the next attempt; 0 where it may be made now. */
  waitMs(keys: readonly string[], now: number): number {
    return Math.max(0, ...keys.map((key) => this.#waitFor(key, now)));
  }

  fail(keys: readonly string[], now: number): void {
    for (const key of keys) {
      const known = this.#current(key, now);
      this.#failures.delete(key);
      this.#failures.set(key, { count: (known?.count ?? 0) + 1, firstAt: known?.firstAt ?? now });
    }
    for (const oldest of this.#failures.keys()) {
      if (this.#failures.size <= this.#options.mostKeys) break;
      this.#failures.delete(oldest);
    }
  }

  succeed(keys: readonly string[]): void {
    for (const key of keys) this.#failures.delete(key);
  }

  #waitFor(key: string, now: number): number {
    const known = this.#current(key, now);
    if (!known || known.count < this.#options.mostFailures) return 0;
    return known.firstAt + this.#options.windowMs - now;
  }

  #current(key: string, now: number): Failures | undefined {
    const known = this.#failures.get(key);
    return known && now - known.firstAt < this.#options.windowMs ? known : undefined;
  }
}
