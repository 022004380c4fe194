/** How the text of a block is best read: one large figure, a list, or paragraphs. */
import type { ContentItem } from "@tessera/model";
import type { ObservationWithContentReply } from "../api/replies.ts";

export type Reading =
  | { readonly kind: "figure"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly ContentItem[] }
  | { readonly kind: "prose"; readonly lines: readonly string[] }
  | { readonly kind: "nothing" };

/** Texts up to this length with a number in them are shown as one large figure. */
const FIGURE_CHARACTERS = 24;
/** A list that leaves out more of the text than this would hide what the block is about, such as a price. */
const LIST_SHARE = 0.75;

type Content = Pick<ObservationWithContentReply, "text" | "items" | "numbers">;

export function readingOf({ text, items, numbers }: Content): Reading {
  const lines = (text ?? "").split("\n").filter((line) => line.trim() !== "");
  if (items && items.length > 0 && isMostOf(items, lines)) return { kind: "list", items };
  const [only] = lines;
  if (only === undefined) return { kind: "nothing" };
  const isFigure = lines.length === 1 && numbers.length > 0 && only.trim().length <= FIGURE_CHARACTERS;
  return isFigure ? { kind: "figure", text: only.trim() } : { kind: "prose", lines };
}

/** Without a heading of its own, which the title of the tile repeats. */
function isMostOf(items: readonly ContentItem[], lines: readonly string[]): boolean {
  const all = letters(lines.slice(lines.length > items.length ? 1 : 0).join(""));
  return letters(items.map(({ text }) => text).join("")) >= LIST_SHARE * all;
}

function letters(text: string): number {
  return text.replaceAll(/\s+/g, "").length;
}
