/**
 * The path pattern of [following-dynamic-blocks]: the tags and indexes from the root to the block.
 *
 *   paper                 here
 *   P, P with * and ...   HoledPath, stored as its text
 *   score_td, score_bu    topDown, bottomUp in path-match.ts
 *   Sim_p (4.2, 5.2.1)    similarityOf in path-match.ts
 *   LCT, LCB (5.2.1)      commonTop, commonBottom
 *
 * A step scores 1 for its tag and 1 more for its index; a run of steps ends at the first tag that differs. Candidates
 * are the elements whose path is the pattern, holes and stars filled in any way.
 */
import { PathMatch } from "./path-match.ts";
import { filledParts, formatPath, type HoledPath, lengthOf, type PathStep, parsePath, stepsOf } from "./path-steps.ts";
import type { PatternKind } from "./pattern.ts";

export const pathPattern: PatternKind<string> = {
  of: (page, node) => formatPath(stepsOf(page, node)),
  match: (pattern, page) => new PathMatch(parsePath(pattern) ?? NOWHERE, page),
  merge: (earlier, sample) => formatPath(mergePaths(parsePath(earlier) ?? NOWHERE, parsePath(sample) ?? NOWHERE)),
  weightOf: (pattern) => {
    const path = parsePath(pattern) ?? NOWHERE;
    return filledParts(path.top) + filledParts(path.bottom ?? []);
  },
  revive: (stored) => (typeof stored === "string" && parsePath(stored) ? stored : null),
};

/** A hole and nothing else says nothing. */
const NOWHERE: HoledPath = { top: [], bottom: [] };

/**
 * Path pattern adaption (5.2.1): the longest common top and bottom, where indexes that differ become `*`. Top and bottom
 * must not overlap, so both orders of preference are tried and the one with more filled parts wins, the top at a tie.
 */
function mergePaths(a: HoledPath, b: HoledPath): HoledPath {
  const top = commonTop(a.top, b.top);
  const isWhole = !a.bottom && !b.bottom && a.top.length === b.top.length && top.length === a.top.length;
  if (isWhole) return { top, bottom: null };
  const bottom = commonBottom(a.bottom ?? a.top, b.bottom ?? b.top);
  const room = Math.min(lengthOf(a), lengthOf(b));
  const topFirst = { top, bottom: lowest(bottom, room - top.length) };
  const bottomFirst = { top: top.slice(0, Math.max(0, room - bottom.length)), bottom };
  return filled(bottomFirst) > filled(topFirst) ? bottomFirst : topFirst;
}

function filled(path: { top: readonly PathStep[]; bottom: readonly PathStep[] }): number {
  return filledParts(path.top) + filledParts(path.bottom);
}

function commonTop(a: readonly PathStep[], b: readonly PathStep[]): PathStep[] {
  const common: PathStep[] = [];
  for (let at = 0; at < Math.min(a.length, b.length) && a[at].tag === b[at].tag; at++)
    common.push(mergeStep(a[at], b[at]));
  return common;
}

function commonBottom(a: readonly PathStep[], b: readonly PathStep[]): PathStep[] {
  return commonTop(a.toReversed(), b.toReversed()).reverse();
}

function mergeStep(a: PathStep, b: PathStep): PathStep {
  return a.index === b.index ? a : { tag: a.tag, index: null };
}

function lowest(steps: readonly PathStep[], count: number): PathStep[] {
  return count <= 0 ? [] : steps.slice(-count);
}
