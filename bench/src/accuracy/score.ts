/** The figures of the labelled data: forced top-1 and right / asked / lost / wrong, exactly as the data's README says. */
import type { LabelledCase, LabelledVersion } from "../data/cases.ts";
import type { Prediction } from "./predict.ts";

export type Outcome = "right" | "asked" | "lost" | "wrong";

/** What one prediction was worth against its label. */
export interface Judgement {
  readonly case: string;
  /** The best candidate is right; where the block is gone, the verdict says so. */
  readonly forced: boolean;
  readonly outcome: Outcome;
  /** The best candidate holds the right content; where the block is gone, the verdict says so. */
  readonly contentRight: boolean;
  /** The outcome as a person notices it: the right content is right, whichever element holds it. */
  readonly noticed: Outcome;
  /** Asked, and the right element is among the first three candidates. */
  readonly askedWell: boolean;
  readonly isGone: boolean;
  readonly saidGone: boolean;
  readonly afterRedesign: boolean;
  readonly ms: number;
}

/** Shares are of versions, `blocks` of cases with every version right. */
export interface Score {
  readonly cases: number;
  readonly versions: number;
  readonly forcedVersions: number;
  readonly forcedBlocks: number;
  readonly right: number;
  readonly asked: number;
  readonly lost: number;
  readonly wrong: number;
  /** Of the asked, the share asked well; null where nothing was asked. */
  readonly askedWell: number | null;
  readonly gonePrecision: number | null;
  readonly goneRecall: number | null;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

/** How many candidates a person is shown when asked. */
const SHOWN_WHEN_ASKED = 3;

/** Judges the predictions of one tracer on one case; `predictions` are in the order of the later versions. */
export function judge(labelled: LabelledCase, predictions: readonly Prediction[]): Judgement[] {
  let afterRedesign = false;
  return labelled.versions.slice(1).map((version, index) => {
    afterRedesign ||= version.redesign === true;
    return judgeOne(labelled.id, version, predictions[index]!, afterRedesign);
  });
}

function judgeOne(id: string, version: LabelledVersion, prediction: Prediction, afterRedesign: boolean): Judgement {
  const right = new Set(version.path === null ? [] : [version.path, ...(version.equiv ?? [])]);
  const isGone = version.path === null;
  const { verdict, sameContent } = prediction;
  const saidGone = verdict === "gone";
  const isBestRight = prediction.path !== null && right.has(prediction.path);
  return {
    case: id,
    forced: isGone ? saidGone : isBestRight,
    outcome: outcomeOf(verdict, isGone, isBestRight),
    contentRight: isGone ? saidGone : sameContent,
    noticed: outcomeOf(verdict, isGone, sameContent),
    askedWell: verdict === "unsure" && prediction.candidates.slice(0, SHOWN_WHEN_ASKED).some((path) => right.has(path)),
    isGone,
    saidGone,
    afterRedesign,
    ms: prediction.ms,
  };
}

function outcomeOf(verdict: Prediction["verdict"], isGone: boolean, isRight: boolean): Outcome {
  if (verdict === "unsure") return "asked";
  if (verdict === "gone") return isGone ? "right" : "lost";
  return isRight ? "right" : "wrong";
}

/** Sums up judgements; null where there are none. */
export function score(judgements: readonly Judgement[]): Score | null {
  if (judgements.length === 0) return null;
  const share = (holds: (one: Judgement) => boolean): number => judgements.filter(holds).length / judgements.length;
  const byCase = Map.groupBy(judgements, (one) => one.case);
  const asked = judgements.filter((one) => one.outcome === "asked");
  const saidGone = judgements.filter((one) => one.saidGone);
  const isGone = judgements.filter((one) => one.isGone);
  const times = judgements.map((one) => one.ms).sort((a, b) => a - b);
  return {
    cases: byCase.size,
    versions: judgements.length,
    forcedVersions: share((one) => one.forced),
    forcedBlocks: [...byCase.values()].filter((group) => group.every((one) => one.forced)).length / byCase.size,
    right: share((one) => one.outcome === "right"),
    asked: share((one) => one.outcome === "asked"),
    lost: share((one) => one.outcome === "lost"),
    wrong: share((one) => one.outcome === "wrong"),
    askedWell: shareOf(asked, (one) => one.askedWell),
    gonePrecision: shareOf(saidGone, (one) => one.isGone),
    goneRecall: shareOf(isGone, (one) => one.saidGone),
    p50Ms: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
  };
}

function shareOf(judgements: readonly Judgement[], holds: (one: Judgement) => boolean): number | null {
  return judgements.length === 0 ? null : judgements.filter(holds).length / judgements.length;
}

/** The smallest value that at least the share `q` of the sorted values does not exceed. */
export function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? 0;
}
