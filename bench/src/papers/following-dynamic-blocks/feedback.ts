/** APM as it learns: human feedback ([following-dynamic-blocks] section 6.5, Table 6) and the alert (section 5.2.3). */
import type { Memory, Teacher } from "@tessera/engine";
import { type AdaptivePatternMemory, isLargeChange, type PatternChange } from "@tessera/engine/papers";
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
  /** Change and whether the sample was right, without feedback, up to the first wrong sample: that is the one to notice. */
  readonly samples: readonly (readonly [change: PatternChange, isRight: boolean])[];
}

/** By number of labels, then by set; `own` counts versions that a person put right as wrong. */
export type FeedbackTable = readonly Readonly<Record<string, (Accuracy & { readonly own: number }) | null>>[];

export interface FeedbackResult {
  readonly restarted: FeedbackTable;
  readonly merged: FeedbackTable;
  readonly alert: Readonly<Record<string, AlertQuality>>;
}

/** How well the alert tells wrong samples from right ones. */
export interface AlertQuality {
  readonly samples: number;
  readonly wrong: number;
  readonly alerts: number;
  /** Share of the alerts whose sample was wrong, and of the wrong samples that gave an alert. */
  readonly precision: number;
  readonly recall: number;
  /** Probability that a wrong sample changes the patterns more than a right one. */
  readonly areaUnderCurve: number;
}

export function feedbackPart(name: string, boxes: boolean): Part {
  return part<readonly LearningOutcome[], FeedbackResult>({
    name,
    revision: 1,
    ...(boxes ? { select: hasLayout } : {}),
    examine(history) {
      const pages = new PageCache({ boxes });
      const { tracer } = comparedMethods().find(({ label }) => label === "APM")!;
      return history.cases.map((labelled) => outcomeOf({ labelled, pages, tracer }));
    },
    conclude: (findings) => summary(findings.flat()),
  });
}

function outcomeOf(run: Parameters<typeof followCase>[0]): LearningOutcome {
  const samples: [PatternChange, boolean][] = [];
  const onSample = (memory: Memory, isRight: boolean): void => {
    const { change } = memory as AdaptivePatternMemory;
    if (change && samples.at(-1)?.[1] !== false) samples.push([change, isRight]);
  };
  const alone = followCase(run, { onSample });
  const withLabels = (correctedBy: Teacher): string[] => {
    const marks = [alone];
    for (let feedback = 1; feedback <= MAX_LABELS; feedback++) {
      // where a label was left over, more of them change nothing
      const isDone = !marks.at(-1)!.includes(WRONG);
      marks.push(isDone ? marks.at(-1)! : followCase(run, { feedback, correctedBy }));
    }
    return marks;
  };
  return { set: run.labelled.set, restarted: withLabels("person"), merged: withLabels("tracer"), samples };
}

function summary(outcomes: readonly LearningOutcome[]): FeedbackResult {
  const sets = [...bySet(outcomes)];
  const perSet = <Value>(measure: (group: readonly LearningOutcome[]) => Value): Record<string, Value> =>
    Object.fromEntries(sets.map(([set, group]) => [set, measure(group)]));
  const table = (way: "restarted" | "merged"): FeedbackTable =>
    Array.from({ length: MAX_LABELS + 1 }, (_, labels) =>
      perSet((group) => withOwn(group.map((outcome) => outcome[way][labels]!))),
    );
  return {
    restarted: table("restarted"),
    merged: table("merged"),
    alert: perSet((group) => alertQuality(group.flatMap((one) => one.samples))),
  };
}

function withOwn(marks: readonly string[]): (Accuracy & { readonly own: number }) | null {
  const counted = accuracyOf(marks);
  const own = accuracyOf(marks.map((one) => one.replaceAll(LABELLED, WRONG)));
  return counted && own ? { ...counted, own: own.version } : null;
}

function alertQuality(samples: LearningOutcome["samples"]): AlertQuality {
  const wrong = samples.filter(([, isRight]) => !isRight);
  const alerts = samples.filter(([change]) => isLargeChange(change));
  const good = alerts.filter(([, isRight]) => !isRight).length;
  return {
    samples: samples.length,
    wrong: wrong.length,
    alerts: alerts.length,
    precision: good / Math.max(1, alerts.length),
    recall: good / Math.max(1, wrong.length),
    areaUnderCurve: areaUnderCurve(samples),
  };
}

/** By ranks: the mean rank of the wrong samples among all, ties sharing theirs. */
function areaUnderCurve(samples: LearningOutcome["samples"]): number {
  const sorted = samples
    .map(([change, isRight]) => ({ value: change.patterns, isRight }))
    .sort((a, b) => a.value - b.value);
  let rankSum = 0;
  let wrong = 0;
  for (let start = 0; start < sorted.length; ) {
    let stop = start;
    while (stop < sorted.length && sorted[stop]!.value === sorted[start]!.value) stop++;
    const tied = sorted.slice(start, stop).filter(({ isRight }) => !isRight).length;
    rankSum += tied * ((start + stop + 1) / 2);
    wrong += tied;
    start = stop;
  }
  const right = sorted.length - wrong;
  return wrong === 0 || right === 0 ? 0.5 : (rankSum - (wrong * (wrong + 1)) / 2) / (wrong * right);
}
