/** What a candidate is by itself: some elements are what people follow, others are mere wrapping. */
import { LANDMARKS } from "../../feature/page-index.ts";
import { MEASURE } from "./measures.ts";

export const OWN = [
  "words",
  "share",
  "linkDensity",
  "alike",
  "depth",
  "startsWithHeading",
  "unitRank",
  "unitLevels",
  "wrappersAbove",
  "wrappersBelow",
  "isLandmark",
  "hasId",
  "spread",
  "shareOfParent",
] as const;

/** From the measures of a candidate; in the order of `OWN`. */
export function ownOf(measures: readonly number[], tag: string, startsWithHeading: boolean): number[] {
  return [
    Math.log(1 + measures[MEASURE.words]),
    measures[MEASURE.pageShare],
    measures[MEASURE.linkDensity],
    Math.min(measures[MEASURE.alike], 20),
    measures[MEASURE.depth],
    startsWithHeading ? 1 : 0,
    Math.min(measures[MEASURE.unitsBefore], 10),
    measures[MEASURE.unitLevels],
    measures[MEASURE.wrappersAbove],
    measures[MEASURE.wrappersBelow],
    LANDMARKS.includes(tag) ? 1 : 0,
    measures[MEASURE.id] === 0 ? 0 : 1,
    measures[MEASURE.spread],
    measures[MEASURE.shareOfParent],
  ];
}
