/** How much one person may have and do, so that nobody fills the store or the queues that all of them share. */
import { z } from "zod";

const MAX_CAP = 1_000_000;

const amount = ({ min = 0, max = MAX_CAP } = {}) => z.int().min(min).max(max);

const AMOUNTS = {
  follows: amount(),
  /** Imports that still wait for the first look at their page, and those that are stuck. */
  wishes: amount(),
  sheets: amount(),
  /** On one sheet. */
  tiles: amount({ max: 1_000 }),
  channels: amount(),
  tokens: amount(),
  /** Logged-in browsers; beyond it the one that was used longest ago is logged out. */
  sessions: amount({ min: 1 }),
  /** Checks before they are due, each minute. */
  checksPerMinute: amount({ min: 1 }),
  /** Pages opened for picking or following, each minute. */
  pagesPerMinute: amount({ min: 1 }),
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

/** In the order in which they are shown. */
export const CAP_NAMES = Object.keys(AMOUNTS) as readonly CapName[];
