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

/** Compares two lists by the keys of their items. O(n log n). */
export function diffItems<I extends Pick<ListItem, "key" | "text">>(
  before: readonly I[],
  after: readonly I[],
): ItemDiff<I> {
  const oldPlace = new Map(before.map((item, place) => [item.key, place]));
  const newKeys = new Set(after.map((item) => item.key));
  const kept: { readonly from: number; readonly to: number }[] = [];
  const added: I[] = [];
  const reworded: RewordedItem<I>[] = [];
  for (const [to, item] of after.entries()) {
    const from = oldPlace.get(item.key);
    if (from === undefined) added.push(item);
    else {
      kept.push({ from, to });
      if (before[from].text !== item.text) reworded.push({ before: before[from], after: item });
    }
  }
  const still = longestIncreasing(kept.map(({ from }) => from));
  return {
    added,
    removed: before.filter((item) => !newKeys.has(item.key)),
    moved: kept.filter((_, at) => !still.has(at)).map(({ from, to }) => ({ item: after[to], from, to })),
    reworded,
  };
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
