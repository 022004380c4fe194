/** What happened to a list: items added, removed, moved and reworded. */
import type { ListItem } from "./list-items.ts";

export interface MovedItem<I> {
  readonly item: I;
  readonly from: number;
  readonly to: number;
}

export interface RewordedItem<I> {
  readonly before: I;
  readonly after: I;
}

export interface ItemDiff<I = ListItem> {
  readonly added: readonly I[];
  readonly removed: readonly I[];
  /** The fewest items that must be taken out and put elsewhere to turn the old order into the new one. */
  readonly moved: readonly MovedItem<I>[];
  readonly reworded: readonly RewordedItem<I>[];
}

type Comparable = Pick<ListItem, "key" | "text" | "title">;

/**
 * Compares two lists by the keys of their items, and what is left by how it reads: no item is both removed and added
 * under one title. O(n log n).
 */
export function diffItems<I extends Comparable>(before: readonly I[], after: readonly I[]): ItemDiff<I> {
  const oldPlaces = placesBefore(before, after);
  const kept: { readonly from: number; readonly to: number }[] = [];
  const added: I[] = [];
  const reworded: RewordedItem<I>[] = [];
  for (const [to, item] of after.entries()) {
    const from = oldPlaces[to] ?? null;
    if (from === null) added.push(item);
    else {
      kept.push({ from, to });
      const { key, text } = before[from];
      if (key !== item.key || text !== item.text) reworded.push({ before: before[from], after: item });
    }
  }
  const stayed = new Set(kept.map(({ from }) => from));
  const still = longestIncreasing(kept.map(({ from }) => from));
  return {
    added,
    removed: before.filter((_, place) => !stayed.has(place)),
    moved: kept.filter((_, at) => !still.has(at)).map(({ from, to }) => ({ item: after[to], from, to })),
    reworded,
  };
}

/** Where each item of the new list stood in the old one: by its key, otherwise the first left that reads the same. */
function placesBefore(before: readonly Comparable[], after: readonly Comparable[]): readonly (number | null)[] {
  const places = before.map((_, place) => place);
  const byKey = queues(places, (place) => before[place].key);
  const sameKey = after.map(({ key }) => byKey.get(key)?.pop() ?? null);
  const taken = new Set(sameKey);
  const left = places.filter((place) => !taken.has(place));
  const byTitle = queues(left, (place) => shownAs(before[place]));
  return sameKey.map((place, to) => place ?? byTitle.get(shownAs(after[to]))?.pop() ?? null);
}

/** Places under their names, the first of each name last, so that `pop` gives them in order. */
function queues(places: readonly number[], nameOf: (place: number) => string): ReadonlyMap<string, number[]> {
  return Map.groupBy(places.toReversed(), nameOf);
}

function shownAs({ title, text }: Comparable): string {
  return title || text;
}

/** Positions of one longest increasing subsequence of distinct numbers, by patience sorting. */
function longestIncreasing(values: readonly number[]): ReadonlySet<number> {
  const tails: number[] = [];
  const previous = new Int32Array(values.length).fill(-1);
  for (let at = 0; at < values.length; at++) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[tails[middle]] < values[at]) low = middle + 1;
      else high = middle;
    }
    if (low > 0) previous[at] = tails[low - 1];
    tails[low] = at;
  }
  const chosen = new Set<number>();
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at]) chosen.add(at);
  return chosen;
}
