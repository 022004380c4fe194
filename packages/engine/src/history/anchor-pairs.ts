/**
 * Pairs two long lists of children without comparing everything with everything: what is unique and equal on both sides
 * is paired in order (as in patience diff), what remains between those pairs by equal tag in order. For lists that are
 * too large for the exact alignment. O(n log n).
 */
import type { AlignSides } from "./align-sides.ts";
import type { NodePair } from "./pair-grid.ts";

/** Order-preserving pairs of equal tag between children of the history and children of the page. */
export function anchorPairs(sides: AlignSides, xs: Int32Array, ys: Int32Array): NodePair[] {
  const { history } = sides;
  const lastEntry = (x: number) => history.entryStart[x + 1] - 1;
  const lastKey = (x: number) => history.values[history.entryValue[lastEntry(x)]].key;
  const byContent = uniquePairs(
    xs,
    ys,
    (x) => history.entryContent[lastEntry(x)],
    (y) => sides.pageContents[y],
  );
  const byValue = between(byContent, xs, ys, (gapXs, gapYs) =>
    uniquePairs(
      gapXs,
      gapYs,
      (x) => `${history.tag[x]} ${lastKey(x)}`,
      (y) => `${sides.pageTag[y]} ${sides.pageKeys[y]}`,
    ),
  );
  return between(byValue, xs, ys, (gapXs, gapYs) => inOrder(sides, gapXs, gapYs));
}

type Pairing = (xs: Int32Array, ys: Int32Array) => NodePair[];

/** Keeps the pairs and fills the gaps between them. */
function between(pairs: readonly NodePair[], xs: Int32Array, ys: Int32Array, fill: Pairing): NodePair[] {
  const filled: NodePair[] = [];
  let fromX = 0;
  let fromY = 0;
  for (const pair of pairs) {
    const toX = xs.indexOf(pair.x, fromX);
    const toY = ys.indexOf(pair.y, fromY);
    for (const found of fill(xs.subarray(fromX, toX), ys.subarray(fromY, toY))) filled.push(found);
    filled.push(pair);
    fromX = toX + 1;
    fromY = toY + 1;
  }
  for (const found of fill(xs.subarray(fromX), ys.subarray(fromY))) filled.push(found);
  return filled;
}

/** The longest increasing run of pairs whose key is unique on both sides. */
function uniquePairs<K>(
  xs: Int32Array,
  ys: Int32Array,
  keyOfX: (x: number) => K,
  keyOfY: (y: number) => K,
): NodePair[] {
  const uniqueY = uniqueKeys(ys, keyOfY);
  const pairs: NodePair[] = [];
  for (const [key, x] of uniqueKeys(xs, keyOfX)) {
    const y = uniqueY.get(key);
    if (x >= 0 && y !== undefined && y >= 0) pairs.push({ x, y });
  }
  return longestIncreasing(pairs);
}

/** Each key with its node, -1 where several nodes have it; in order of first appearance. */
function uniqueKeys<K>(nodes: Int32Array, keyOf: (node: number) => K): Map<K, number> {
  const unique = new Map<K, number>();
  for (const node of nodes) {
    const key = keyOf(node);
    unique.set(key, unique.has(key) ? -1 : node);
  }
  return unique;
}

/** The pairs come in the order of x; keeps as many as possible with y increasing too. */
function longestIncreasing(pairs: readonly NodePair[]): NodePair[] {
  const before = new Int32Array(pairs.length).fill(-1);
  const tails: number[] = [];
  for (const [index, pair] of pairs.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (pairs[tails[middle]].y < pair.y) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before[index] = tails[low - 1];
    tails[low] = index;
  }
  const kept: NodePair[] = [];
  for (let index = tails[tails.length - 1] ?? -1; index >= 0; index = before[index]) kept.push(pairs[index]);
  return kept.reverse();
}

/** Pairs nodes of equal tag greedily: for each x the next free y of its tag. */
function inOrder(sides: AlignSides, xs: Int32Array, ys: Int32Array): NodePair[] {
  const waiting = new Map<number, number[]>();
  for (let at = ys.length - 1; at >= 0; at--) {
    const tag = sides.pageTag[ys[at]];
    const positions = waiting.get(tag);
    if (positions) positions.push(at);
    else waiting.set(tag, [at]);
  }
  const pairs: NodePair[] = [];
  let fromY = 0;
  for (const x of xs) {
    const positions = waiting.get(sides.history.tag[x]) ?? [];
    let at = positions.pop();
    while (at !== undefined && at < fromY) at = positions.pop();
    if (at === undefined) continue;
    pairs.push({ x, y: ys[at] });
    fromY = at + 1;
  }
  return pairs;
}
