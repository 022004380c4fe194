/**
 * EditD, the baseline of [following-dynamic-blocks] section 6: "the tree edit distance algorithm used in" [homepage-live].
 * The block's subtree is compared with every subtree of the page, and the one at the smallest distance is the block.
 *
 * One table gives all the distances: `compareTrees` compares every subtree with every other, and the row of the block's
 * root is the answer.  O(block × page), less where equal subtrees are shared.
 *
 * Departures: the paper does not say which subtrees are compared; its account of equal distances between the columns of
 * figure 1 means subtrees of the new page and not the partner in a mapping of both pages (that is `tree-edit`). Of a
 * block with more than `MAX_NODES` nodes the first ones in document order are compared. A page so large that the
 * table is over its budget gets no candidates.
 */
import type { Candidate, Memory, Ranking, Tracer } from "../../tracer/tracer.ts";
import { type DomTree, TEXT_TAG } from "../../tree/dom-tree.ts";
import { isOutline, Labels, labelledTreeOf, type PageOutline, treeOfOutline } from "../homepage-live/labelled-tree.ts";
import { compareTrees, subtreeDistance } from "../homepage-live/tree-comparison.ts";

export interface EditDistanceMemory extends Memory {
  /** The tags of the block's subtree. */
  readonly outline: PageOutline;
}

const NAME = "edit-distance";
const VERSION = 1;
const KEPT = 10;
const MAX_NODES = 4_000;

export const editDistance: Tracer<EditDistanceMemory> = {
  name: NAME,
  about: "[following-dynamic-blocks] 6 EditD: the subtree at the smallest tree edit distance from the block",
  // `bench calibrate` on all labelled pages; on sites that it was not fitted on 34 % are found, 2 % of them wrong
  calibration: { bias: -5.233, score: 6.433, margin: 6.433, foundFrom: 0.77, goneBelow: 0 },

  learn: (page: DomTree, node: number) => ({ tracer: NAME, version: VERSION, outline: outlineOfBlock(page, node) }),

  trace(memory: EditDistanceMemory, page: DomTree): Ranking {
    const labels = new Labels();
    const block = treeOfOutline(memory.outline, labels);
    const outcome = compareTrees(block, labelledTreeOf(page, labels), { shareEqualSubtrees: true });
    if (outcome.kind === "over-budget") return { candidates: [] };
    const candidates: Candidate[] = [];
    for (let node = 0; node < page.size; node++) {
      if (page.tag[node] === TEXT_TAG) continue;
      const distance = subtreeDistance(outcome.comparison, 0, node);
      // 1 for equal subtrees, a half where as many nodes differ as the block has
      candidates.push({ node, score: block.size / (block.size + distance), signals: { distance } });
    }
    // the sort is stable, so that ties stay in document order
    return { candidates: candidates.sort((a, b) => b.score - a.score).slice(0, KEPT) };
  },

  adapt: (memory: EditDistanceMemory) => memory,

  revive(stored: unknown): EditDistanceMemory | null {
    const memory = stored as Partial<EditDistanceMemory> | null;
    if (typeof memory !== "object" || memory?.tracer !== NAME || memory.version !== VERSION) return null;
    return isOutline(memory.outline) ? { tracer: NAME, version: VERSION, outline: memory.outline } : null;
  },
};

function outlineOfBlock(page: DomTree, node: number): PageOutline {
  const stop = Math.min(page.end[node], node + MAX_NODES);
  const numbers = new Map<number, number>();
  const tags: number[] = [];
  const depths: number[] = [];
  for (let at = node; at < stop; at++) {
    const tag = page.tag[at];
    if (!numbers.has(tag)) numbers.set(tag, numbers.size);
    tags.push(numbers.get(tag) as number);
    depths.push(page.depth[at] - page.depth[node]);
  }
  return { tagNames: [...numbers.keys()].map((tag) => page.tagNames[tag]), tags, depths };
}
