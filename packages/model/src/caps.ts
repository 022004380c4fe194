/** How much one person may have and do, so that nobody fills the store or the queues that all of them share. */
import { z } from "zod";

const MAX_CAP = 1_000_000;

const cap = (usual: number, { min = 0, max = MAX_CAP } = {}) => z.int().min(min).max(max).default(usual);

/** Generous for a household, harmless for a small machine. The owner, who sets them, is not bound but by `sessions`. */
export const Caps = z.strictObject({
  follows: cap(1_000),
  /** Imports that still wait for the first look at their page, and those that are stuck. */
  wishes: cap(2_000),
  sheets: cap(100),
  /** On one sheet. */
  tiles: cap(300, { max: 1_000 }),
  channels: cap(50),
  tokens: cap(50),
  /** Logged-in browsers; beyond it the one that was used longest ago is logged out. */
  sessions: cap(50, { min: 1 }),
  /** Checks before they are due, each minute. */
  checksPerMinute: cap(60),
  /** Pages opened for picking or following, each minute. */
  pagesPerMinute: cap(30, { min: 1 }),
});
export type Caps = z.infer<typeof Caps>;
export type CapName = keyof Caps;

/** In the order in which they are shown. */
export const CAP_NAMES = Object.keys(Caps.shape) as readonly CapName[];
