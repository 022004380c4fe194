/** Pictures made by code: landscapes, things of a shop, icons of the weather, lines of a chart. */
import { chance, oneOf } from "./chance.ts";
import { html, type Markup } from "./markup.ts";

const PALETTES = [
  ["#f7c59f", "#ef8354", "#4f5d75", "#2d3142"],
  ["#cfe8ef", "#85c7de", "#50808e", "#1d3c45"],
  ["#f6e7cb", "#e0b485", "#a0714f", "#5b3a29"],
  ["#d8f3dc", "#95d5b2", "#40916c", "#1b4332"],
  ["#e6d9f2", "#b8a1d9", "#6d5a9c", "#352a55"],
  ["#fde2e4", "#f4a6b0", "#b5586b", "#5c2a3a"],
] as const;

/** Hills under a sky with a sun. */
export function landscape(seed: string, width = 640, height = 360): Markup {
  const [sky, sun, far, near] = oneOf(PALETTES, seed, "palette");
  const sunX = Math.round(width * (0.2 + 0.6 * chance(seed, "sun")));
  const radius = Math.round(height * (0.08 + 0.08 * chance(seed, "size")));
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${sky}"/><circle cx="${sunX}" cy="${Math.round(height * 0.35)}" r="${radius}" fill="${sun}"/>${hills(seed, { width, height, from: 0.55, colour: far })}${hills(`${seed}-near`, { width, height, from: 0.75, colour: near })}</svg>`;
}

interface Hills {
  readonly width: number;
  readonly height: number;
  /** The height of the ridge as a share from above. */
  readonly from: number;
  readonly colour: string;
}

function hills(seed: string, { width, height, from, colour }: Hills): Markup {
  const steps = 6;
  const points = Array.from({ length: steps + 1 }, (_, step) => {
    const y = height * (from + 0.18 * (chance(seed, "ridge", step) - 0.5));
    return `${Math.round((width / steps) * step)},${Math.round(y)}`;
  });
  return html`<polygon points="0,${height} ${points.join(" ")} ${width},${height}" fill="${colour}"/>`;
}

/** A thing to buy: a lamp, a bowl, a chair or a jug, in colours of its own. */
export function ware(seed: string): Markup {
  const [ground, light, main, dark] = oneOf(PALETTES, seed, "ware");
  const shapes = {
    lamp: html`<polygon points="130,90 190,90 220,170 100,170" fill="${main}"/><rect x="155" y="170" width="10" height="80" fill="${dark}"/><rect x="125" y="250" width="70" height="12" rx="6" fill="${dark}"/>`,
    bowl: html`<path d="M80 150h160c0 70-40 100-80 100s-80-30-80-100z" fill="${main}"/><ellipse cx="160" cy="150" rx="80" ry="18" fill="${light}"/>`,
    chair: html`<rect x="105" y="80" width="14" height="170" fill="${dark}"/><rect x="105" y="160" width="110" height="16" fill="${main}"/><rect x="201" y="170" width="14" height="80" fill="${dark}"/><rect x="112" y="88" width="60" height="50" rx="8" fill="${main}"/>`,
    jug: html`<path d="M120 90h70l14 150q-50 24-98 0z" fill="${main}"/><path d="M196 120q50 10 4 70" fill="none" stroke="${dark}" stroke-width="12"/>`,
  };
  const name = Object.keys(shapes).find((shape): shape is keyof typeof shapes => seed.startsWith(shape)) ?? "bowl";
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320" width="320" height="320"><rect width="320" height="320" fill="${ground}"/><ellipse cx="160" cy="264" rx="96" ry="14" fill="${dark}" opacity=".18"/>${shapes[name]}</svg>`;
}

/** Sun, cloud or rain. */
export function skyIcon(sky: string): Markup {
  const sun = html`<circle cx="24" cy="24" r="11" fill="#f5b82e"/>`;
  const cloud = html`<path d="M16 38a9 9 0 0 1 1-18 12 12 0 0 1 22 3 8 8 0 0 1-1 15z" fill="#9db2c6"/>`;
  const rain = html`<path d="M20 41l-3 6M29 41l-3 6M38 41l-3 6" stroke="#3f7fc1" stroke-width="3" stroke-linecap="round"/>`;
  const parts = { sunny: [sun], cloudy: [cloud], fair: [sun, cloud], rain: [cloud, rain] }[sky] ?? [cloud];
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 50" width="50" height="50">${parts}</svg>`;
}

/** A banner that wants to be looked at. */
export function banner(seed: string, words: string): Markup {
  const [, light, main, dark] = oneOf(PALETTES, seed, "banner");
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 120" width="600" height="120"><rect width="600" height="120" fill="${main}"/><circle cx="${60 + Math.round(480 * chance(seed))}" cy="60" r="90" fill="${light}" opacity=".35"/><text x="30" y="70" font-family="Georgia, serif" font-size="30" fill="#fff">${words}</text><rect x="470" y="40" width="100" height="40" rx="20" fill="${dark}"/><text x="520" y="66" text-anchor="middle" font-family="sans-serif" font-size="15" fill="#fff">Discover</text></svg>`;
}
