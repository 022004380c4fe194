/** What a block says now beside what it said before. */
import { type Change, type Content, StoredContent } from "@tessera/model";
import { type Body, packBody } from "@tessera/store";
import { changeThatCounts, compareContents } from "../changes/compare.ts";
import { WordMatcher } from "../changes/pattern.ts";
import type { Reading } from "../changes/read-content.ts";
import { textOfBody } from "./body-text.ts";
import type { TracedContent } from "./page-job.ts";

export interface Compared {
  readonly seen: TracedContent;
  readonly now: StoredContent;
  readonly before: StoredContent | null;
}

/**
 * `stored` is the content of the latest observation that has one. Where it is known that only volatile parts differ from
 * it, what counts of both is the same, although another set of parts may have been volatile at the time.
 */
export function compareWithBefore(reading: Reading, stored: Body | null, isQuietStep = false): Compared {
  const now = storedContent(reading);
  const body = packBody(JSON.stringify(now));
  const known = stored && contentOf(stored);
  const before = known && isQuietStep ? { ...known, steady: reading.steady } : known;
  const isSame = stored?.hash === body.hash;
  const change = before && !isSame ? compareContents(before.steady ?? before, now.steady ?? now) : null;
  const seen: TracedContent = {
    body,
    meaning: reading.meaning,
    excerpt: reading.excerpt,
    numbers: reading.numbers,
    visible: reading.visible,
    difference: before === null ? "first" : isSame ? "none" : differenceOf(before, now, change),
    diff: change && hasParts(change) ? packBody(JSON.stringify(change)) : null,
  };
  return { seen, now, before };
}

/** The stored form of a content. */
export function contentOf(body: Body): StoredContent {
  return StoredContent.parse(JSON.parse(textOfBody(body)));
}

function storedContent({ content, steady }: Reading): StoredContent {
  const seen = ({ text, items, pictures }: Content) => JSON.stringify([text, items, pictures]);
  const isSteady = seen(steady) === seen(content);
  return { ...content, steady: isSteady ? null : steady };
}

const STRICT = { volatileParts: true, lines: [], order: false, secondLook: false };
const ANY_ORDER = { ...STRICT, order: true };
/** Neither has words to look for. */
const NO_WORDS = new WordMatcher(0);

function differenceOf(before: StoredContent, now: StoredContent, change: Change | null): TracedContent["difference"] {
  const [left, right] = [before.steady ?? before, now.steady ?? now];
  if (!change || !changeThatCounts(left, right, STRICT, NO_WORDS)) return "quiet";
  return changeThatCounts(left, right, ANY_ORDER, NO_WORDS) ? "changed" : "moved";
}

function hasParts({ parts, items }: Change): boolean {
  if (parts.some((part) => part.kind !== "same")) return true;
  return items !== null && items.added.length + items.removed.length + items.moved.length + items.reworded.length > 0;
}
