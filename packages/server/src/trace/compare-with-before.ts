/** What a block says now beside what it said before. */
import type { Change, Content, StoredContent } from "@tessera/model";
import { type Body, packBody } from "@tessera/store/packed";
import { areEqual, Differences, isOnlyReordered } from "../changes/compare.ts";
import { withKnownKeys } from "../changes/known-items.ts";
import type { Reading } from "../changes/read-content.ts";
import { slid } from "../changes/slid.ts";
import { textOfBody } from "./body-text.ts";
import type { TracedContent } from "./page-job.ts";

export interface Compared {
  readonly seen: TracedContent;
  readonly now: StoredContent;
  readonly before: StoredContent | null;
  /** Those that were taken so far. */
  readonly differences: Differences;
}

/**
 * `stored` is the content of the latest observation that has one. Where it is known that only volatile parts differ from
 * it, what counts of both is the same, although another set of parts may have been volatile at the time.
 */
export function compareWithBefore(read: Reading, stored: Body | null, isQuietStep = false): Compared {
  const last = stored && contentOf(stored);
  const reading = last ? withKnownKeys(read, last) : read;
  const now = storedContent(reading);
  const body = packBody(JSON.stringify(now));
  const known = last && sinceThen(last, now);
  const before = known && isQuietStep ? { ...known, steady: reading.steady } : known;
  const isSame = stored?.hash === body.hash;
  const differences = new Differences();
  const change = before && !isSame ? differences.between(before.steady ?? before, now.steady ?? now) : null;
  const seen: TracedContent = {
    body,
    meaning: reading.meaning,
    excerpt: reading.excerpt,
    numbers: reading.numbers,
    visible: reading.visible,
    laidOut: reading.laidOut,
    itemCount: reading.itemCount,
    difference: before === null ? "first" : isSame ? "none" : differenceOf(before, now, change),
    diff: change && hasParts(change) ? packBody(JSON.stringify(change)) : null,
  };
  return { seen, now, before, differences };
}

/** Compared with what is left of it, where it is a list that slides. */
export function sinceThen(before: StoredContent, now: StoredContent): StoredContent {
  const steady = before.steady && slid(before.steady, now.steady ?? now);
  return { ...slid(before, now), steady };
}

/** The stored form of a content, which was made here: its hash says that it is what was written. */
export function contentOf(body: Body): StoredContent {
  return JSON.parse(textOfBody(body)) as StoredContent;
}

function storedContent({ content, steady }: Reading): StoredContent {
  // one list in both, where nothing is volatile
  const isOne = content.items === steady.items && content.pictures === steady.pictures;
  const isSteady = content.text === steady.text && (isOne || listed(content) === listed(steady));
  return { ...content, steady: isSteady ? null : steady };
}

function listed({ items, pictures }: Content): string {
  return JSON.stringify([items, pictures]);
}

function differenceOf(before: StoredContent, now: StoredContent, change: Change | null): TracedContent["difference"] {
  const [left, right] = [before.steady ?? before, now.steady ?? now];
  if (!change || areEqual(left, right)) return "quiet";
  return isOnlyReordered(left, right, change) ? "moved" : "changed";
}

function hasParts({ parts, items }: Change): boolean {
  if (parts.some((part) => part.kind !== "same")) return true;
  return items !== null && items.added.length + items.removed.length + items.moved.length + items.reworded.length > 0;
}
