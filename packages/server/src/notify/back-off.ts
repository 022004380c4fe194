/** When a delivery that did not go out is tried again, and when that ends. */

const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 6 * 3_600_000;

/** About two days of attempts; after the last one the delivery is a dead letter, which people see and can send again. */
export const MAX_ATTEMPTS = 14;

/** Doubles from half a minute to six hours, spread by up to a quarter so that many do not come back at once. */
export function waitMs(attempts: number, random: () => number): number {
  const doubled = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, attempts - 1));
  return Math.round(doubled * (1 + random() / 4));
}
