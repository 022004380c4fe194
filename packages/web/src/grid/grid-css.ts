/**
 * Where tiles lie before gridstack has come: the styles that it would write, in its own properties, so that a sheet is
 * painted without waiting for it and nothing moves when it takes over.
 */
import type { Density, TilePlace } from "@tessera/model";
import { SHEET_COLUMNS } from "@tessera/model/grid";
import { CELL_HEIGHT, MARGIN } from "./grid-places.ts";

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
