/**
 * Notes that are being written: kept in the browser until the server has them, so that closing the page loses nothing; for
 * each person, since several may use one browser.
 */
import { me } from "../../shell/session.svelte.ts";

export interface Draft {
  /** The text that it was begun from. */
  readonly from: string;
  readonly text: string;
}

const keyOf = (tileId: string): string => `tessera-draft-${me().id}-${tileId}`;

export function keptDraft(tileId: string): Draft | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(tileId)) ?? "null");
    return isDraft(kept) ? kept : null;
  } catch {
    return null;
  }
}

export function keepDraft(tileId: string, draft: Draft): void {
  try {
    localStorage.setItem(keyOf(tileId), JSON.stringify(draft));
  } catch {
    // a browser that keeps nothing has it as long as the page is open
  }
}

export function dropDraft(tileId: string): void {
  try {
    localStorage.removeItem(keyOf(tileId));
  } catch {
    // nothing was kept
  }
}

function isDraft(kept: unknown): kept is Draft {
  if (typeof kept !== "object" || kept === null || !("from" in kept) || !("text" in kept)) return false;
  return typeof kept.from === "string" && typeof kept.text === "string";
}
