/** [page-fragmentation] section 11, figure 7: sizes of components, and how much transfer a choice of blocks avoids. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { contains, type DomTree, toHtml } from "@tessera/engine";
import { fragmentPage } from "@tessera/engine/papers";
import type { History } from "../../data/history.ts";
import type { PageCache } from "../../data/page-cache.ts";
import { labelledNode, labelledPages } from "../labelled-page.ts";
import { MODE_NAMES, MODES, type ModeName, type TransferFinding } from "./result.ts";

/** The size of a component is that of its HTML code; the labelled pages come without their images. */
export function transferOf(history: History, pages: PageCache): TransferFinding | null {
  const page = labelledPages(history, pages)[0];
  const file = page?.files[0];
  if (!page || !file) return null;
  const tree = page.treeOf(file);
  const blocks = page.cases.map((labelled) => labelledNode(page, labelled, file)).filter((node) => node >= 0);
  return {
    page: history.name,
    total: statSync(join(history.folder, file)).size,
    chosen: outermost(tree, blocks).map((node) => bytesOf(tree, node)),
    components: Object.fromEntries(
      MODE_NAMES.map((mode) => [
        mode,
        fragmentPage(tree, MODES[mode]).components.map(({ node }) => bytesOf(tree, node)),
      ]),
    ) as Record<ModeName, number[]>,
  };
}

function bytesOf(tree: DomTree, node: number): number {
  return Buffer.byteLength(toHtml(tree, node));
}

/** A block inside another one that is chosen too comes with it. */
function outermost(tree: DomTree, blocks: readonly number[]): number[] {
  return [...new Set(blocks)].filter(
    (block, _, all) => !all.some((other) => other !== block && contains(tree, other, block)),
  );
}
