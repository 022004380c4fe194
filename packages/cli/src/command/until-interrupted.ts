/** Waiting for the person to want the end. */
import type { Terminal } from "./verb.ts";

export function untilInterrupted({ interrupted }: Pick<Terminal, "interrupted">): Promise<void> {
  return new Promise((resolve) => {
    if (interrupted.aborted) resolve();
    else interrupted.addEventListener("abort", () => resolve(), { once: true });
  });
}
