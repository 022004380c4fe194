/** How a tile looks, by its own style or the sheet's, and how its text is best read: a figure, a list, or paragraphs. */
import type { ContentItem, Density, SheetStyle, TileStyle } from "@tessera/model";
import type { ObservationWithContentReply } from "@tessera/model/api";
import { inkOfTile } from "@tessera/model/colour";

export interface TileLook {
  readonly isReader: boolean;
  readonly density: Density;
  /** Between the block and the edges of its tile, in CSS pixels. */
  readonly padPx: number;
  /** Of what is shown as on its page or in the width of the tile. */
  readonly zoom: number;
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
  const ink = inkOfTile(tile);
  if (tile.background) properties.push(`--tile-ground:${tile.background}`);
  if (ink) properties.push(`--tile-ink:${ink}`);
  return { isReader: tile.reader ?? sheet.reader, density, padPx, zoom, css: properties.join(";") };
}

export type Reading =
  | { readonly kind: "figure"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly ContentItem[] }
  | { readonly kind: "prose"; readonly lines: readonly string[] }
  | { readonly kind: "nothing" };

/** Texts up to this length with a number in them are shown as one large figure. */
const FIGURE_CHARACTERS = 24;
/** A list that leaves out more of the text than this would hide what the block is about, such as a price. */
const LIST_SHARE = 0.75;

type Content = Pick<ObservationWithContentReply, "text" | "items" | "numbers">;

export function readingOf({ text, items, numbers }: Content): Reading {
  const lines = (text ?? "").split("\n").filter((line) => line.trim() !== "");
  if (items && items.length > 0 && isMostOf(items, lines)) return { kind: "list", items };
  const [only] = lines;
  if (only === undefined) return { kind: "nothing" };
  const isFigure = lines.length === 1 && numbers.length > 0 && only.trim().length <= FIGURE_CHARACTERS;
  return isFigure ? { kind: "figure", text: only.trim() } : { kind: "prose", lines };
}

/** Without a heading of its own, which the title of the tile repeats. */
function isMostOf(items: readonly ContentItem[], lines: readonly string[]): boolean {
  const all = letters(lines.slice(lines.length > items.length ? 1 : 0).join(""));
  return letters(items.map(({ text }) => text).join("")) >= LIST_SHARE * all;
}

function letters(text: string): number {
  return text.replaceAll(/\s+/g, "").length;
}
