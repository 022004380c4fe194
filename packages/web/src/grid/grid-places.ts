/** Places on the grid: which tile is beside another, which are in view, how they are painted. */
import type { Density, TilePlace } from "@tessera/model";
import { readingOrder, SHEET_COLUMNS } from "@tessera/model/grid";

/** Of one cell, and around every tile, in CSS pixels. */
export const CELL_HEIGHT: Readonly<Record<Density, number>> = { compact: 56, cosy: 68, roomy: 80 };
export const MARGIN: Readonly<Record<Density, number>> = { compact: 4, cosy: 7, roomy: 11 };

export type Direction = "left" | "right" | "up" | "down";

/** What a direction on the screen is on the grid, whose first column is on the right where text begins there. */
export function onGrid(direction: Direction, isRightToLeft: boolean): Direction {
  if (!isRightToLeft || direction === "up" || direction === "down") return direction;
  return direction === "left" ? "right" : "left";
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
    const aside = isAcross ? asideOf(place.y, place.height, start.y) : asideOf(place.x, place.width, start.x);
    if (id === from.id || along <= 0 || along + 2 * aside >= least) continue;
    nearest = id;
    least = along + 2 * aside;
  }
  return nearest;
}

/** How far a line through the middle of one passes beside the middle of another; not at all where it goes through it. */
function asideOf(from: number, length: number, line: number): number {
  return line > from && line < from + length ? 0 : Math.abs(from + length / 2 - line);
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
export const ABOVE_PX = 64;

export interface Window {
  readonly heightPx: number;
  readonly density: Density;
}

/** The tiles that are in view before anything has been scrolled, known without measuring anything. */
export function firstInView(tiles: readonly Placed[], { heightPx, density }: Window): ReadonlySet<string> {
  const rows = (heightPx - ABOVE_PX) / CELL_HEIGHT[density];
  return new Set(tiles.filter(({ place }) => place.y < rows).map(({ id }) => id));
}

export function samePlace(a: TilePlace, b: TilePlace): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

function middle({ x, y, width, height }: TilePlace): { readonly x: number; readonly y: number } {
  return { x: x + width / 2, y: y + height / 2 };
}

/**
 * Where tiles lie before gridstack has come: the styles that it would write, in its own properties, so that a sheet is
 * painted without waiting for it and nothing moves when it takes over.
 */
export function gridCss(places: readonly TilePlace[], density: Density, columns = SHEET_COLUMNS): string {
  const rows = Math.max(0, ...places.map(({ y, height }) => y + height));
  const margins = ["top", "right", "bottom", "left"].map((side) => `--gs-item-margin-${side}:${MARGIN[density]}px`);
  return [
    `--gs-columns:${columns}`,
    `--gs-column-width:${100 / columns}%`,
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
