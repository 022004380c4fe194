/** APM as a person teaches it: [following-dynamic-blocks] section 6.5, Table 6. */
import type { Teacher } from "@tessera/engine";
import { PageCache } from "../../data/page-cache.ts";
import { type Part, part } from "../experiment.ts";
import { followCase, LABELLED, WRONG } from "./follow-case.ts";
import { hasLayout } from "./layout.ts";
import { comparedMethods } from "./methods.ts";
import { type Accuracy, accuracyOf, bySet } from "./outcomes.ts";

/** Table 6: up to five labels. */
const MAX_LABELS = 5;

interface LearningOutcome {
  readonly set: string;
  /** Marks with no label, one, and so on, each label beginning a new model. */
  readonly restarted: readonly string[];
  /** The same with each label as one more sample of the old model. */
  readonly merged: readonly string[];
}

/** By number of labels, then by set; `own` counts versions that a person put right as wrong. */
export type FeedbackTable = readonly Readonly<Record<string, (Accuracy & { readonly own: number }) | null>>[];

export interface FeedbackResult {
  readonly restarted: FeedbackTable;
  readonly merged: FeedbackTable;
}

export function feedbackPart(name: string, boxes: boolean): Part {
  return part<readonly LearningOutcome[], FeedbackResult>({
    name,
    revision: boxes ? 2 : 1,
    ...(boxes ? { select: hasLayout, seesBoxes: true } : {}),
    examine(history) {
      const pages = new PageCache({ boxes });
      const { tracer } = comparedMethods().find(({ label }) => label === "APM")!;
      return history.cases.map((labelled) => outcomeOf({ labelled, pages, tracer }));
    },
    conclude: (findings) => summary(findings.flat()),
  });
}

function outcomeOf(run: Parameters<typeof followCase>[0]): LearningOutcome {
  const alone = followCase(run);
  const withLabels = (correctedBy: Teacher): string[] => {
    const marks = [alone];
    for (let feedback = 1; feedback <= MAX_LABELS; feedback++) {
      // where a label was left over, more of them change nothing
      const isDone = !marks.at(-1)!.includes(WRONG);
      marks.push(isDone ? marks.at(-1)! : followCase(run, { feedback, correctedBy }));
    }
    return marks;
  };
  return { set: run.labelled.set, restarted: withLabels("person"), merged: withLabels("tracer") };
}

function summary(outcomes: readonly LearningOutcome[]): FeedbackResult {
  const sets = [...bySet(outcomes)];
  const perSet = <Value>(measure: (group: readonly LearningOutcome[]) => Value): Record<string, Value> =>
    Object.fromEntries(sets.map(([set, group]) => [set, measure(group)]));
  const table = (way: "restarted" | "merged"): FeedbackTable =>
    Array.from({ length: MAX_LABELS + 1 }, (_, labels) =>
      perSet((group) => withOwn(group.map((outcome) => outcome[way][labels]!))),
    );
  return { restarted: table("restarted"), merged: table("merged") };
}

function withOwn(marks: readonly string[]): (Accuracy & { readonly own: number }) | null {
  const counted = accuracyOf(marks);
  const own = accuracyOf(marks.map((one) => one.replaceAll(LABELLED, WRONG)));
  return counted && own ? { ...counted, own: own.version } : null;
}
