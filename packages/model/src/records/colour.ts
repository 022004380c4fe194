/** Colours that a person chooses, and what can be read on them. */
import type { TileStyle } from "./sheet.ts";

export interface Rgb {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
}

/** `#rrggbb` as numbers; null where it is anything else. */
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

/** Contrast ratio, WCAG 2.2: from 1 to 21. */
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

/** The nearest colour to the chosen one that can be read on a ground, and the ground on it: mixed step by step. */
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

export function mix({ red, green, blue }: Rgb, towards: number, share: number): Rgb {
  const part = (value: number): number => Math.round(value + (towards - value) * share);
  return { red: part(red), green: part(green), blue: part(blue) };
}

export function hexOf({ red, green, blue }: Rgb): string {
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** The inks of `tokens.css` that read worst, of all palettes: what a ground has to bear. */
export const FAINTEST = { light: "#5b6067", dark: "#a4a8ae" } as const;
/** The surfaces of all palettes that lie nearest to the ink. */
export const NEAREST = { light: "#dfdfdf", dark: "#34373c" } as const;
export type Mode = "light" | "dark";

/** The nearest colour to the chosen one that words can be read on: lighter in the light, darker in the dark. */
export function groundOf(colour: string, mode: Mode): string {
  const [chosen, ink] = [rgbOf(colour), rgbOf(FAINTEST[mode])!];
  if (!chosen) return NEAREST[mode];
  const towards = mode === "light" ? 255 : 0;
  // on the other side of the ink it would be readable as well, but by other ink
  const isOnSide = (ground: Rgb): boolean => luminance(ground) > luminance(ink) === (mode === "light");
  for (let step = 0; step < STEPS; step++) {
    const mixed = mix(chosen, towards, step / STEPS);
    if (isOnSide(mixed) && contrast(mixed, ink) >= ENOUGH) return hexOf(mixed);
  }
  return mode === "light" ? "#ffffff" : "#000000";
}

/** The ink of a tile: the one that was chosen, as near as it can be read on its ground, or on the surface of any palette. */
export function inkOfTile({ foreground, background }: Pick<TileStyle, "foreground" | "background">): string | null {
  if (background) return readableOn(foreground ?? inkOn(background), background);
  return foreground && both((mode) => readableOn(foreground, NEAREST[mode]));
}

/** What it is in the light, and what in the dark. */
export function both(of: (mode: Mode) => string): string {
  return `light-dark(${of("light")}, ${of("dark")})`;
}
