/** Everything a generator draws by chance, from one seed. */
import { shuffle } from "../papers/quick-sample.ts";
import { seededRandom } from "../seeded-random.ts";

export class Draw {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  /** A whole number from `low` to `high`, both possible. */
  between(low: number, high: number): number {
    return low + Math.floor(this.#random() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.#random() < probability;
  }

  one<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)]!;
  }

  shuffled<T>(list: readonly T[]): T[] {
    return shuffle([...list], this.#random);
  }

  some<T>(list: readonly T[], count: number): T[] {
    return this.shuffled(list).slice(0, count);
  }
}
