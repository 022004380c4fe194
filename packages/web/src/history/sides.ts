/** A difference as two texts, before and after, each with its own part of what changed. */
import type { DiffPart } from "@tessera/model";

export interface Sides {
  readonly before: readonly DiffPart[];
  readonly after: readonly DiffPart[];
}

export function sidesOf(parts: readonly DiffPart[]): Sides {
  return {
    before: parts.filter(({ kind }) => kind !== "added"),
    after: parts.filter(({ kind }) => kind !== "removed"),
  };
}

/** How many words were added and removed, for a line that says so. */
export function wordCounts(parts: readonly DiffPart[]): { readonly added: number; readonly removed: number } {
  const count = (kind: DiffPart["kind"]): number =>
    parts.filter((part) => part.kind === kind).reduce((sum, { text }) => sum + words(text), 0);
  return { added: count("added"), removed: count("removed") };
}

function words(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}
