/** What is measured of a remembered block and of every candidate alike, so that signals compare number with number. */
import type { DomTree } from "../../tree/dom-tree.ts";
import type { Fingerprint } from "./fingerprint.ts";
import type { BlockCounts } from "./stored-features.ts";

/** The order of both `measuresOfPrint` and the measures of `FactFinder`. */
export const MEASURES = [
  // by which the same thing is known: tags in the numbers of the page, hashes of which 0 means none
  "node",
  "tag",
  "id",
  "landmark",
  "shape",
  "hasTopHeading",
  "firstRun",
  "lastRun",
  "headingInside",
  "headingAbove",
  "rightBefore",
  "rightAfter",
  "unitLevels",
  // counts
  "depth",
  "words",
  "runs",
  "elements",
  "links",
  "images",
  "landmarksInside",
  "wrappersAbove",
  "wrappersBelow",
  "alikeBefore",
  "alikeFromHere",
  "alike",
  "unitsBefore",
  "units",
  // shares from 0 to 1
  "pageShare",
  "linkDensity",
  "spread",
  "shareOfParent",
  "place",
] as const;

export type Measure = (typeof MEASURES)[number];

/** The place of each measure. */
export const MEASURE: Readonly<Record<Measure, number>> = Object.fromEntries(
  MEASURES.map((name, at) => [name, at]),
) as Record<Measure, number>;

/** Of a remembered block; `atPath` is the element that has its path now, -1 where none has. */
export function measuresOfPrint(print: Fingerprint, tree: DomTree, atPath: number): number[] {
  const { self, counts, unit } = print;
  return [
    atPath,
    tree.tagNames.indexOf(self.tag),
    self.id,
    print.landmark,
    print.shape,
    print.hasTopHeading ? 1 : 0,
    print.firstRun,
    print.lastRun,
    print.headingInside,
    print.headingAbove,
    print.before[0] ?? 0,
    print.after[0] ?? 0,
    unit.levels,
    print.depth,
    counts.words,
    counts.runs,
    counts.elements,
    counts.links,
    counts.images,
    print.landmarksInside,
    print.wrappersAbove,
    print.wrappersBelow,
    print.alikeBefore,
    print.alike - print.alikeBefore,
    print.alike,
    unit.before,
    unit.count,
    print.pageShare,
    linkDensity(counts),
    print.spread,
    print.shareOfParent,
    print.place,
  ];
}

/** Links for each word. */
export function linkDensity({ links, words }: BlockCounts): number {
  return Math.min(1, links / Math.max(1, words));
}
