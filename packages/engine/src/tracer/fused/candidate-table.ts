/** The candidates of one trace side by side, measure by measure: most signals look at one measure of all of them. */
import type { LiveFeatures } from "./live-features.ts";
import { measures } from "./measures.ts";

const FIRST_ROOM = 64;

/** Stands for one trace; the same memory serves the next one. */
export class CandidateTable {
  features: readonly LiveFeatures[] = [];
  /** By the list of `measures.ts`, the measure of each candidate; there may be room for more. */
  measures: readonly Float64Array[] = [];
  #all = new Float64Array(0);

  constructor() {
    this.#makeRoom(FIRST_ROOM);
  }

  /** Lines these candidates up in place of those before. */
  stand(features: readonly LiveFeatures[]): void {
    this.features = features;
    if (features.length > this.measures[0].length) this.#makeRoom(2 * features.length);
    const all = this.#all;
    const buffer = this.measures[0].length;
    for (let row = 0; row < features.length; row++) {
      const { measures } = features[row];
      for (let [number, place] = [0, row]; number < measures.length; number++, place += buffer)
        all[place] = measures[number];
    }
  }

  /** Lets go of the page that they are from. */
  leave(): void {
    this.features = [];
  }

  #makeRoom(candidates: number): void {
    const all = new Float64Array(measures.length * candidates);
    this.#all = all;
    this.measures = Array.from({ length: measures.length }, (_, number) =>
      all.subarray(number * candidates, (number + 1) * candidates),
    );
  }
}
