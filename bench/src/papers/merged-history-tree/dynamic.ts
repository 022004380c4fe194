/** [merged-history-tree] section 4.2, whose test the paper leaves to the future: are the blocks that change detected? */
import { contains, HISTORY_WINDOW, mergeAll, nodesOfVersion, textOf } from "@tessera/engine";
import { blockLevelDynamicNodes } from "@tessera/engine/papers";
import type { History } from "../../data/history.ts";
import type { PageCache } from "../../data/page-cache.ts";
import { type LabelledPage, labelledNode, labelledPages } from "../labelled-page.ts";
import type { DynamicFinding } from "./result.ts";

const THRESHOLDS = [0.2, 0.35, 0.5, 0.65, 0.8, 0.95];
/** A detected block holds a labelled one where they share this much of their text together. */
const MIN_SHARED = 0.7;

export function dynamicOf(history: History, pages: PageCache): DynamicFinding | null {
  const page = labelledPages(history, pages)[0];
  if (!page || page.files.length < HISTORY_WINDOW) return null;
  const files = page.files.slice(0, HISTORY_WINDOW);
  const merged = mergeAll(files.map((name) => ({ name, page: page.treeOf(name) })));
  const newest = page.treeOf(files[HISTORY_WINDOW - 1]!);
  const nodes = [...nodesOfVersion(merged, HISTORY_WINDOW - 1)];
  const places = new Map(nodes.map((node, place) => [node, place]));
  const changed = changedBlocks(page, files);
  const detectedWith = (options: Parameters<typeof blockLevelDynamicNodes>[1]) => {
    const blocks = blockLevelDynamicNodes(merged, options).flatMap((node) => places.get(node) ?? []);
    const isDetected = (block: number) => blocks.some((found) => shared(newest, block, found) >= MIN_SHARED);
    return { blocks: blocks.length, detected: changed.filter(isDetected).length };
  };
  const thresholds = THRESHOLDS.map((share) => {
    // the paper counts text alone
    const { blocks, detected } = detectedWith({ share, pictureLength: 0 });
    const pictured = detectedWith({ share });
    return {
      threshold: share,
      blocks,
      changed: changed.length,
      detected,
      picturedBlocks: pictured.blocks,
      picturedDetected: pictured.detected,
    };
  });
  return { page: history.name, thresholds };
}

/** Nodes in the newest version of the labelled blocks that all versions have and whose text is not always the same. */
function changedBlocks(page: LabelledPage, files: readonly string[]): number[] {
  return page.cases.flatMap((labelled) => {
    const nodes = files.map((file) => labelledNode(page, labelled, file));
    if (nodes.some((node) => node < 0)) return [];
    const texts = new Set(nodes.map((node, at) => textOf(page.treeOf(files[at]!), node)));
    return texts.size > 1 ? [nodes[nodes.length - 1]!] : [];
  });
}

/** Text that two blocks share, of the text of both. One is inside the other, or they share nothing. */
function shared(tree: Parameters<typeof contains>[0], a: number, b: number): number {
  if (!contains(tree, a, b) && !contains(tree, b, a)) return 0;
  const length = (node: number) => tree.textStart[tree.end[node]!]! - tree.textStart[node]!;
  const larger = Math.max(length(a), length(b));
  return larger === 0 ? 0 : Math.min(length(a), length(b)) / larger;
}
