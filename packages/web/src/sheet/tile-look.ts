/** How a tile looks: its own style where it says something, the sheet's otherwise. */
import type { Density, SheetStyle, TileStyle } from "@tessera/model";
import { inkOn } from "../look/colour.ts";

export interface TileLook {
  readonly isReader: boolean;
  readonly density: Density;
  /** CSS custom properties, made of checked values only. */
  readonly css: string;
}

interface Measures {
  readonly pad: string;
  readonly text: string;
  readonly zoom: number;
}

const MEASURES: Readonly<Record<Density, Measures>> = {
  compact: { pad: "0.4rem", text: "0.8125rem", zoom: 0.85 },
  cosy: { pad: "0.7rem", text: "0.9375rem", zoom: 1 },
  roomy: { pad: "1.1rem", text: "1.0625rem", zoom: 1.15 },
};

export function lookOf(tile: TileStyle, sheet: SheetStyle): TileLook {
  const density = tile.density ?? sheet.density;
  const { pad, text, zoom } = MEASURES[density];
  const properties = [`--tile-pad:${pad}`, `--tile-text:${text}`, `--tile-zoom:${zoom}`];
  const ink = tile.foreground ?? (tile.background && inkOn(tile.background));
  if (tile.background) properties.push(`--tile-ground:${tile.background}`);
  if (ink) properties.push(`--tile-ink:${ink}`);
  return { isReader: tile.reader ?? sheet.reader, density, css: properties.join(";") };
}
