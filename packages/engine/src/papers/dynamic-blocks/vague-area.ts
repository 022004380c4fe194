/**
 * The adaptive area pattern of [following-dynamic-blocks] section 5.2.1: the coordinates that stayed where they were,
 * within a threshold, over all samples; the others are empty (the paper's `*`).
 *
 * Candidates match every coordinate that is not empty; Sim_a is the share of those that match. "Match" is within the
 * threshold too: in the paper's example right 651 matches 649.
 *
 * Departures: the mean is over all samples alike ("treat each sample equally", 5.2), kept with fractions. A pattern of
 * empty coordinates only proposes nothing.
 */
import { type DomTree, TEXT_TAG } from "../../tree/dom-tree.ts";
import { areaOf } from "./area.ts";
import type { PatternKind, PatternMatch } from "./pattern.ts";

/** The six components of an area in its order; null where the coordinate is not fixed. */
export type VagueArea = readonly (number | null)[];

/** 5.2.1: "within a threshold (set to 10 in our experiments)", in pixels. */
const AREA_THRESHOLD = 10;
const COMPONENTS = 6;

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
