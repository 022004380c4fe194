/** How long the steps of a page may wait; without schemas, so that the web app loads none for it. */
import type { BrowserStep } from "./page-source.ts";

/** Of all steps together: a capture has to be done before somebody else may take the page over. */
export const MAX_WAITS_MS = 90_000;

/** How long the steps ask to wait, whatever happens on the page. */
export function waitsOf(steps: readonly BrowserStep[]): number {
  return steps.reduce((sum, step) => sum + (step.kind === "wait" ? step.ms : 0), 0);
}
