/** Which parts of a page are photographed together: a photograph takes a tenth of a second, however many parts are on it. */
import { type Box, DENSITY, sharpestScale } from "./sharpness.ts";

export interface Photograph {
  /** Of the page, in CSS pixels. */
  readonly box: Box;
  /** Pixels for one of the page. */
  readonly scale: number;
  /** Which of the parts are on it. */
  readonly numbers: readonly number[];
}

export interface PhotographLimits {
  readonly maxCount: number;
  /** Of one. */
  readonly maxPixels: number;
}

type Group = Pick<Photograph, "box" | "numbers">;

/** As sharp screens show them; less sharp only where there are too many otherwise: a blurred chart says more than none. */
const DENSITIES = [DENSITY, 1, 0.5] as const;

/** Parts that are in none of them are too many, and too far from each other. At most the third power of their number. */
export function planPhotographs(
  boxes: ReadonlyMap<number, Box>,
  { maxCount, maxPixels }: PhotographLimits,
): readonly Photograph[] {
  let groups: readonly Group[] = [...boxes].map(([number, box]) => ({ box, numbers: [number] }));
  for (const density of DENSITIES) {
    while (density === DENSITIES[0] || groups.length > maxCount) {
      const joined = joinNearest(groups, (box) => sharpestScale(box, maxPixels) >= density);
      if (joined === null) break;
      groups = joined;
    }
  }
  return groups.slice(0, maxCount).map((group) => ({ ...group, scale: sharpestScale(group.box, maxPixels) }));
}

/** The two that are smallest together become one, where the first of them was; null where no two fit. */
function joinNearest(groups: readonly Group[], fits: (box: Box) => boolean): readonly Group[] | null {
  let best: { readonly one: Group; readonly other: Group; readonly box: Box } | null = null;
  for (const [at, one] of groups.entries()) {
    for (const other of groups.slice(at + 1)) {
      if (!isOnPage(one.box) || !isOnPage(other.box)) continue;
      const box = around(one.box, other.box);
      if (fits(box) && (best === null || areaOf(box) < areaOf(best.box))) best = { one, other, box };
    }
  }
  if (best === null) return null;
  const { one, other, box } = best;
  const both = { box, numbers: [...one.numbers, ...other.numbers] };
  return groups.filter((group) => group !== other).map((group) => (group === one ? both : group));
}

/** Nobody can scroll to what is left of a page or above it. */
function isOnPage({ x, y }: Box): boolean {
  return x >= 0 && y >= 0;
}

function around(one: Box, other: Box): Box {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  const right = Math.max(one.x + one.width, other.x + other.width);
  const bottom = Math.max(one.y + one.height, other.y + other.height);
  return { x, y, width: right - x, height: bottom - y };
}

function areaOf({ width, height }: Box): number {
  return width * height;
}
