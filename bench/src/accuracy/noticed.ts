/** What a person notices: the content instead of the element, and how often in a year a block needs them. */
import type { LabelledCase } from "../data/cases.ts";
import type { Judgement, Outcome } from "./score.ts";

/** What an outcome costs, in questions; `anotherElement` is one that was shown and holds the same content. */
export const COSTS = { wrong: 20, lost: 2, asked: 1, anotherElement: 0.2 } as const;

const YEAR_MS = 365.25 * 24 * 3_600_000;

/** The judgements of one case in the order of its versions. */
export interface JudgedCase {
  /** Time from its first to its last version; null where not all of its versions are judged, or their dates are not known. */
  readonly years: number | null;
  readonly judgements: readonly Judgement[];
}

/** Shares are of versions, `contentBlocks` of cases with the content right in every version. */
export interface NoticedScore {
  readonly cases: number;
  readonly versions: number;
  readonly contentVersions: number;
  readonly contentBlocks: number;
  readonly shown: number;
  readonly asked: number;
  readonly lost: number;
  readonly wrong: number;
  readonly costPerVersion: number;
  readonly blockYears: number | null;
  /** Null where there are no block-years. */
  readonly perBlockYear: YearlyFigures | null;
}

export interface YearlyFigures {
  /** Versions that were asked about. */
  readonly questions: number;
  /** Runs of versions that were asked about: in follow mode nobody answers, and one doubt is asked again and again. */
  readonly doubts: number;
  /** Runs of versions in which a block that is there was called gone. */
  readonly losses: number;
  /** Runs of versions in which something else was shown. */
  readonly wrongBlocks: number;
  readonly cost: number;
}

/** Sums up what was noticed; null where no version was judged. */
export function noticedScore(judged: readonly JudgedCase[]): NoticedScore | null {
  const cases = judged.filter((one) => one.judgements.length > 0);
  const all = cases.flatMap((one) => one.judgements);
  if (all.length === 0) return null;
  const share = (outcome: Outcome): number => countOf(all, outcome) / all.length;
  const blockYears = cases.reduce<number | null>(
    (sum, { years }) => (sum === null || years === null ? null : sum + years),
    0,
  );
  return {
    cases: cases.length,
    versions: all.length,
    contentVersions: all.filter((one) => one.contentRight).length / all.length,
    contentBlocks: cases.filter((one) => one.judgements.every((each) => each.contentRight)).length / cases.length,
    shown: share("right"),
    asked: share("asked"),
    lost: share("lost"),
    wrong: share("wrong"),
    costPerVersion: costOf(all) / all.length,
    blockYears,
    perBlockYear: blockYears ? yearlyFigures(cases, blockYears) : null,
  };
}

function yearlyFigures(cases: readonly JudgedCase[], blockYears: number): YearlyFigures {
  const all = cases.flatMap((one) => one.judgements);
  const runs = (outcome: Outcome): number => cases.reduce((sum, one) => sum + runsOf(one.judgements, outcome), 0);
  return {
    questions: countOf(all, "asked") / blockYears,
    doubts: runs("asked") / blockYears,
    losses: runs("lost") / blockYears,
    wrongBlocks: runs("wrong") / blockYears,
    cost: costOf(all) / blockYears,
  };
}

/** Time from the first to the last version of a case in years; null where one of them has no date. */
export function yearsOf({ versions }: LabelledCase): number | null {
  const years = (timeOf(versions.at(-1)?.date) - timeOf(versions[0]?.date)) / YEAR_MS;
  return Number.isNaN(years) ? null : years;
}

/** Dates come as ISO writes them or as file names do, with hyphens in the time of day. */
function timeOf(date = ""): number {
  return Date.parse(date.replace(/T(\d\d)-(\d\d)-(\d\d)/, "T$1:$2:$3"));
}

function countOf(judgements: readonly Judgement[], outcome: Outcome): number {
  return judgements.filter((one) => one.noticed === outcome).length;
}

/** What a case costs where nobody answers: a doubt, a loss and a wrong block each once, however long they last. */
export function costOfRuns(judgements: readonly Judgement[]): number {
  const kinds = ["asked", "lost", "wrong"] as const;
  return kinds.reduce((sum, outcome) => sum + COSTS[outcome] * runsOf(judgements, outcome), 0);
}

function runsOf(judgements: readonly Judgement[], outcome: Outcome): number {
  return judgements.filter((one, at) => one.noticed === outcome && judgements[at - 1]?.noticed !== outcome).length;
}

function costOf(judgements: readonly Judgement[]): number {
  return judgements.reduce((sum, { noticed, outcome }) => {
    if (noticed !== "right") return sum + COSTS[noticed];
    return outcome === "wrong" ? sum + COSTS.anotherElement : sum;
  }, 0);
}
