/** The theme and the colour of a sheet are those of the page around it, as long as it is open. */
import type { SheetStyle } from "@tessera/model";
import { readableOn } from "../components/colour.ts";

/** The grounds of `tokens.css` on which the accent stands. */
const LIGHT_GROUND = "#f4f2ed";
const DARK_GROUND = "#26292d";
/** Pages are written for white paper: in the dark it is dimmed a little, by black that shines through. */
const DIMMED = { "--paper-ground": "#000", "--paper-light": "0.9" } as const;

/** Returns what takes it off again. */
export function applyTheme(style: SheetStyle | undefined, isSystemDark: boolean): () => void {
  const root = document.documentElement.style;
  const theme = style && style.theme !== "system" ? style.theme : "";
  const isDark = theme ? theme === "dark" : isSystemDark;
  root.colorScheme = theme;
  for (const [name, value] of Object.entries(DIMMED)) {
    if (isDark) root.setProperty(name, value);
    else root.removeProperty(name);
  }
  if (style?.accent) {
    const [light, dark] = [readableOn(style.accent, LIGHT_GROUND), readableOn(style.accent, DARK_GROUND)];
    root.setProperty("--accent", `light-dark(${light}, ${dark})`);
  }
  return () => {
    root.colorScheme = "";
    root.removeProperty("--accent");
  };
}
