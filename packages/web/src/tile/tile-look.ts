/** How a tile looks: its own style where it says something, the sheet's otherwise. */
import type { Density, SheetStyle, TileStyle } from "@tessera/model";
import { inkOn } from "../components/colour.ts";

export interface TileLook {
  readonly isReader: boolean;
  readonly density: Density;
  /** Between the block and the edges of its tile, in CSS pixels. */
  readonly padPx: number;
  /** CSS custom properties, made of checked values only. */
  readonly css: string;
}

interface Measures {
  readonly padPx: number;
  readonly text: string;
  readonly zoom: number;
}

const MEASURES: Readonly<Record<Density, Measures>> = {
  compact: { padPx: 6, text: "0.8125rem", zoom: 0.85 },
  cosy: { padPx: 12, text: "0.9375rem", zoom: 1 },
  roomy: { padPx: 20, text: "1.0625rem", zoom: 1.15 },
};

export function lookOf(tile: TileStyle, sheet: SheetStyle): TileLook {
  const density = tile.density ?? sheet.density;
  const { padPx, text, zoom } = MEASURES[density];
  const properties = [`--tile-pad:${padPx}px`, `--tile-text:${text}`, `--tile-zoom:${zoom}`];
  const ink = tile.foreground ?? (tile.background && inkOn(tile.background));
  if (tile.background) properties.push(`--tile-ground:${tile.background}`);
  if (ink) properties.push(`--tile-ink:${ink}`);
  return { isReader: tile.reader ?? sheet.reader, density, padPx, css: properties.join(";") };
}
