/** The colours of a sheet that is shown by its address: as its person sees it, made of checked values and nothing else. */
import type { Palette, SheetStyle, TileStyle } from "@tessera/model";
import { both, groundOf, inkOfTile, rgbOf } from "@tessera/model/colour";

type Shade = readonly [light: string, dark: string];

interface Colours {
  readonly ground: Shade;
  readonly surface: Shade;
  readonly line: Shade;
  readonly ink: Shade;
  readonly soft: Shade;
}

/** Those of the app (`web/src/style/tokens.css`). @internal */
export const PALETTES: Readonly<Record<Palette, Colours>> = {
  paper: {
    ground: ["#f4f2ed", "#141517"],
    surface: ["#fdfcfa", "#1d1f22"],
    line: ["#dedad1", "#34373c"],
    ink: ["#1f2326", "#ecebe8"],
    soft: ["#585d63", "#a9adb3"],
  },
  mist: {
    ground: ["#eaf1f8", "#0f1519"],
    surface: ["#f7fafd", "#191f25"],
    line: ["#ccd7e1", "#303941"],
    ink: ["#1d252c", "#e7ecf0"],
    soft: ["#4f5962", "#aab2b9"],
  },
  forest: {
    ground: ["#eaf3eb", "#0f1610"],
    surface: ["#f8fbf8", "#19201a"],
    line: ["#cddacf", "#303b32"],
    ink: ["#1d271f", "#e7ede8"],
    soft: ["#505c52", "#abb4ac"],
  },
  rose: {
    ground: ["#f9eded", "#1a1112"],
    surface: ["#fef9f9", "#251b1b"],
    line: ["#e3d1d1", "#423434"],
    ink: ["#2d2021", "#f1e9e9"],
    soft: ["#645354", "#bbadae"],
  },
  amber: {
    ground: ["#f8efde", "#191305"],
    surface: ["#fdfaf3", "#251d0d"],
    line: ["#e1d5bb", "#413721"],
    ink: ["#2c230d", "#f0ebe0"],
    soft: ["#62573e", "#b9b09e"],
  },
  contrast: {
    ground: ["#ffffff", "#000000"],
    surface: ["#ffffff", "#000000"],
    line: ["#767676", "#8f8f8f"],
    ink: ["#000000", "#ffffff"],
    soft: ["#2b2b2b", "#e2e2e2"],
  },
};

export type SheetColours = Pick<SheetStyle, "palette" | "background">;
export type TileColours = Pick<TileStyle, "background" | "foreground">;

/** Properties of a sheet, and what lies behind it. */
export function sheetProperties({ palette = "paper", background }: SheetColours): string {
  const { ground, surface, line, ink, soft } = PALETTES[palette];
  const chosen =
    background?.kind === "colour" ? background.colour : background?.kind === "gradient" ? background.from : null;
  const below = chosen === null ? lightDark(ground) : both((mode) => groundOf(chosen, mode));
  const properties = [
    `--ground:${below}`,
    `--raised:${lightDark(surface)}`,
    `--line:${lightDark(line)}`,
    `--ink:${lightDark(ink)}`,
    `--soft:${lightDark(soft)}`,
  ];
  if (background?.kind === "gradient") {
    const to = both((mode) => groundOf(background.to, mode));
    properties.push(`--backdrop:linear-gradient(160deg,${below},${to})`);
  }
  return `${properties.join(";")};`;
}

function lightDark([light, dark]: Shade): string {
  return `light-dark(${light},${dark})`;
}

/** Properties of a tile that has colours of its own. */
export function tileProperties(colours: TileColours): string {
  const ink = inkOf(colours);
  const ground = checked(colours).background;
  return `${ground ? `--tile-ground:${ground};` : ""}${ink ? `--tile-ink:${ink};--soft:${ink};` : ""}`;
}

/** What words have on it; null where it has no colours of its own. */
export function inkOf(colours: TileColours): string | null {
  return inkOfTile(checked(colours));
}

function checked({ background, foreground }: TileColours): TileColours {
  const known = (colour: string | null): string | null => (colour !== null && rgbOf(colour) ? colour : null);
  return { background: known(background), foreground: known(foreground) };
}
