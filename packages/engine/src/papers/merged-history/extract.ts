/**
 * Extraction after [merged-history-tree] section 4.3: the new version is matched with the history but not merged, and
 * the node aligned with the root of the block is the block.
 */

import { type AlignOptions, align } from "../../history/align.ts";
import type { HistoryTree } from "../../history/history-tree.ts";
import type { DomTree } from "../../tree/dom-tree.ts";

/** The nodes of the page that hold the given blocks of the history, -1 where a block has no counterpart. */
export function extractBlocks(
  history: HistoryTree,
  page: DomTree,
  blocks: readonly number[],
  options: AlignOptions = {},
): number[] {
  const { partner } = align(history, page, options);
  const places = new Map([...partner].map((node, place) => [node, place]));
  return blocks.map((block) => places.get(block) ?? -1);
}
