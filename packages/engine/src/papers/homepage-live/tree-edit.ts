/**
 * Tree Edit Distance tracing after [homepage-live] (Han et al., WWW 2007), section 6.1: the whole old page is mapped to
 * the whole new page with minimum edit distance, and the block is where its root was mapped to.
 *
 * Departures: the paper says nothing of a block whose root is not mapped; then, and for the runners-up, elements with the
 * block's tag are ranked by how many of their nodes the two subtrees have in common, 2 · matched / (n + n'), below every
 * mapped one. A page pair whose table of node pairs would be over budget is compared with equal subtrees shared, which
 * gives the same mapping; if that is over budget too, the element at the old path is offered with a low score.
 */
import type { Calibration, Memory, Ranking, Tracer } from "../../tracer/tracer.ts";
import type { DomTree } from "../../tree/dom-tree.ts";
import { nodeAt, pathOf } from "../../tree/path.ts";
import { isOutline, Labels, labelledTreeOf, outlineOf, type PageOutline, treeOfOutline } from "./labelled-tree.ts";
import { rankMapped } from "./minimum-mapping.ts";
import { compareTrees, type TreeComparison } from "./tree-comparison.ts";

export interface TreeEditMemory extends Memory {
  readonly outline: PageOutline;
  /** The block's node number in the outline. */
  readonly block: number;
  readonly path: string;
}

const VERSION = 1;

/** A guess by path alone, where the pages are too large to compare. */
const PATH_ONLY_SCORE = 0.25;

const ABOUT = "[homepage-live] 6.1 Tree Edit Distance: the block's partner in the mapping of both pages";
/** `bench calibrate`: without a runner-up that looks like it too, a mapped block is right; otherwise it is asked. */
const CALIBRATION: Calibration = { bias: -2.16, score: 2.333, margin: 4.041, foundFrom: 0.9, goneBelow: 0 };

/** The paper's algorithm as it stands: every node of one page against every node of the other. */
export const treeEdit: Tracer<TreeEditMemory> = treeEditTracer("tree-edit", ABOUT, false);

/** The same mapping for a fraction of the time, because equal subtrees are compared once. */
export const sharedTreeEdit: Tracer<TreeEditMemory> = treeEditTracer(
  "tree-edit-shared",
  `${ABOUT}, equal subtrees compared once`,
  true,
);

function treeEditTracer(name: string, about: string, shareEqualSubtrees: boolean): Tracer<TreeEditMemory> {
  return {
    name,
    about,
    calibration: CALIBRATION,

    learn(page: DomTree, node: number): TreeEditMemory {
      return { tracer: name, version: VERSION, outline: outlineOf(page), block: node, path: pathOf(page, node) };
    },

    trace(memory: TreeEditMemory, page: DomTree): Ranking {
      const comparison = comparePages(memory.outline, page, shareEqualSubtrees);
      if (comparison) return rankMapped(comparison, memory.block);
      const node = nodeAt(page, memory.path);
      return { candidates: node === null ? [] : [{ node, score: PATH_ONLY_SCORE }] };
    },

    adapt(_memory: TreeEditMemory, page: DomTree, node: number): TreeEditMemory {
      return this.learn(page, node);
    },

    revive(stored: unknown): TreeEditMemory | null {
      const memory = stored as Partial<TreeEditMemory> | null;
      if (typeof memory !== "object" || memory?.tracer !== name || memory.version !== VERSION) return null;
      if (typeof memory.path !== "string" || !isOutline(memory.outline)) return null;
      const block = memory.block as number;
      const isNode = Number.isInteger(block) && block >= 0 && block < memory.outline.tags.length;
      return isNode ? (memory as TreeEditMemory) : null;
    },
  };
}

/** Null where the pages are too large to compare. */
function comparePages(outline: PageOutline, page: DomTree, shareEqualSubtrees: boolean): TreeComparison | null {
  const labels = new Labels();
  const first = treeOfOutline(outline, labels);
  const second = labelledTreeOf(page, labels);
  const outcome = compareTrees(first, second, { shareEqualSubtrees });
  if (outcome.kind === "compared") return outcome.comparison;
  const shared = compareTrees(first, second, { shareEqualSubtrees: true });
  return shared.kind === "compared" ? shared.comparison : null;
}
