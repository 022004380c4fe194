/** How much has changed that the person has not seen, for the bar: asked again when something happens, never often. */
import { ask } from "../api/ask.ts";
import type { Live } from "./live.svelte.ts";

/** Changes of one check come together. */
const GATHER_MS = 1_500;

let count = $state(0);
let timer: ReturnType<typeof setTimeout> | undefined;

export function unseenCount(): number {
  return count;
}

/** Asks soon; several wishes are one question. */
export function unseenChanged(): void {
  timer ??= setTimeout(() => {
    timer = undefined;
    // a server that is away is asked again when it is back
    ask("GET /changes/unseen").then(
      (reply) => (count = reply.count),
      () => {},
    );
  }, GATHER_MS);
}

/** Returns what ends it. */
export function watchUnseen(live: Live): () => void {
  const stop = live.listen(({ kind }) => {
    if (kind === "observed" || kind === "behind") unseenChanged();
  });
  return () => {
    stop();
    clearTimeout(timer);
    timer = undefined;
  };
}
