/** Feeds that name all their items anew each time they are asked: what is there as it was is the same item. */
import type { Content, ContentItem } from "@tessera/model";
import type { Reading } from "./read-content.ts";

/** One item that reads as another did is chance, or the next of its kind. */
const MIN_ALIKE = 2;

/**
 * The reading with the keys by which its items were known before, where a feed has none of those any more although items read
 * word by word as they did; such a feed would be all new at every look. Everything else is as it was.
 */
export function withKnownKeys(reading: Reading, before: Content): Reading {
  const { content, steady } = reading;
  const keys = before.isFeed && content.isFeed ? keysBefore(before.items ?? [], content.items ?? []) : null;
  if (!keys) return reading;
  const renamed = withKeys(content, keys);
  return { ...reading, content: renamed, steady: steady === content ? renamed : withKeys(steady, keys) };
}

/** By the keys that they have now; null where the feed names its items as it did. */
function keysBefore(before: readonly ContentItem[], now: readonly ContentItem[]): ReadonlyMap<string, string> | null {
  const known = new Set(before.map(({ key }) => key));
  if (now.some(({ key }) => known.has(key))) return null;
  const asWritten = pairs(before, now, ({ text }) => text);
  if (asWritten.size < MIN_ALIKE) return null;
  // what was edited, as a count of comments is
  const asNamed = pairs(before, now, ({ title, href }) => href && `${title}\n${href}`);
  const taken = new Set(asWritten.values());
  return new Map([...[...asNamed].filter(([, key]) => !taken.has(key)), ...asWritten]);
}

/** Those that only one item of each side is known by. */
function pairs(
  before: readonly ContentItem[],
  now: readonly ContentItem[],
  nameOf: (item: ContentItem) => string | null,
): ReadonlyMap<string, string> {
  const [old, fresh] = [before, now].map((items) => Map.groupBy(items, nameOf));
  const found = new Map<string, string>();
  for (const [name, [item, ...others]] of fresh!) {
    const [was, ...more] = old!.get(name) ?? [];
    if (name && item && was && others.length + more.length === 0) found.set(item.key, was.key);
  }
  return found;
}

function withKeys<C extends Content>(content: C, keys: ReadonlyMap<string, string>): C {
  return {
    ...content,
    items: content.items?.map((item) => ({ ...item, key: keys.get(item.key) ?? item.key })) ?? null,
  };
}
