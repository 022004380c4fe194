/** The grid of a sheet, for the browser as well, to which zod must not come along: its width, and where there is room. */
import type { TilePlace } from "./sheet.ts";

export const SHEET_COLUMNS = 12;

const NEW_TILE: Pick<TilePlace, "width" | "height"> = { width: 4, height: 4 };

/** The first free place, row by row, that is large enough. */
export function freePlace(taken: readonly TilePlace[], { width, height } = NEW_TILE): TilePlace {
  const below = Math.max(0, ...taken.map(bottomOf));
  for (let y = 0; y < below; y++) {
    for (let x = 0; x + width <= SHEET_COLUMNS; x++) {
      const place = { x, y, width, height };
      if (!taken.some((other) => overlap(place, other))) return place;
    }
  }
  return { x: 0, y: below, width, height };
}

export function overlap(a: TilePlace, b: TilePlace): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < bottomOf(b) && b.y < bottomOf(a);
}

export function bottomOf({ y, height }: TilePlace): number {
  return y + height;
}
