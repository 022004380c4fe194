/** Advertisements between the blocks of the demo sites: another one at every tick, and not always there. */
import { chance, oneOf } from "./chance.ts";

export interface Advertisement {
  readonly seed: string;
  readonly words: string;
  readonly maker: string;
}

const ADVERTISEMENTS = [
  ["Windows that keep the storm out", "Fennmark Glass"],
  ["Three weeks of tea for the price of two", "Oriel Teas"],
  ["Learn to sail before the summer ends", "Pier Nine School"],
  ["A bank that closes its doors at five", "Saltmarsh Savings"],
  ["Bicycles for hills", "Upland Cycles"],
  ["Sleep on wool again", "Marrow & Fleece"],
] as const;

/** A place for an advertisement stays empty one time in four. */
export function advertisementFor(place: string, tick: number): Advertisement | null {
  if (chance(place, tick, "empty") < 0.25) return null;
  const [words, maker] = oneOf(ADVERTISEMENTS, place, tick);
  return { seed: `ad-${ADVERTISEMENTS.findIndex(([said]) => said === words)}`, words, maker };
}

/** What the banner with this seed says. */
export function wordsOfBanner(seed: string): string {
  return ADVERTISEMENTS[Number(seed.slice("ad-".length))]?.[0] ?? "Advertisement";
}
