/** Colours that a person chooses, and what can be read on them. */
import type { SheetStyle } from "@tessera/model";

export interface Rgb {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

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

/** `#rrggbb` as numbers; null where it is anything else. @internal */
export function rgbOf(colour: string): Rgb | null {
  const match = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour);
  if (!match) return null;
  const [red, green, blue] = match.slice(1).map((part) => Number.parseInt(part, 16)) as [number, number, number];
  return { red, green, blue };
}

/** Relative luminance, WCAG 2.2. */
function luminance({ red, green, blue }: Rgb): number {
  const [r, g, b] = [red, green, blue].map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio, WCAG 2.2: from 1 to 21. @internal */
export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const DARK_INK = "#16181a";
const LIGHT_INK = "#ffffff";

/** The ink, dark or light, that reads best on a colour. */
export function inkOn(colour: string): string {
  const ground = rgbOf(colour);
  if (!ground) return DARK_INK;
  return contrast(ground, rgbOf(DARK_INK)!) >= contrast(ground, rgbOf(LIGHT_INK)!) ? DARK_INK : LIGHT_INK;
}

/** WCAG 2.2 AA for text, with something to spare for rounding. */
const ENOUGH = 4.6;
const STEPS = 20;

/** The nearest colour to the chosen one that can be read on a ground, and the ground on it: mixed step by step. @internal */
export function readableOn(colour: string, ground: string): string {
  const [chosen, against] = [rgbOf(colour), rgbOf(ground)];
  if (!chosen || !against) return colour;
  const away = luminance(against) > 0.18 ? 0 : 255;
  for (let step = 0; step < STEPS; step++) {
    const mixed = mix(chosen, away, step / STEPS);
    if (contrast(mixed, against) >= ENOUGH) return hexOf(mixed);
  }
  return away === 0 ? "#000000" : "#ffffff";
}

function mix({ red, green, blue }: Rgb, towards: number, share: number): Rgb {
  const part = (value: number): number => Math.round(value + (towards - value) * share);
  return { red: part(red), green: part(green), blue: part(blue) };
}

function hexOf({ red, green, blue }: Rgb): string {
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

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
