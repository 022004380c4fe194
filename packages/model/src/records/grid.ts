/** The grid of a sheet, for the browser as well, to which zod must not come along: its width, and where there is room. */
import type { TilePlace } from "./sheet.ts";
import type { TileKind } from "./tile-content.ts";

export const SHEET_COLUMNS = 12;

/** Of the picture behind a sheet. */
export const MAX_PICTURE_BYTES = 2 * 1024 * 1024;

export type TileSize = Pick<TilePlace, "width" | "height">;

/** How large a new tile is; the tile of a block as large as that, where it is known (`sizeFor`). */
export const NEW_TILES = {
  follow: { width: 4, height: 4 },
  joined: { width: 4, height: 4 },
  feed: { width: 4, height: 6 },
  links: { width: 4, height: 4 },
  search: { width: 6, height: 2 },
  note: { width: 3, height: 4 },
  board: { width: 6, height: 5 },
  heading: { width: SHEET_COLUMNS, height: 1 },
} as const satisfies Readonly<Record<TileKind, TileSize>>;

/** The first free place, row by row, that is large enough. */
export function freePlace(taken: readonly TilePlace[], { width, height }: TileSize = NEW_TILES.follow): TilePlace {
  const below = Math.max(0, ...taken.map(bottomOf));
  for (let y = 0; y < below; y++) {
    for (let x = 0; x + width <= SHEET_COLUMNS; x++) {
      const place = { x, y, width, height };
      if (!taken.some((other) => overlap(place, other))) return place;
    }
  }
  return { x: 0, y: below, width, height };
}

export function isWithin({ x, width }: TilePlace, columns: number): boolean {
  return x + width <= columns;
}

/** As far to its end as it can lie, and no wider than there is room. */
export function within<T extends TilePlace>(place: T, columns: number): T {
  if (isWithin(place, columns)) return place;
  const width = Math.min(place.width, columns);
  return { ...place, x: columns - width, width };
}

interface Placed {
  readonly place: TilePlace;
}

/** In reading order: rows from the top, each from its start. */
export function readingOrder<T extends Placed>(tiles: readonly T[]): T[] {
  return [...tiles].sort((a, b) => a.place.y - b.place.y || a.place.x - b.place.x);
}

/**
 * Without gaps: in reading order each tile takes the first free place after the one before it, so that the order stays and
 * a second time changes nothing.
 */
export function tidied<T extends Placed>(tiles: readonly T[], columns = SHEET_COLUMNS): readonly T[] {
  const free = new Int32Array(columns);
  let [lastX, lastY] = [-1, 0];
  return readingOrder(tiles).map((tile) => {
    const width = Math.min(tile.place.width, columns);
    let [x, y] = [0, Number.POSITIVE_INFINITY];
    for (let from = 0; from + width <= columns; from++) {
      // nothing lies below what was placed before, so a place is free from the lowest of its columns on
      const top = Math.max(lastY + (from <= lastX ? 1 : 0), ...free.subarray(from, from + width));
      if (top < y) [x, y] = [from, top];
    }
    free.fill(y + tile.place.height, x, x + width);
    [lastX, lastY] = [x, y];
    return { ...tile, place: { ...tile.place, x, y, width } };
  });
}

/** Below everything that is there, without gaps and in their order. */
export function placedBelow<T extends Placed>(
  taken: readonly TilePlace[],
  coming: readonly T[],
  columns = SHEET_COLUMNS,
): readonly T[] {
  const below = Math.max(0, ...taken.map(bottomOf));
  return tidied(coming, columns).map((tile) => ({ ...tile, place: { ...tile.place, y: tile.place.y + below } }));
}

export function overlap(a: TilePlace, b: TilePlace): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < bottomOf(b) && b.y < bottomOf(a);
}

export function bottomOf({ y, height }: TilePlace): number {
  return y + height;
}
