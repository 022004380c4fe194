/** How often each person does what costs others: a bucket each, which fills up again in a minute. Kept in this process. */

interface Bucket {
  left: number;
  at: number;
}

const MINUTE_MS = 60_000;
/** Above this many, those that are full again are forgotten. */
const REMEMBERED = 10_000;

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
