/** Browsers that do not tell when they are idle usually are after so long. */
const IDLE_MS = 60;
/** A browser that never rests does it anyway after so long. */
const LATEST_MS = 1_000;

/** Calls back when the browser has nothing better to do. */
export function whenIdle(callback: () => void): void {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(callback, { timeout: LATEST_MS });
  else setTimeout(callback, IDLE_MS);
}
