/** The context of a block on a page without layout: the leaves just before and after it in document order. */
import { type DomTree, TEXT_TAG } from "../../tree/dom-tree.ts";
import { leavesOf } from "./leaves.ts";

/** Leaves on each side. Chosen on the labelled pages: fewer lose the context of small blocks, more blur its place. */
const CLOSE_LEAVES = 3;

/** Keys of the leaves close to the node. */
export function contextByOrder(page: DomTree, node: number): Set<number> {
  const { key, first } = leavesOf(page);
  const start = first[node];
  const stop = first[page.end[node]];
  const before = key.subarray(Math.max(0, start - CLOSE_LEAVES), start);
  return new Set([...before, ...key.subarray(stop, stop + CLOSE_LEAVES)]);
}

/** How many of the texts are close to each element. Linear in the page times `CLOSE_LEAVES`. */
export function matchContextByOrder(texts: readonly number[], page: DomTree): Uint16Array {
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
