/** What changed in a text, word by word. */
import type { DiffPart } from "@tessera/model";
import { diffArrays, diffLines } from "diff";

/**
 * More edits than this and the texts are too different for a diff by words to mean anything; it also bounds the O(ND)
 * algorithm on hostile pages.
 */
const MAX_WORD_EDITS = 1_000;
const MAX_LINE_EDITS = 2_000;

/** Scripts that put no spaces between words: each of their signs stands for itself. */
export const UNSPACED = ["Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"]
  .map((script) => `\\p{Script=${script}}`)
  .join("");
/** A number with all its separators (a price, a time, a date), a word, a line's end, a run of spaces, or one sign. */
const WORDS = new RegExp(
  `\\p{N}+(?:[.,:'’\\u00a0\\u202f/-]\\p{N}+)*|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}_])+|\\r?\\n|[^\\S\\r\\n]+|.`,
  "gsu",
);

/** The parts of two texts in order: without the added ones they are `before`, without the removed ones `after`. */
export function diffText(before: string, after: string): DiffPart[] {
  if (before === after) return before === "" ? [] : [{ kind: "same", text: before }];
  const parts = diffWords(before, after) ?? diffLines(before, after, { maxEditLength: MAX_LINE_EDITS });
  if (!parts) return replaced(before, after);
  return parts.map(({ added, removed, value }) => ({
    kind: added ? "added" : removed ? "removed" : "same",
    text: value,
  }));
}

/** Undefined where they differ too much. */
function diffWords(before: string, after: string) {
  const parts = diffArrays(before.match(WORDS) ?? [], after.match(WORDS) ?? [], { maxEditLength: MAX_WORD_EDITS });
  return parts?.map(({ value, ...part }) => ({ ...part, value: value.join("") }));
}

function replaced(before: string, after: string): DiffPart[] {
  const parts: DiffPart[] = [
    { kind: "removed", text: before },
    { kind: "added", text: after },
  ];
  return parts.filter(({ text }) => text !== "");
}
