/**
 * The area pattern of [following-dynamic-blocks]: where the block stands on the rendered page.
 *
 *   paper              here
 *   A                  Area
 *   score(X), score(Y) axisScore
 *   Sim_a (4.2)        areaSimilarity
 *
 * Candidates (4.2) are the elements with exactly this area, the first one in document order ahead. The paper outputs
 * "the first block with the exact area", yet counts the others for the recall of candidates (Table 2); so does this.
 *
 * Departures: "more than two components overlapping" is read as two or more, because two equal components of an axis
 * make the third one equal. Without layout there is no area: the pattern is then absent and not zero.
 */
import type { DomTree } from "../../tree/dom-tree.ts";
import { TEXT_TAG } from "../../tree/dom-tree.ts";
import { type Area, areaOf } from "./area.ts";
import type { PatternKind, PatternMatch } from "./pattern.ts";

export const areaPattern: PatternKind<Area> = {
  of: areaOf,
  match: matchArea,
  // the fixed pattern does not learn: what the person pointed at stays
  merge: (earlier) => earlier,
  weightOf: () => COMPONENTS,
  revive: (stored) => (isArea(stored) ? stored : null),
};

const COMPONENTS = 6;
const MAX_POINTS_PER_AXIS = 2;

function matchArea(pattern: Area, page: DomTree): PatternMatch | null {
  const { boxes } = page;
  if (!boxes) return null;
  const candidates: number[] = [];
  for (let node = 0, at = 0; node < page.size; node++, at += 4) {
    const isSame =
      boxes[at] === pattern[0] &&
      boxes[at + 1] === pattern[3] &&
      boxes[at + 2] === pattern[2] &&
      boxes[at + 3] === pattern[5];
    if (isSame && page.tag[node] !== TEXT_TAG) candidates.push(node);
  }
  return {
    candidates,
    similarityOf: (node) => {
      const area = areaOf(page, node);
      return area ? areaSimilarity(pattern, area) : 0;
    },
  };
}

/** Sim_a of section 4.2: equal components by axis, or the overlap where one area lies in the other. */
export function areaSimilarity(a: Area, b: Area): number {
  const points = axisScore(a, b, 0) + axisScore(a, b, 3);
  return Math.max(points / (2 * MAX_POINTS_PER_AXIS), nestedOverlap(a, b));
}

function axisScore(a: Area, b: Area, start: 0 | 3): number {
  let equal = 0;
  for (let component = start; component < start + 3; component++) if (a[component] === b[component]) equal++;
  return Math.min(equal, MAX_POINTS_PER_AXIS);
}

/** "Only used when one area is completely inside the other": the smaller area as a share of the larger one. */
function nestedOverlap(a: Area, b: Area): number {
  if (!isInside(a, b) && !isInside(b, a)) return 0;
  const sizes = [a[2] * a[5], b[2] * b[5]];
  const larger = Math.max(...sizes);
  return larger === 0 ? 0 : Math.min(...sizes) / larger;
}

function isInside(inner: Area, outer: Area): boolean {
  return inner[0] >= outer[0] && inner[1] <= outer[1] && inner[3] >= outer[3] && inner[4] <= outer[4];
}

function isArea(stored: unknown): stored is Area {
  return Array.isArray(stored) && stored.length === COMPONENTS && stored.every((value) => Number.isFinite(value));
}
