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
import { type DomTree, TEXT_TAG } from "../../tree/dom-tree.ts";
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

/**
 * Sim_a of section 4.2: equal components by axis, or the overlap where one area lies in the other.
 *
 * @internal
 */
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

// The rectangle of a node on the rendered page, as [following-dynamic-blocks] section 4.1 writes it.

/** Left, right, width, top, bottom, height: the paper's A = (l, r, r - l, t, b, b - t). */
export type Area = readonly [left: number, right: number, width: number, top: number, bottom: number, height: number];

/** The area of a node, or null where the page was not rendered or the node has no box. */
function areaOf(page: DomTree, node: number): Area | null {
  if (!page.boxes || page.boxes[node * 4 + 2] < 0) return null;
  const [left, top, width, height] = page.boxes.subarray(node * 4, node * 4 + 4);
  return [left, left + width, width, top, top + height, height];
}

// The adaptive area pattern of [following-dynamic-blocks] section 5.2.1: the coordinates that stayed where they were,
// within a threshold, over all samples; the others are empty (the paper's `*`).
//
// Candidates match every coordinate that is not empty; Sim_a is the share of those that match. "Match" is within the
// threshold too: in the paper's example right 651 matches 649.
//
// Departures: the mean is over all samples alike ("treat each sample equally", 5.2), kept with fractions. A pattern of
// empty coordinates only proposes nothing.

/** The six components of an area in its order; null where the coordinate is not fixed. */
export type VagueArea = readonly (number | null)[];

/** 5.2.1: "within a threshold (set to 10 in our experiments)", in pixels. */
const AREA_THRESHOLD = 10;

export const vagueArea: PatternKind<VagueArea> = {
  of: areaOf,
  match: matchVagueArea,
  merge: mergeAreas,
  weightOf: (pattern) => pattern.filter((value) => value !== null).length,
  revive: (stored) => (isVagueArea(stored) ? stored : null),
};

function mergeAreas(earlier: VagueArea, sample: VagueArea, samples: number): VagueArea {
  return earlier.map((value, component) => {
    const added = sample[component];
    if (value === null || added === null || Math.abs(added - value) > AREA_THRESHOLD) return null;
    return (value * samples + added) / (samples + 1);
  });
}

function matchVagueArea(pattern: VagueArea, page: DomTree): PatternMatch | null {
  const { boxes } = page;
  if (!boxes) return null;
  const fixed = pattern.filter((value) => value !== null).length;
  const pointsOf = (node: number): number => {
    const at = node * 4;
    if (boxes[at + 2] < 0) return 0;
    return (
      near(pattern[0], boxes[at]) +
      near(pattern[1], boxes[at] + boxes[at + 2]) +
      near(pattern[2], boxes[at + 2]) +
      near(pattern[3], boxes[at + 1]) +
      near(pattern[4], boxes[at + 1] + boxes[at + 3]) +
      near(pattern[5], boxes[at + 3])
    );
  };
  const candidates: number[] = [];
  for (let node = 0; fixed > 0 && node < page.size; node++) {
    if (page.tag[node] !== TEXT_TAG && pointsOf(node) === fixed) candidates.push(node);
  }
  return { candidates, similarityOf: (node) => (fixed === 0 ? 0 : pointsOf(node) / fixed) };
}

function near(wanted: number | null, value: number): 0 | 1 {
  return wanted !== null && Math.abs(wanted - value) <= AREA_THRESHOLD ? 1 : 0;
}

function isVagueArea(stored: unknown): stored is VagueArea {
  const isCoordinate = (value: unknown): boolean => value === null || Number.isFinite(value);
  return Array.isArray(stored) && stored.length === COMPONENTS && stored.every(isCoordinate);
}
