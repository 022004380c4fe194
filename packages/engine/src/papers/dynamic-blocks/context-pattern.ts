/**
 * The context pattern of [following-dynamic-blocks]: the texts and images close to the block, outside of it.
 *
 *   paper            here
 *   X = {text}       ContextPattern: hashes
 *   maxdistance      MAX_DISTANCE
 *   Sim_x (4.2)      share of the texts of X that are close to the candidate
 *
 * Candidates have at least one text of X close to them. A pattern merges by intersection (5.2.1) and may become empty.
 *
 * Departures: "relative visual distance" is taken as the distance between the two rectangles. A page without layout has
 * no distances: close are then the `CLOSE_LEAVES` leaves before and after the block in document order. Of more than
 * `MAX_TEXTS` texts those with the lowest hashes are kept, the same ones on every page.
 */
import { derived } from "../../feature/derived.ts";
import { type DomTree, TEXT_TAG } from "../../tree/dom-tree.ts";
import { leavesOf } from "./leaves.ts";
import type { PatternKind, PatternMatch } from "./pattern.ts";

/** Keys of the leaves close to the block, in rising order. */
export type ContextPattern = readonly number[];

const MAX_TEXTS = 120;

export const contextPattern: PatternKind<ContextPattern> = {
  of: contextOf,
  match: matchContext,
  merge: (earlier, sample) => earlier.filter((text) => sample.includes(text)),
  weightOf: (pattern) => pattern.length,
  revive: (stored) =>
    Array.isArray(stored) && stored.every((text) => Number.isFinite(text)) ? (stored as number[]) : null,
};

function contextOf(page: DomTree, node: number): ContextPattern {
  const texts = page.boxes ? contextByLayout(page, node) : contextByOrder(page, node);
  return [...texts].sort((a, b) => a - b).slice(0, MAX_TEXTS);
}

function matchContext(pattern: ContextPattern, page: DomTree): PatternMatch {
  const counts = page.boxes ? matchContextByLayout(pattern, page) : matchContextByOrder(pattern, page);
  const candidates: number[] = [];
  for (let node = 0; node < page.size; node++) if (counts[node] > 0) candidates.push(node);
  return { candidates, similarityOf: (node) => (counts[node] === 0 ? 0 : counts[node] / pattern.length) };
}

// The context of a block on a rendered page: the leaves within 50 pixels of it.

/** [following-dynamic-blocks] 4.1: `maxdistance`, "set to 50 pixels in our experiments"; closer than this is close. */
const MAX_DISTANCE = 50;
/** Nodes looked at for one pattern on one page: a page that piles thousands of boxes on one spot must not cost more. */
const MAX_STEPS = 4_000_000;

/** Keys of the leaves close to the node. */
function contextByLayout(page: DomTree, node: number): Set<number> {
  const { node: leafNode, key } = leavesOf(page);
  const texts = new Set<number>();
  const boxes = page.boxes as Int32Array;
  if (boxes[node * 4 + 2] < 0) return texts;
  for (let leaf = 0; leaf < leafNode.length; leaf++) {
    const at = leafNode[leaf];
    const isOutside = at < node || at >= page.end[node];
    if (isOutside && boxes[at * 4 + 2] >= 0 && isClose(boxes, at * 4, boxes, node * 4)) texts.add(key[leaf]);
  }
  return texts;
}

/**
 * How many of the texts are close to each element. For each leaf with such a text the page is walked in document order,
 * and a subtree whose own bounds are not close is skipped as a whole: the page's tree serves as the spatial index.
 */
function matchContextByLayout(texts: readonly number[], page: DomTree): Uint16Array {
  const { withKey, node: leafNode } = leavesOf(page);
  const boxes = page.boxes as Int32Array;
  const bounds = subtreeBounds(page);
  const counts = new Uint16Array(page.size);
  const lastCounted = new Int32Array(page.size).fill(-1);
  let steps = 0;
  for (const [number, text] of texts.entries()) {
    for (const rank of withKey.get(text) ?? []) {
      const leaf = leafNode[rank];
      if (boxes[leaf * 4 + 2] < 0) continue;
      for (let node = 0; node < page.size && steps < MAX_STEPS; steps++) {
        if (bounds[node * 4 + 2] < 0 || !isClose(bounds, node * 4, boxes, leaf * 4)) {
          node = page.end[node];
          continue;
        }
        const isAround = leaf >= node && leaf < page.end[node];
        if (!isAround && lastCounted[node] !== number && page.tag[node] !== TEXT_TAG) {
          if (boxes[node * 4 + 2] >= 0 && isClose(boxes, node * 4, boxes, leaf * 4)) {
            lastCounted[node] = number;
            counts[node]++;
          }
        }
        node++;
      }
    }
  }
  return counts;
}

/** The smallest rectangle around all boxes of each subtree; width -1 where there are none. */
const subtreeBounds: (page: DomTree) => Int32Array = derived((page) => {
  const bounds = Int32Array.from(page.boxes as Int32Array);
  for (let node = page.size - 1; node > 0; node--) {
    const from = node * 4;
    const to = page.parent[node] * 4;
    if (bounds[from + 2] < 0) continue;
    if (bounds[to + 2] < 0) {
      bounds.copyWithin(to, from, from + 4);
      continue;
    }
    const right = Math.max(bounds[from] + bounds[from + 2], bounds[to] + bounds[to + 2]);
    const bottom = Math.max(bounds[from + 1] + bounds[from + 3], bounds[to + 1] + bounds[to + 3]);
    bounds[to] = Math.min(bounds[from], bounds[to]);
    bounds[to + 1] = Math.min(bounds[from + 1], bounds[to + 1]);
    bounds[to + 2] = right - bounds[to];
    bounds[to + 3] = bottom - bounds[to + 1];
  }
  return bounds;
});

/** True where the gap between two rectangles is below `MAX_DISTANCE`; each is left, top, width, height from its place. */
function isClose(a: Int32Array, atA: number, b: Int32Array, atB: number): boolean {
  const across = Math.max(a[atA] - b[atB] - b[atB + 2], b[atB] - a[atA] - a[atA + 2], 0);
  const down = Math.max(a[atA + 1] - b[atB + 1] - b[atB + 3], b[atB + 1] - a[atA + 1] - a[atA + 3], 0);
  return across * across + down * down < MAX_DISTANCE * MAX_DISTANCE;
}

// The context of a block on a page without layout: the leaves just before and after it in document order.

/** Leaves on each side. Chosen on the labelled pages: fewer lose the context of small blocks, more blur its place. */
const CLOSE_LEAVES = 3;

/** Keys of the leaves close to the node. */
function contextByOrder(page: DomTree, node: number): Set<number> {
  const { key, first } = leavesOf(page);
  const start = first[node];
  const stop = first[page.end[node]];
  const before = key.subarray(Math.max(0, start - CLOSE_LEAVES), start);
  return new Set([...before, ...key.subarray(stop, stop + CLOSE_LEAVES)]);
}

/** How many of the texts are close to each element. Linear in the page times `CLOSE_LEAVES`. */
function matchContextByOrder(texts: readonly number[], page: DomTree): Uint16Array {
  const { key, first, displayedFrom } = leavesOf(page);
  const numbers = new Map(texts.map((text, number) => [text, number]));
  const textOfLeaf = Int32Array.from(key, (leaf) => numbers.get(leaf) ?? -1);
  const counts = new Uint16Array(page.size);
  const lastCounted = new Int32Array(texts.length).fill(-1);
  const count = (node: number, start: number, stop: number): void => {
    for (let leaf = start; leaf < stop; leaf++) {
      const text = textOfLeaf[leaf];
      if (text < 0 || lastCounted[text] === node) continue;
      lastCounted[text] = node;
      counts[node]++;
    }
  };
  for (let node = displayedFrom; node < page.size; node++) {
    if (page.tag[node] === TEXT_TAG) continue;
    const start = first[node];
    const stop = first[page.end[node]];
    count(node, Math.max(0, start - CLOSE_LEAVES), start);
    count(node, stop, Math.min(key.length, stop + CLOSE_LEAVES));
  }
  return counts;
}
