/** Links that are opened in the picker one after the other, until the app is loaded again or somebody has had enough. */
import type { Link } from "@tessera/model";
import { pickPath, sheetPath } from "../shell/place.ts";
import { go } from "../shell/router.svelte.ts";

export interface PickQueue {
  readonly links: readonly Link[];
  /** Which of them is open. */
  readonly at: number;
  readonly sheetId: string;
}

let queue = $state.raw<PickQueue | null>(null);

export function pickQueue(): PickQueue | null {
  return queue;
}

export function startPicking(links: readonly Link[], sheetId: string): void {
  const [first] = links;
  if (!first) return;
  queue = { links, at: 0, sheetId };
  go(pickPath({ url: first.url, sheet: sheetId }));
}

/** The next one; null where that was the last, and the sheet is shown. */
export function nextToPick(): Link | null {
  const link = queue?.links[queue.at + 1];
  if (!queue || !link) {
    stopPicking();
    return null;
  }
  queue = { ...queue, at: queue.at + 1 };
  go(pickPath({ url: link.url, sheet: queue.sheetId }), { replace: true });
  return link;
}

export function stopPicking(): void {
  const sheetId = queue?.sheetId;
  queue = null;
  if (sheetId) go(sheetPath(sheetId));
}

/** Whoever leaves the picker by another way is done with it. */
export function leavePicking(): void {
  queue = null;
}
