/** Outcomes of methods on blocks, and the two accuracies of [following-dynamic-blocks] section 4.3 over them. */
import type { BlockFacts } from "./block-facts.ts";
import { LABELLED, MISSING, RIGHT, WRONG } from "./follow-case.ts";

/** What the methods made of one block. */
export interface BlockOutcome {
  readonly id: string;
  readonly set: string;
  readonly facts: BlockFacts;
  /** The marks of `followCase` by label of the method. */
  readonly marks: Readonly<Record<string, string>>;
}

/** Version level: share of versions right. Block level: share of blocks with every version right. */
export interface Accuracy {
  readonly block: number;
  readonly version: number;
}

/** Null where there is nothing to count. A version that a person put right counts as right, as in the paper's Table 6. */
export function accuracyOf(marks: readonly string[]): Accuracy | null {
  let versions = 0;
  let right = 0;
  let blocks = 0;
  let whole = 0;
  for (const one of marks) {
    const counted = [...one].filter((mark) => mark !== MISSING);
    if (counted.length === 0) continue;
    const good = counted.filter((mark) => mark === RIGHT || mark === LABELLED).length;
    versions += counted.length;
    right += good;
    blocks++;
    if (good === counted.length) whole++;
  }
  return blocks === 0 ? null : { block: whole / blocks, version: right / versions };
}

/** The accuracies of one method over some blocks. */
export function accuracyOn(outcomes: readonly BlockOutcome[], label: string): Accuracy | null {
  return accuracyOf(outcomes.map((outcome) => outcome.marks[label] ?? ""));
}

/** The outcomes of each set by its name, and of all together where there are several. */
export function bySet<Outcome extends { readonly set: string }>(
  outcomes: readonly Outcome[],
): Map<string, readonly Outcome[]> {
  const sets = new Map<string, readonly Outcome[]>(Map.groupBy(outcomes, (outcome) => outcome.set));
  return sets.size > 1 ? sets.set("all", outcomes) : sets;
}

export function isWhole(marks: string): boolean {
  return !marks.includes(WRONG);
}
