/** What kind of mistakes a tracer makes, and how often it asks the same question again. */
import type { LabelledCase, LabelledVersion } from "../data/cases.ts";
import type { Prediction } from "./predict.ts";

/** How the best candidate differs from the labelled element. */
export type FailureClass = "level" | "another of its kind" | "elsewhere" | "gone, not said" | "no candidate";

/** Null where the best candidate is right, or the block is gone and that was said. */
export function failureOf(version: LabelledVersion, { path, verdict }: Prediction): FailureClass | null {
  if (version.path === null) return verdict === "gone" ? null : "gone, not said";
  if (path === null) return "no candidate";
  if (path === version.path || version.equiv?.includes(path)) return null;
  if (isInside(path, version.path) || isInside(version.path, path)) return "level";
  return withoutRanks(path) === withoutRanks(version.path) ? "another of its kind" : "elsewhere";
}

export interface FailureCount {
  versions: number;
  readonly blocks: Set<string>;
  /** Versions that were shown as found all the same. */
  silent: number;
}

/** Counts by set and class. */
export function failuresOf(
  cases: readonly LabelledCase[],
  predictions: readonly Prediction[],
): Map<string, Map<FailureClass, FailureCount>> {
  const counts = new Map<string, Map<FailureClass, FailureCount>>();
  for (const { labelled, version, prediction } of paired(cases, predictions)) {
    const failure = failureOf(version, prediction);
    if (!failure) continue;
    const ofSet = counts.get(labelled.set) ?? new Map<FailureClass, FailureCount>();
    counts.set(labelled.set, ofSet);
    const count = ofSet.get(failure) ?? { versions: 0, blocks: new Set<string>(), silent: 0 };
    ofSet.set(failure, count);
    count.versions++;
    count.blocks.add(labelled.id);
    if (prediction.verdict === "found") count.silent++;
  }
  return counts;
}

export interface Questions {
  readonly asked: number;
  /** Runs of versions in a row that were asked about: one answer would end each. */
  readonly stretches: number;
  /** Of the asked, those whose first candidate is right. */
  readonly firstIsRight: number;
}

export function questionsOf(cases: readonly LabelledCase[], predictions: readonly Prediction[]): Questions {
  let [asked, stretches, firstIsRight] = [0, 0, 0];
  let before: Prediction | null = null;
  for (const { version, prediction } of paired(cases, predictions)) {
    if (prediction.verdict === "unsure") {
      asked++;
      if (before?.case !== prediction.case || before.verdict !== "unsure") stretches++;
      if (failureOf(version, prediction) === null) firstIsRight++;
    }
    before = prediction;
  }
  return { asked, stretches, firstIsRight };
}

/** Where a tracer is unsure and another one says something else: how often, and who is right. */
export interface Disagreement {
  readonly versions: number;
  readonly firstIsRight: number;
  readonly otherIsRight: number;
}

/** Blocks that are gone are left out: no best candidate of either could be right. */
export function disagreementOf(
  cases: readonly LabelledCase[],
  first: readonly Prediction[],
  other: readonly Prediction[],
): Disagreement {
  const others = paired(cases, other);
  let [versions, firstIsRight, otherIsRight] = [0, 0, 0];
  for (const { version, prediction } of paired(cases, first)) {
    const estimate = others.next().value?.prediction;
    if (!estimate || version.path === null || prediction.verdict !== "unsure" || estimate.path === prediction.path)
      continue;
    versions++;
    if (failureOf(version, prediction) === null) firstIsRight++;
    if (failureOf(version, estimate) === null) otherIsRight++;
  }
  return { versions, firstIsRight, otherIsRight };
}

/** Every later version of every case with what was said of it, in order. */
function* paired(cases: readonly LabelledCase[], predictions: readonly Prediction[]) {
  const byCase = Map.groupBy(predictions, (prediction) => prediction.case);
  for (const labelled of cases) {
    for (const [at, prediction] of (byCase.get(labelled.id) ?? []).entries()) {
      yield { labelled, version: labelled.versions[at + 1]!, prediction };
    }
  }
}

function isInside(inner: string, outer: string): boolean {
  return inner.startsWith(`${outer}/`);
}

function withoutRanks(path: string): string {
  return path.replace(/\[\d+\]/g, "");
}
