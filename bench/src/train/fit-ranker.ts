/** Learns to rank the candidates of a choice, from a part of the lessons. */
import { COLUMNS, type Ensemble } from "@tessera/engine/fused-training";
import type { BinnedTable } from "./binning.ts";
import { type BoostOptions, boost, listwiseSlope } from "./boost.ts";
import { ensembleOf } from "./ensemble-of.ts";
import type { Lessons } from "./lessons.ts";
import { AS_GOOD, LABELLED } from "./samples.ts";

const RANKER: Omit<BoostOptions, "seed"> = {
  trees: 400,
  leaves: 16,
  rate: 0.07,
  lambda: 2,
  leastCurvature: 1,
  columnShare: 0.2,
  groupShare: 0.6,
  clearShare: 0.1,
};

const WORTH_AS_GOOD = 0.5;
/** Below this share of known class names the page counts as redesigned. */
const REDESIGNED = 0.5;
const REDESIGN_WEIGHT = 2;
const PAGE_CLASSES = COLUMNS.indexOf("pageClasses");

/** What is learned from the choices of `members`. */
export function fitRanker(lessons: Lessons, table: BinnedTable, members: readonly number[], seed: number): Ensemble {
  const { groups, right } = lessons;
  const worth = worthOf(right);
  const withAnswer = members.filter((choice) => worth.subarray(groups[choice], groups[choice + 1]).some(Boolean));
  const slope = listwiseSlope(groups, worth, weightsOf(lessons));
  return ensembleOf(COLUMNS, 0, boost({ table, groups, members: withAnswer, slope }, { ...RANKER, seed }));
}

/** An element with the same content is worth less than the labelled one: pages may tell them apart later. */
function worthOf(right: Uint8Array): Float32Array {
  return Float32Array.from(right, (kind) => (kind === LABELLED ? 1 : kind === AS_GOOD ? WORTH_AS_GOOD : 0));
}

/** Redesigns are rare, and are where blocks get lost: they count more. */
function weightsOf({ choices, groups, values }: Lessons): Float32Array {
  return Float32Array.from(choices, ({ isMadeUp }, choice) => {
    const pageClasses = values[groups[choice]! * COLUMNS.length + PAGE_CLASSES]!;
    return !isMadeUp && pageClasses < REDESIGNED ? REDESIGN_WEIGHT : 1;
  });
}
