/** How sharp a picture of a part of a page can be. */

/** Of the page, in CSS pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** As screens show it that have two pixels for one of the page. */
export const DENSITY = 2;
/** Of one picture. */
export const MAX_PIXELS = 4_000_000;
/** Chromium draws no larger surface, and nobody looks at one. */
export const LONGEST_SIDE = 16_000;

/** Pixels for one of the page: as many as there is room for. */
export function sharpestScale({ width, height }: Pick<Box, "width" | "height">, maxPixels = MAX_PIXELS): number {
  return Math.min(DENSITY, Math.sqrt(maxPixels / (width * height)), LONGEST_SIDE / Math.max(width, height));
}
