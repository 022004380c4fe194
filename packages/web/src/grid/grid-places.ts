/** Places on the grid: which tile is beside another, what a nudge does. */
import type { Density, TilePlace } from "@tessera/model";
import { SHEET_COLUMNS } from "@tessera/model/grid";

const MAX_HEIGHT = 100;

/** Of one cell, and around every tile, in CSS pixels. */
export const CELL_HEIGHT: Readonly<Record<Density, number>> = { compact: 56, cosy: 68, roomy: 80 };
export const MARGIN: Readonly<Record<Density, number>> = { compact: 4, cosy: 7, roomy: 11 };

export type Direction = "left" | "right" | "up" | "down";

/** What a direction on the screen is on the grid, whose first column is on the right where text begins there. */
export function onGrid(direction: Direction, isRightToLeft: boolean): Direction {
  if (!isRightToLeft || direction === "up" || direction === "down") return direction;
  return direction === "left" ? "right" : "left";
}

/** A place one cell further, or as it was at the edge of the grid. */
export function moved(place: TilePlace, direction: Direction): TilePlace {
  const x = place.x + (direction === "right" ? 1 : direction === "left" ? -1 : 0);
  const y = place.y + (direction === "down" ? 1 : direction === "up" ? -1 : 0);
  return { ...place, x: clamp(x, 0, SHEET_COLUMNS - place.width), y: Math.max(0, y) };
}

/** A place one cell wider, narrower, taller or shorter. */
export function resized(place: TilePlace, direction: Direction): TilePlace {
  const width = place.width + (direction === "right" ? 1 : direction === "left" ? -1 : 0);
  const height = place.height + (direction === "down" ? 1 : direction === "up" ? -1 : 0);
  return { ...place, width: clamp(width, 1, SHEET_COLUMNS - place.x), height: clamp(height, 1, MAX_HEIGHT) };
}

export interface Placed {
  readonly id: string;
  readonly place: TilePlace;
}

/** The nearest tile in a direction, by the distance of the middles, sideways distance counting double. */
export function nextTo(tiles: readonly Placed[], from: Placed, direction: Direction): string | null {
  const start = middle(from.place);
  const isAcross = direction === "left" || direction === "right";
  const sign = direction === "right" || direction === "down" ? 1 : -1;
  let nearest: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const { id, place } of tiles) {
    const to = middle(place);
    const along = sign * (isAcross ? to.x - start.x : to.y - start.y);
    const aside = Math.abs(isAcross ? to.y - start.y : to.x - start.x);
    if (id === from.id || along <= 0 || along + 2 * aside >= least) continue;
    nearest = id;
    least = along + 2 * aside;
  }
  return nearest;
}

/** In reading order: rows from the top, each from its start. */
export function readingOrder<T extends Placed>(tiles: readonly T[]): T[] {
  return [...tiles].sort((a, b) => a.place.y - b.place.y || a.place.x - b.place.x);
}

/** The tiles with the heights that they have by themselves; what would lie under a higher one moves down. */
export function withAutoHeights<T extends Placed>(
  tiles: readonly T[],
  rowsOf: (tile: T) => number | null,
): readonly T[] {
  const settled: { readonly tile: T; readonly stored: TilePlace }[] = [];
  let isOther = false;
  for (const tile of readingOrder(tiles)) {
    const { place } = tile;
    const height = rowsOf(tile) ?? place.height;
    const above = settled.filter(
      ({ stored }) =>
        stored.y + stored.height <= place.y && stored.x < place.x + place.width && place.x < stored.x + stored.width,
    );
    const y = Math.max(place.y, ...above.map(({ tile: { place: at } }) => at.y + at.height));
    isOther ||= y !== place.y || height !== place.height;
    settled.push({ tile: { ...tile, place: { ...place, y, height } }, stored: place });
  }
  if (!isOther) return tiles;
  const byId = new Map(settled.map(({ tile }) => [tile.id, tile]));
  return tiles.map((tile) => byId.get(tile.id) ?? tile);
}

/** The bar and the space below it. */
const ABOVE_PX = 64;

export interface Window {
  readonly heightPx: number;
  /** Tiles lie one below the other. */
  readonly isNarrow: boolean;
  readonly density: Density;
}

/** The tiles that are in view before anything has been scrolled, known without measuring anything. */
export function firstInView(tiles: readonly Placed[], { heightPx, isNarrow, density }: Window): ReadonlySet<string> {
  const first = new Set<string>();
  let stackedPx = 0;
  for (const { id, place } of readingOrder(tiles)) {
    const topPx = isNarrow ? stackedPx : place.y * CELL_HEIGHT[density];
    if (ABOVE_PX + topPx < heightPx) first.add(id);
    stackedPx += place.height * CELL_HEIGHT[density] + 2 * MARGIN[density];
  }
  return first;
}

/** On a phone, where tiles lie one below the other: the new places after a tile has changed with its neighbour. */
export function swapped(
  tiles: readonly Placed[],
  id: string,
  direction: "up" | "down",
): ReadonlyMap<string, TilePlace> {
  const order = readingOrder(tiles);
  const at = order.findIndex((tile) => tile.id === id);
  const [one, other] = [order[at], order[at + (direction === "up" ? -1 : 1)]];
  if (!one || !other) return new Map();
  return new Map([
    [one.id, movedTo(one.place, other.place)],
    [other.id, movedTo(other.place, one.place)],
  ]);
}

/** Its size at the place of another, as far left as it has to be. */
function movedTo(place: TilePlace, { x, y }: TilePlace): TilePlace {
  return { ...place, x: Math.min(x, SHEET_COLUMNS - place.width), y };
}

export function samePlace(a: TilePlace, b: TilePlace): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

function middle({ x, y, width, height }: TilePlace): { readonly x: number; readonly y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/**
 * Where tiles lie before gridstack has come: the styles that it would write, in its own properties, so that a sheet is
 * painted without waiting for it and nothing moves when it takes over.
 */
export function gridCss(places: readonly TilePlace[], density: Density): string {
  const rows = Math.max(0, ...places.map(({ y, height }) => y + height));
  const margins = ["top", "right", "bottom", "left"].map((side) => `--gs-item-margin-${side}:${MARGIN[density]}px`);
  return [
    `--gs-columns:${SHEET_COLUMNS}`,
    `--gs-column-width:${100 / SHEET_COLUMNS}%`,
    `--gs-cell-height:${CELL_HEIGHT[density]}px`,
    ...margins,
    `height:${rows * CELL_HEIGHT[density]}px`,
  ].join(";");
}

export function itemCss({ x, y, width, height }: TilePlace, isRightToLeft: boolean): string {
  const cells = (count: number, of: "column-width" | "cell-height"): string => `calc(${count} * var(--gs-${of}))`;
  return [
    `top:${cells(y, "cell-height")}`,
    `${isRightToLeft ? "right" : "left"}:${cells(x, "column-width")}`,
    `width:${cells(width, "column-width")}`,
    `height:${cells(height, "cell-height")}`,
  ].join(";");
}
