/** What a candidate is by itself: some elements are what people follow, others are mere wrapping. */
import { LANDMARKS } from "../../feature/page-index.ts";
import { type Measure, measures as measureList } from "./measures.ts";

const PLACE = measureList.place;

interface Candidate {
  readonly measures: readonly number[];
  readonly tag: string;
  readonly startsWithHeading: boolean;
}

/** By name; the order is the order of the ranker's columns. */
const OWN: Readonly<Record<string, (candidate: Candidate) => number>> = {
  words: ({ measures }) => Math.log(1 + measures[PLACE.words]),
  share: measured("pageShare"),
  linkDensity: measured("linkDensity"),
  alike: ({ measures }) => Math.min(measures[PLACE.alike], 20),
  depth: measured("depth"),
  startsWithHeading: ({ startsWithHeading }) => (startsWithHeading ? 1 : 0),
  unitRank: ({ measures }) => Math.min(measures[PLACE.unitsBefore], 10),
  unitLevels: measured("unitLevels"),
  wrappersAbove: measured("wrappersAbove"),
  wrappersBelow: measured("wrappersBelow"),
  isLandmark: ({ tag }) => (LANDMARKS.includes(tag) ? 1 : 0),
  hasId: ({ measures }) => (measures[PLACE.id] === 0 ? 0 : 1),
  spread: measured("spread"),
  shareOfParent: measured("shareOfParent"),
};

export const OWN_NAMES: readonly string[] = Object.keys(OWN);
const READINGS = Object.values(OWN);

/** By `OWN_NAMES`. */
export function ownOf(candidate: Candidate): number[] {
  return READINGS.map((read) => read(candidate));
}

function measured(measure: Measure): (candidate: Candidate) => number {
  const number = PLACE[measure];
  return ({ measures }) => measures[number];
}
