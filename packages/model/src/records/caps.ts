/** How much one person may have and do, so that nobody fills the store or the queues that all of them share. */
import { z } from "zod";

const MAX_CAP = 1_000_000;

const amount = (about: string, { min = 0, max = MAX_CAP } = {}) => z.int().min(min).max(max).describe(about);

const AMOUNTS = {
  follows: amount("Follows."),
  wishes: amount("Imports that wait for the first check of their page, and those that are stuck."),
  sheets: amount("Sheets."),
  tiles: amount("Tiles on one sheet.", { max: 1_000 }),
  channels: amount("Channels."),
  tokens: amount("API tokens."),
  sessions: amount("Logged-in browsers; beyond that, the one that was used longest ago is logged out.", { min: 1 }),
  checksPerMinute: amount("Checks per minute that are requested before they are due.", { min: 1 }),
  pagesPerMinute: amount("Pages opened for picking or following, and imports, per minute.", { min: 1 }),
} as const;

/** Generous for a household, harmless for a small machine. The owner, who sets them, is not bound but by `sessions`. */
export const Caps = z.strictObject({
  follows: AMOUNTS.follows.default(1_000),
  wishes: AMOUNTS.wishes.default(2_000),
  sheets: AMOUNTS.sheets.default(100),
  tiles: AMOUNTS.tiles.default(300),
  channels: AMOUNTS.channels.default(50),
  tokens: AMOUNTS.tokens.default(50),
  sessions: AMOUNTS.sessions.default(50),
  checksPerMinute: AMOUNTS.checksPerMinute.default(60),
  pagesPerMinute: AMOUNTS.pagesPerMinute.default(30),
});
export type Caps = z.infer<typeof Caps>;
export type CapName = keyof Caps;

/** Caps that are not named stay as they are. */
export const CapsPatch = z.strictObject(AMOUNTS).partial();

/** Every cap and what it is a cap of, in the order in which they are shown. */
export const CAPS: readonly { readonly name: CapName; readonly about: string }[] = (
  Object.keys(AMOUNTS) as CapName[]
).map((name) => ({ name, about: AMOUNTS[name].description ?? "" }));
