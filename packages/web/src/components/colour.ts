/** The colours of a sheet, as properties of the page. */
import type { SheetStyle } from "@tessera/model";
import { both, groundOf, hexOf, type Mode, mix, NEAREST, readableOn, rgbOf } from "@tessera/model/colour";

/** Calm enough to live with, far enough apart to be told from each other. */
export const SWATCHES: readonly string[] = [
  "#1f5a6e",
  "#2f6b4f",
  "#7a5c1e",
  "#8c3b2e",
  "#7b3f6b",
  "#4a4e8f",
  "#3d4650",
  "#f3e6d0",
  "#dfe9e3",
  "#dde6f0",
  "#efdfe6",
  "#ffffff",
];

/** Those on which the accent stands where nobody chose other colours. */
const PAPER = { light: "#f4f2ed", dark: "#26292d" } as const;

/** What an accent is on the surfaces of a mode, and what is seen where it is hinted at. */
function accentOf(colour: string, mode: Mode, grounds: readonly string[]): { accent: string; soft: string } {
  const accent = grounds.reduce(readableOn, colour);
  return { accent, soft: hexOf(mix(rgbOf(accent) ?? rgbOf(NEAREST[mode])!, mode === "light" ? 255 : 0, SOFT[mode])) };
}

/** How far a hint of the accent is from it. */
const SOFT = { light: 0.9, dark: 0.75 } as const;

type Properties = Readonly<Record<string, string>>;

/** The properties that a style sets besides those of its palette; `picture` is where that of the sheet is. @internal */
export function propertiesOf(
  { accent, palette = "paper", background }: SheetStyle,
  picture: string | null,
): Properties {
  const set: Record<string, string> = {};
  const isPaper = palette === "paper" && !background;
  const ground =
    background?.kind === "colour" ? background.colour : background?.kind === "gradient" ? background.from : null;
  if (ground) set["--ground"] = both((mode) => groundOf(ground, mode));
  if (background?.kind === "gradient") {
    set["--backdrop"] =
      `linear-gradient(160deg, var(--ground), ${both((mode) => groundOf(background.to, mode))}) fixed`;
  }
  if (background?.kind === "picture" && picture) {
    set["--backdrop"] = `url("${picture}") center / cover fixed var(--ground)`;
    set["--heading-ground"] = "var(--surface)";
  }
  if (!accent) return set;
  if (isPaper) return { ...set, "--accent": both((mode) => readableOn(accent, PAPER[mode])) };
  const onGrounds = (mode: Mode) =>
    accentOf(accent, mode, [NEAREST[mode], ...(ground ? [groundOf(ground, mode)] : [])]);
  set["--accent"] = both((mode) => onGrounds(mode).accent);
  set["--accent-soft"] = both((mode) => onGrounds(mode).soft);
  return set;
}

/** Pages are written for white paper: in the dark it is dimmed a little, by black that shines through. */
const DIMMED: Properties = { "--paper-ground": "#000", "--paper-light": "0.9" };

interface Around {
  readonly isSystemDark: boolean;
  /** The address of the picture of the sheet, where it has one. */
  readonly picture?: string | null;
}

/** Returns what takes it off again. */
export function applyTheme(style: SheetStyle | null | undefined, { isSystemDark, picture = null }: Around): () => void {
  const { style: root, dataset } = document.documentElement;
  const theme = style && style.theme !== "system" ? style.theme : "";
  const isDark = theme ? theme === "dark" : isSystemDark;
  const set = { ...(isDark ? DIMMED : {}), ...(style ? propertiesOf(style, picture) : {}) };
  root.colorScheme = theme;
  if (style?.palette) dataset.palette = style.palette;
  for (const [name, value] of Object.entries(set)) root.setProperty(name, value);
  return () => {
    root.colorScheme = "";
    delete dataset.palette;
    for (const name of Object.keys(set)) root.removeProperty(name);
  };
}
