/** Lists that slide, as feeds do: new items come at one end, and the oldest go at the other for no other reason. */
import type { Content } from "@tessera/model";

/**
 * What a feed said before, without the items that have left it at its ends since: that they are gone is no news. One that
 * is missing between others was taken back, which is. Everything else is as it was.
 */
export function slid<C extends Content>(before: C, now: Content): C {
  const { items } = before;
  if (!before.isFeed || !now.isFeed || !items || !now.items) return before;
  const keys = new Set(now.items.map(({ key }) => key));
  const isThere = items.map(({ key }) => keys.has(key));
  // nothing in common: all have gone, and none of them was between others
  const [first, last] = [isThere.indexOf(true), isThere.lastIndexOf(true)];
  const kept = first < 0 ? [] : items.slice(first, last + 1);
  if (kept.length === items.length || !isAllOf(before)) return before;
  return { ...before, items: kept, text: textOf(kept) };
}

/** Nothing is said outside of the items, so that without some of them the text is that of the others. */
function isAllOf({ items, text }: Content): boolean {
  return text === textOf(items ?? []);
}

function textOf(items: NonNullable<Content["items"]>): string {
  return items.map((item) => item.text).join("\n");
}
