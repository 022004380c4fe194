/** The candidates of one trace side by side, measure by measure: most signals look at one measure of all of them. */
import type { Facts } from "./facts.ts";
import { MEASURES } from "./measures.ts";

const FIRST_ROOM = 64;

/** Stands for one trace; the same arrays serve the next one. */
export class Lineup {
  facts: readonly Facts[] = [];
  /** By `MEASURES`, the measure of each candidate; the arrays may be longer. */
  measures: readonly Float64Array[] = roomFor(FIRST_ROOM);

  /** Lines these candidates up in place of those before. */
  stand(facts: readonly Facts[]): void {
    this.facts = facts;
    if (facts.length > this.measures[0].length) this.measures = roomFor(2 * facts.length);
    for (let row = 0; row < facts.length; row++) {
      const { measures } = facts[row];
      for (let number = 0; number < measures.length; number++) this.measures[number][row] = measures[number];
    }
  }
}

function roomFor(candidates: number): Float64Array[] {
  return MEASURES.map(() => new Float64Array(candidates));
}
