/** What differs between two contents of a block, and whether any of it counts. */
import { diffItems } from "@tessera/engine";
import type { Change, Content, Quiet } from "@tessera/model";
import type { WordMatcher } from "./pattern.ts";
import { withoutQuietLines } from "./quiet-lines.ts";
import { diffText } from "./text-diff.ts";

/** The difference of two contents, for people to read. */
export function compareContents(before: Content, after: Content): Change {
  const items = before.items && after.items ? diffItems(before.items, after.items) : null;
  return {
    parts: diffText(before.text, after.text),
    items: items && {
      added: [...items.added],
      removed: [...items.removed],
      moved: [...items.moved],
      reworded: [...items.reworded],
    },
  };
}

/**
 * The difference that counts for one person, or null: lines that they asked to ignore are left out on both sides, and
 * another order of the same items is no difference where they say so.
 */
export function changeThatCounts(before: Content, after: Content, quiet: Quiet, matcher: WordMatcher): Change | null {
  const left = withoutQuietLines(before, quiet.lines, matcher);
  const right = withoutQuietLines(after, quiet.lines, matcher);
  if (left.text === right.text && haveSameLinks(left, right) && haveSamePictures(left, right)) return null;
  const change = compareContents(left, right);
  return quiet.order && isOnlyReordered(left, right, change) ? null : change;
}

function haveSamePictures(before: Content, after: Content): boolean {
  return before.pictures.join("\n") === after.pictures.join("\n");
}

function haveSameLinks(before: Content, after: Content): boolean {
  const keys = (content: Content): string => JSON.stringify(content.items?.map(({ key }) => key) ?? null);
  return keys(before) === keys(after);
}

/** The items are the same in another order, and nothing around them is different. */
function isOnlyReordered(before: Content, after: Content, change: Change): boolean {
  const { items } = change;
  if (!items || items.added.length + items.removed.length + items.reworded.length > 0) return false;
  const sortedLines = (content: Content): string =>
    [...content.text.split("\n"), ...content.pictures].sort().join("\n");
  return sortedLines(before) === sortedLines(after);
}
