/** What a candidate is by itself: some elements are what people follow, others are mere wrapping. */
import { LANDMARKS } from "../../feature/page-index.ts";
import { measures as list } from "./measures.ts";

const PLACE = list.place;

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
    Math.log(1 + measures[PLACE.words]),
    measures[PLACE.pageShare],
    measures[PLACE.linkDensity],
    Math.min(measures[PLACE.alike], 20),
    measures[PLACE.depth],
    startsWithHeading ? 1 : 0,
    Math.min(measures[PLACE.unitsBefore], 10),
    measures[PLACE.unitLevels],
    measures[PLACE.wrappersAbove],
    measures[PLACE.wrappersBelow],
    LANDMARKS.includes(tag) ? 1 : 0,
    measures[PLACE.id] === 0 ? 0 : 1,
    measures[PLACE.spread],
    measures[PLACE.shareOfParent],
  ];
}
