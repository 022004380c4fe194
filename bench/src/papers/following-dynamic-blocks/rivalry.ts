/** APM against CPM and both against the baselines, block by block: [following-dynamic-blocks] section 6.1. */
import { RIGHT, WRONG } from "./follow-case.ts";
import { BASELINES } from "./methods.ts";
import { type BlockOutcome, isWhole } from "./outcomes.ts";

export interface Rivalry {
  /** Versions and blocks that APM gets right and CPM does not, and the other way round. */
  readonly improvedVersions: number;
  readonly impairedVersions: number;
  readonly improvedBlocks: number;
  readonly impairedBlocks: number;
  /** Ids of a few such blocks, for the reading. */
  readonly improved: readonly string[];
  readonly impaired: readonly string[];
  /** Paired t statistic at block level of APM over CPM. */
  readonly apmOverCpm: number;
  /** The smallest paired t statistic at block level over all baselines. */
  readonly cpmOverBaselines: number;
  readonly apmOverBaselines: number;
}

/** Two-sided p < 0.01 for the large samples here. */
export const SIGNIFICANT_T = 2.58;
const SHOWN_BLOCKS = 12;

export function rivalry(outcomes: readonly BlockOutcome[]): Rivalry {
  const of = (outcome: BlockOutcome, label: string): string => outcome.marks[label] ?? "";
  const improved = outcomes.filter((one) => isWhole(of(one, "APM")) && !isWhole(of(one, "CPM")));
  const impaired = outcomes.filter((one) => !isWhole(of(one, "APM")) && isWhole(of(one, "CPM")));
  const versions = (mark: string): number =>
    outcomes.reduce((sum, one) => sum + differing(of(one, "APM"), of(one, "CPM"), mark), 0);
  const over = (label: string): number => Math.min(...BASELINES.map((baseline) => pairedT(outcomes, label, baseline)));
  return {
    improvedVersions: versions(RIGHT),
    impairedVersions: versions(WRONG),
    improvedBlocks: improved.length,
    impairedBlocks: impaired.length,
    improved: improved.slice(0, SHOWN_BLOCKS).map(({ id }) => id),
    impaired: impaired.slice(0, SHOWN_BLOCKS).map(({ id }) => id),
    apmOverCpm: pairedT(outcomes, "APM", "CPM"),
    cpmOverBaselines: over("CPM"),
    apmOverBaselines: over("APM"),
  };
}

/** Versions where the first has the mark and the second has another one. */
function differing(first: string, second: string, mark: string): number {
  return [...first].filter((one, at) => one === mark && second[at] !== mark).length;
}

/** Paired t statistic of the blocks followed through all versions: positive where the first method has more. */
function pairedT(outcomes: readonly BlockOutcome[], label: string, other: string): number {
  const differences = outcomes.map(
    ({ marks }) => Number(isWhole(marks[label] ?? "")) - Number(isWhole(marks[other] ?? "")),
  );
  const count = differences.length;
  const mean = differences.reduce((sum, one) => sum + one, 0) / count;
  const variance = differences.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (count - 1);
  return variance === 0 ? 0 : mean / Math.sqrt(variance / count);
}
