/**
 * Fixed-Subtree Based Tracing after [homepage-live] (Han et al., WWW 2007), sections 6.2 and 6.3: nodes that did not
 * change bound the place where the block must be, and only what is left there is mapped by minimum edit distance.
 *
 *   step of 6.3                      here
 *   finding Fix Nodes                feature/fix-nodes.ts
 *   minimum common tree (Table 3)    distance/common-subtree.ts
 *   reduced trees                    distance/reduced-trees.ts
 *   mapping                          distance/tree-comparison.ts
 *
 * Departures: a block that is itself a Fix Node is where that is, without a mapping. So is a block that is the root of the
 * minimum common pair, where the other root has its tag: the mapping of such a pair, which costs most for large blocks,
 * gave the same answer on all labelled blocks but one. A block whose root is not mapped in the minimum common pair is looked for once more in the whole
 * pages, reduced by the same Fix Nodes; the paper does not say what happens then. Runners-up are ranked as in
 * `tree-edit.ts`. Equal subtrees are compared once; where the reduced trees are over budget even so, the element at the
 * old path is offered.
 */

import type { Candidate, Memory, Ranking, Tracer } from "../../tracer/tracer.ts";
import type { DomTree } from "../../tree/dom-tree.ts";
import { nodeAt, pathOf } from "../../tree/path.ts";
import { type FixedTrees, minimumCommonPair, type SubtreePair } from "./common-subtree.ts";
import { type FixIndex, fixIndexOf, fixPartners } from "./fix-nodes.ts";
import { Labels, labelledTreeOf } from "./labelled-tree.ts";
import { isOutline, outlineOf, type PageOutline, treeOfOutline } from "./page-outline.ts";
import { rankMapped } from "./rank-mapped.ts";
import { reducePair } from "./reduced-trees.ts";
import { compareTrees } from "./tree-comparison.ts";

export interface FixedSubtreeMemory extends Memory {
  readonly outline: PageOutline;
  readonly fix: FixIndex;
  /** The block's node number in the outline. */
  readonly block: number;
  readonly path: string;
}

const VERSION = 1;

/** Definition 7 holds for the whole pages whatever the Fix Nodes are. */
const WHOLE_PAGES: SubtreePair = { inFirst: 0, inSecond: 0, isFixed: false };

/** A guess by path alone, where the reduced trees are too large to compare. */
const PATH_ONLY_SCORE = 0.25;

export const fixedSubtree: Tracer<FixedSubtreeMemory> = {
  name: "fixed-subtree",
  about: "[homepage-live] 6.2 Fixed-Subtree Based Tracing: unchanged nodes bound the place, the rest of it is mapped",
  // `bench calibrate`: the margin decides; a block that is a Fix Node itself has no runner-up and is found
  calibration: { bias: -0.608, score: -1.657, margin: 6.577, foundFrom: 0.93, goneBelow: 0.2 },

  learn(page: DomTree, node: number): FixedSubtreeMemory {
    const path = pathOf(page, node);
    return {
      tracer: "fixed-subtree",
      version: VERSION,
      outline: outlineOf(page),
      fix: fixIndexOf(page),
      block: node,
      path,
    };
  },

  trace(memory: FixedSubtreeMemory, page: DomTree): Ranking {
    if (page.size === 0) return { candidates: [] };
    const trees = fixedTrees(memory, page);
    const pair = minimumCommonPair(trees, memory.block);
    if (isBlockSettled(trees, pair, memory.block)) return { candidates: [settled(trees, pair)] };
    const narrow = rankReduced(trees, pair, memory.block);
    const isSettled = narrow?.candidates[0]?.signals?.mapped === 1 || pair.inFirst === 0;
    const ranking = isSettled ? narrow : rankReduced(trees, WHOLE_PAGES, memory.block);
    if (ranking) return ranking;
    const node = nodeAt(page, memory.path);
    return { candidates: node === null ? [] : [{ node, score: PATH_ONLY_SCORE }] };
  },

  adapt(_memory: FixedSubtreeMemory, page: DomTree, node: number): FixedSubtreeMemory {
    return fixedSubtree.learn(page, node);
  },

  revive(stored: unknown): FixedSubtreeMemory | null {
    const memory = stored as Partial<FixedSubtreeMemory> | null;
    if (typeof memory !== "object" || memory?.tracer !== "fixed-subtree" || memory.version !== VERSION) return null;
    const { outline, fix, block, path } = memory;
    if (typeof path !== "string" || !isOutline(outline)) return null;
    const isNode = (node: unknown): boolean => Number.isInteger(node) && outline.tags[node as number] !== undefined;
    if (!Array.isArray(fix?.nodes) || !Array.isArray(fix.keys) || fix.nodes.length !== fix.keys.length) return null;
    return isNode(block) && fix.nodes.every(isNode) ? (memory as FixedSubtreeMemory) : null;
  },
};

/** Both pages with step 1 of section 6.3 done. */
export function fixedTrees(memory: FixedSubtreeMemory, page: DomTree): FixedTrees {
  const labels = new Labels();
  const first = treeOfOutline(memory.outline, labels);
  const second = labelledTreeOf(page, labels);
  return { first, second, partner: fixPartners(memory.fix, first.size, page) };
}

/**
 * True where the minimum common pair is the answer: its root is the block itself and is a Fix Node, or both roots have
 * the same tag. Both are then the lowest nodes above the same Fix Nodes.
 */
export function isBlockSettled({ first, second }: FixedTrees, pair: SubtreePair, block: number): boolean {
  return pair.inFirst === block && (pair.isFixed || first.label[pair.inFirst] === second.label[pair.inSecond]);
}

/** A Fix Node is certain; of other roots the less so, the more their sizes differ. */
function settled({ first, second }: FixedTrees, { inFirst, inSecond, isFixed }: SubtreePair): Candidate {
  if (isFixed) return { node: inSecond, score: 1, signals: { fixed: 1 } };
  const [before, after] = [first.end[inFirst] - inFirst, second.end[inSecond] - inSecond];
  const similarity = (2 * Math.min(before, after)) / (before + after);
  return { node: inSecond, score: (1 + similarity) / 2, signals: { mapped: 1, similarity } };
}

/** Steps 2 and 3: reduces a pair and maps what is left. Null where even that is too large to compare. */
function rankReduced(trees: FixedTrees, pair: SubtreePair, block: number): Ranking | null {
  const { first, second } = reducePair(trees, pair, block);
  // sharing gives the same mapping for less
  const outcome = compareTrees(first.tree, second.tree, { shareEqualSubtrees: true });
  if (outcome.kind !== "compared") return null;
  return rankMapped(outcome.comparison, first.nodeOf.indexOf(block), (node) => second.nodeOf[node]);
}
