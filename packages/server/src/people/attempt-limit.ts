/** How often somebody may be wrong: failures counted by key, forgotten after a while, bounded in memory. */

/** One rule about who may try when. An attempt counts as a failure from its beginning, and is given back if it was none. */
export interface AttemptRule {
  /** How long to wait before the next attempt; 0 where it may be made now. */
  waitMs(key: string, now: number): number;
  fail(key: string, now: number): void;
  giveBack(key: string): void;
}

interface Failures {
  readonly count: number;
  readonly firstAt: number;
  readonly lastAt: number;
}

const MINUTE_MS = 60_000;

/** Above this many, those that are full again are forgotten. */
const REMEMBERED = 10_000;

/** Keys remembered at once; the longest untouched goes first. */
const MAX_KEYS = 10_000;

/** Failures by key, as long as `isOver` does not say that they are past. */
class FailureCounts {
  readonly #failures = new Map<string, Failures>();
  readonly #isOver: (failures: Failures, now: number) => boolean;
  readonly #maxKeys: number;

  constructor(isOver: (failures: Failures, now: number) => boolean, maxKeys = MAX_KEYS) {
    this.#isOver = isOver;
    this.#maxKeys = maxKeys;
  }

  of(key: string, now: number): Failures | undefined {
    const known = this.#failures.get(key);
    return known && !this.#isOver(known, now) ? known : undefined;
  }

  add(key: string, now: number): void {
    const known = this.of(key, now);
    this.#failures.delete(key);
    this.#failures.set(key, { count: (known?.count ?? 0) + 1, firstAt: known?.firstAt ?? now, lastAt: now });
    for (const oldest of this.#failures.keys()) {
      if (this.#failures.size <= this.#maxKeys) break;
      this.#failures.delete(oldest);
    }
  }

  takeOne(key: string): void {
    const known = this.#failures.get(key);
    if (known && known.count > 1) this.#failures.set(key, { ...known, count: known.count - 1 });
    else this.#failures.delete(key);
  }

  forget(key: string): void {
    this.#failures.delete(key);
  }
}

export interface AttemptLimitOptions {
  readonly maxFailures: number;
  readonly windowMs: number;
  readonly maxKeys?: number;
}

/** So many failures in a while, counted from the first, and then none until it is over. */
export class AttemptLimit implements AttemptRule {
  readonly #options: AttemptLimitOptions;
  readonly #failures: FailureCounts;

  constructor(options: AttemptLimitOptions) {
    this.#options = options;
    this.#failures = new FailureCounts(({ firstAt }, now) => now - firstAt >= options.windowMs, options.maxKeys);
  }

  waitMs(key: string, now: number): number {
    const known = this.#failures.of(key, now);
    if (!known || known.count < this.#options.maxFailures) return 0;
    return known.firstAt + this.#options.windowMs - now;
  }

  fail(key: string, now: number): void {
    this.#failures.add(key, now);
  }

  giveBack(key: string): void {
    this.#failures.takeOne(key);
  }

  /** Forgets the failures before as well. */
  clear(key: string): void {
    this.#failures.forget(key);
  }
}

export interface GrowingDelayOptions {
  /** Failures that cost no wait. */
  readonly free: number;
  readonly firstMs: number;
  readonly mostMs: number;
  /** After so long without a failure nothing is held against the key. */
  readonly quietMs: number;
}

/** After some failures a wait between attempts that doubles up to a limit: it slows, and never shuts for long. */
export class GrowingDelay implements AttemptRule {
  readonly #options: GrowingDelayOptions;
  readonly #failures: FailureCounts;

  constructor(options: GrowingDelayOptions) {
    this.#options = options;
    this.#failures = new FailureCounts(({ lastAt }, now) => now - lastAt >= options.quietMs);
  }

  waitMs(key: string, now: number): number {
    const { free, firstMs, mostMs } = this.#options;
    const known = this.#failures.of(key, now);
    if (!known || known.count < free) return 0;
    return Math.max(0, known.lastAt + Math.min(mostMs, firstMs * 2 ** (known.count - free)) - now);
  }

  fail(key: string, now: number): void {
    this.#failures.add(key, now);
  }

  giveBack(key: string): void {
    this.#failures.takeOne(key);
  }
}

interface Bucket {
  left: number;
  at: number;
}

export class PersonRates {
  readonly #buckets = new Map<string, Bucket>();

  /** How long to wait before it may be done once more; 0 where it is done now. */
  take(key: string, perMinute: number, now: number): number {
    const known = this.#buckets.get(key) ?? { left: perMinute, at: now };
    const left = Math.min(perMinute, known.left + (Math.max(0, now - known.at) / MINUTE_MS) * perMinute);
    const isTaken = left >= 1;
    this.#buckets.set(key, { left: isTaken ? left - 1 : left, at: now });
    if (this.#buckets.size > REMEMBERED) this.#forgetFull(now);
    return isTaken ? 0 : Math.ceil(((1 - left) / perMinute) * MINUTE_MS);
  }

  #forgetFull(now: number): void {
    for (const [key, { at }] of this.#buckets) if (now - at >= MINUTE_MS) this.#buckets.delete(key);
  }
}
