/** What differs between two contents of a block, and whether any of it counts. */
import { areSamePictures, diffItems } from "@tessera/engine";
import type { Change, Content, ContentItem, DiffPart, Quiet, QuietLine } from "@tessera/model";
import { diffLines } from "diff";
import { diffTokens } from "./diff-tokens.ts";
import type { WordMatcher } from "./pattern.ts";
import { wordsOf } from "./words-of.ts";

/**
 * More edits than this and the texts are too different for a diff by words to mean anything; it also bounds the O(ND)
 * algorithm on hostile pages.
 */
const MAX_WORD_EDITS = 1_000;
const MAX_LINE_EDITS = 2_000;
/** Items that read otherwise are told word by word, so many of them and each up to this length. */
const MAX_EDITED_ITEMS = 50;
const MAX_ITEM_TEXT = 4_000;

/** The differences of contents that were asked for already: the same two are compared for the record and for each person. */
export class Differences {
  readonly #known = new Map<Content, Map<Content, Change>>();

  between(before: Content, after: Content): Change {
    const known = this.#known.get(before) ?? new Map<Content, Change>();
    const change = known.get(after) ?? compareContents(before, after);
    this.#known.set(before, known.set(after, change));
    return change;
  }
}

/** The difference of two contents, for people to read. */
export function compareContents(before: Content, after: Content): Change {
  const items = before.items && after.items ? diffItems(before.items, after.items) : null;
  return {
    parts: diffText(before.text, after.text),
    items: items && {
      added: [...items.added],
      removed: [...items.removed],
      moved: [...items.moved],
      reworded: items.reworded.map((edit, at) => (at < MAX_EDITED_ITEMS ? withWords(edit) : edit)),
    },
  };
}

/** The words of an item that reads otherwise. */
function withWords<T extends { readonly before: ContentItem; readonly after: ContentItem }>(edit: T) {
  const { before, after } = edit;
  const isShort = before.text.length + after.text.length <= MAX_ITEM_TEXT;
  return isShort ? { ...edit, parts: diffText(before.text, after.text) } : edit;
}

/**
 * The difference that counts for one person, or null: lines that they asked to ignore are left out on both sides, and
 * another order of the same items is no difference where they say so.
 */
export function changeThatCounts(
  before: Content,
  after: Content,
  { quiet, matcher, differences }: Counting,
): Change | null {
  const left = withoutQuietLines(before, quiet.lines, matcher);
  const right = withoutQuietLines(after, quiet.lines, matcher);
  if (areEqual(left, right)) return null;
  const change = differences.between(left, right);
  return quiet.order && isOnlyReordered(left, right, change) ? null : change;
}

/** What counts for whom, and what is known already. */
export interface Counting {
  readonly quiet: Quiet;
  readonly matcher: WordMatcher;
  readonly differences: Differences;
}

/** True where they read the same, markup aside. */
export function areEqual(one: Content, other: Content): boolean {
  return one.text === other.text && haveSameLinks(one, other) && areSamePictures(one.pictures, other.pictures);
}

function haveSameLinks(before: Content, after: Content): boolean {
  const keys = (content: Content): string => JSON.stringify(content.items?.map(({ key }) => key) ?? null);
  return keys(before) === keys(after);
}

/** The items are the same in another order, and nothing around them is different. */
export function isOnlyReordered(before: Content, after: Content, change: Change): boolean {
  const { items } = change;
  if (!items || items.added.length + items.removed.length + items.reworded.length > 0) return false;
  const sortedLines = (content: Content): string =>
    [...content.text.split("\n"), ...content.pictures].sort().join("\n");
  return sortedLines(before) === sortedLines(after);
}

/** The content without the lines to ignore; items that consist of nothing else go with them. */
function withoutQuietLines(content: Content, rules: readonly QuietLine[], matcher: WordMatcher): Content {
  if (rules.length === 0) return content;
  const tests = rules.map((rule) => testOf(rule, matcher));
  const keep = (text: string): string =>
    text
      .split("\n")
      .filter((line) => !tests.some((test) => test(line)))
      .join("\n");
  const items = content.items?.map((item) => {
    const text = keep(item.text);
    // a key that is the item's text would otherwise still hold what is to be ignored
    return { ...item, text, key: item.href === null ? text : item.key };
  });
  return { ...content, text: keep(content.text), items: items?.filter(({ text }) => text !== "") ?? null };
}

function testOf(rule: QuietLine, matcher: WordMatcher): (line: string) => boolean {
  if (rule.kind === "contains") return (line) => matcher.test(rule.words, line);
  const shape = shapeOf(rule.line);
  return (line) => shapeOf(line) === shape;
}

function shapeOf(line: string): string {
  return line.replace(/\p{Nd}+/gu, "0").trim();
}

/** The parts of two texts in order: without the added ones they are `before`, without the removed ones `after`. @internal */
export function diffText(before: string, after: string): DiffPart[] {
  if (before === after) return before === "" ? [] : [{ kind: "same", text: before }];
  const words = diffTokens(wordsOf(before), wordsOf(after), MAX_WORD_EDITS);
  if (words) return words;
  const lines = diffLines(before, after, { maxEditLength: MAX_LINE_EDITS });
  if (!lines) return replaced(before, after);
  return lines.map(({ added, removed, value }) => ({
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
