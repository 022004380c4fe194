/** Block accuracy by how much blocks change, [following-dynamic-blocks] section 6.3 and Table 5. */
import { comparedMethods } from "./methods.ts";
import { accuracyOn, type BlockOutcome } from "./outcomes.ts";

/** How many of path, place and text ever differ from the first version: one, two or all three. */
const GRADES = ["low", "medium", "high"] as const;
export type Grade = (typeof GRADES)[number];

export interface ChangeTable {
  /** Shares of all blocks that ever changed, in anything and in each metric. */
  readonly changed: number;
  readonly path: number;
  readonly place: number;
  readonly text: number;
  /** Shares of the changed blocks. */
  readonly grades: Readonly<Record<Grade, number>>;
  /** Block accuracy by label of the method. */
  readonly accuracy: Readonly<Record<string, Readonly<Record<Grade, number | null>>>>;
}

export function changeTable(outcomes: readonly BlockOutcome[]): ChangeTable {
  const share = (holds: (outcome: BlockOutcome) => boolean): number => outcomes.filter(holds).length / outcomes.length;
  const groups = GRADES.map((_, at) => outcomes.filter((outcome) => changedMetrics(outcome) === at + 1));
  const changed = groups.reduce((sum, group) => sum + group.length, 0);
  const byGrade = <Value>(measure: (group: readonly BlockOutcome[]) => Value): Record<Grade, Value> =>
    Object.fromEntries(GRADES.map((grade, at) => [grade, measure(groups[at]!)])) as Record<Grade, Value>;
  return {
    changed: changed / outcomes.length,
    path: share(({ facts }) => facts.path),
    place: share(({ facts }) => facts.place === true),
    text: share(({ facts }) => facts.text),
    grades: byGrade((group) => group.length / changed),
    accuracy: Object.fromEntries(
      comparedMethods().map(({ label }) => [label, byGrade((group) => accuracyOn(group, label)?.block ?? null)]),
    ),
  };
}

function changedMetrics({ facts }: BlockOutcome): number {
  return [facts.path, facts.place === true, facts.text].filter(Boolean).length;
}
