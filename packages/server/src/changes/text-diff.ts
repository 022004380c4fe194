/** What changed in a text, word by word. */
import type { DiffPart } from "@tessera/model";
import { diffLines, diffWordsWithSpace } from "diff";

/**
 * More edits than this and the texts are too different for a diff by words to mean anything; it also bounds the O(ND)
 * algorithm on hostile pages.
 */
const MOST_WORD_EDITS = 1_000;
const MOST_LINE_EDITS = 2_000;

/** The parts of two texts in order: without the added ones they are `before`, without the removed ones `after`. */
export function diffText(before: string, after: string): DiffPart[] {
  if (before === after) return before === "" ? [] : [{ kind: "same", text: before }];
  const parts =
    diffWordsWithSpace(before, after, { maxEditLength: MOST_WORD_EDITS }) ??
    diffLines(before, after, { maxEditLength: MOST_LINE_EDITS });
  if (!parts) return replaced(before, after);
  return parts.map(({ added, removed, value }) => ({
    kind: added ? "added" : removed ? "removed" : "same",
    text: value,
  }));
}

function replaced(before: string, after: string): DiffPart[] {
  const parts: DiffPart[] = [
    { kind: "removed", text: before },
    { kind: "added", text: after },
  ];
  return parts.filter(({ text }) => text !== "");
}
