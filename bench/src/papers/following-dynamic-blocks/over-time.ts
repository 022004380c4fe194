/** Accuracy as the versions go on, [following-dynamic-blocks] section 6.2 and figure 4. */
import { MISSING, RIGHT } from "./follow-case.ts";
import { comparedMethods } from "./methods.ts";
import { accuracyOf, type BlockOutcome } from "./outcomes.ts";

/** Later versions looked at: few histories are longer. */
const STEPS = 20;
/** A point over fewer blocks than this says nothing. */
const MIN_BLOCKS = 20;

/** By label of the method one value a later version; shorter where too few blocks go on. */
export type OverTime = Readonly<
  Record<string, { readonly version: readonly number[]; readonly block: readonly number[] }>
>;

export function overTime(outcomes: readonly BlockOutcome[]): OverTime {
  return Object.fromEntries(
    comparedMethods().map(({ label }) => [label, seriesOf(outcomes.map(({ marks }) => marks[label] ?? ""))]),
  );
}

/** At step n: of the blocks that have that version, the share right in it, and the share right up to it. */
function seriesOf(marks: readonly string[]): { version: number[]; block: number[] } {
  const version: number[] = [];
  const block: number[] = [];
  for (let step = 0; step < STEPS; step++) {
    const there = marks.filter((one) => one[step] !== undefined && one[step] !== MISSING);
    if (there.length < MIN_BLOCKS) break;
    version.push(there.filter((one) => one[step] === RIGHT).length / there.length);
    block.push(accuracyOf(there.map((one) => one.slice(0, step + 1)))?.block ?? 0);
  }
  return { version, block };
}
