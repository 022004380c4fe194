/** The candidates of one trace side by side, measure by measure: most signals look at one measure of all of them. */
import type { Facts } from "./facts.ts";
import { MEASURES } from "./measures.ts";

const FIRST_ROOM = 64;

/** Stands for one trace; the same memory serves the next one. */
export class Lineup {
  facts: readonly Facts[] = [];
  /** By `MEASURES`, the measure of each candidate; there may be room for more. */
  measures: readonly Float64Array[] = [];
  #all = new Float64Array(0);

  constructor() {
    this.#makeRoom(FIRST_ROOM);
  }

  /** Lines these candidates up in place of those before. */
  stand(facts: readonly Facts[]): void {
    this.facts = facts;
    if (facts.length > this.measures[0].length) this.#makeRoom(2 * facts.length);
    const all = this.#all;
    const room = this.measures[0].length;
    for (let row = 0; row < facts.length; row++) {
      const { measures } = facts[row];
      for (let [number, place] = [0, row]; number < measures.length; number++, place += room)
        all[place] = measures[number];
    }
  }

  /** Lets go of the page that they are from. */
  leave(): void {
    this.facts = [];
  }

  #makeRoom(candidates: number): void {
    const all = new Float64Array(MEASURES.length * candidates);
    this.#all = all;
    this.measures = MEASURES.map((_, number) => all.subarray(number * candidates, (number + 1) * candidates));
  }
}
