/** How many of the blocks that people labelled a picker would propose: what the fragmentation is for here. */

import { existsSync } from "node:fs";
import type { ProposeOptions } from "@tessera/engine";
import { type DomTree, proposeFragments } from "@tessera/engine";
import { boxFilePath } from "../../data/box-file.ts";
import type { History } from "../../data/history.ts";
import { PageCache } from "../../data/page-cache.ts";
import { labelledNode, labelledPages } from "../labelled-page.ts";
import type { ProposalFinding } from "./result.ts";

const PROPOSALS: Readonly<Record<string, ProposeOptions & { readonly boxes?: boolean }>> = {
  "tables, as in the paper": { mode: "tables" },
  "sections, coarse": { grain: "coarse" },
  "sections, normal": { grain: "normal" },
  "sections, fine": { grain: "fine" },
  "sections, normal, with boxes": { grain: "normal", boxes: true },
  "sections, all blocks": { grain: "all" },
};

/** Share of text in common from which a proposal is near the labelled block, or as good as it. */
const NEAR = 0.7;
const CLOSE = 0.9;

export function proposalsOf(history: History): ProposalFinding | null {
  const caches = { plain: new PageCache(), boxed: new PageCache({ boxes: true }) };
  const plain = labelledPages(history, caches.plain)[0];
  const boxed = labelledPages(history, caches.boxed)[0];
  const file = plain?.files[0];
  if (!plain || !boxed || !file) return null;
  const tree = plain.treeOf(file);
  const blocks = plain.cases.map((labelled) => labelledNode(plain, labelled, file)).filter((node) => node >= 0);
  const isRendered = existsSync(boxFilePath(history.folder, file));
  const names = Object.keys(PROPOSALS).filter((name) => !PROPOSALS[name]!.boxes || isRendered);
  const proposals = names.map((name) => {
    const options = PROPOSALS[name]!;
    const fragments = proposeFragments(options.boxes ? boxed.treeOf(file) : tree, options);
    const best = blocks.map((block) => Math.max(0, ...fragments.map(({ node }) => inCommon(tree, block, node))));
    const above = (least: number) => best.filter((share) => share >= least).length;
    return [name, { fragments: fragments.length, blocks: blocks.length, near: above(NEAR), close: above(CLOSE) }];
  });
  return { page: history.name, proposals: Object.fromEntries(proposals) };
}

/** Text in both blocks, of the text in either. */
function inCommon(tree: DomTree, a: number, b: number): number {
  const length = (from: number, to: number) => Math.max(0, tree.textStart[to]! - tree.textStart[from]!);
  const both = length(Math.max(a, b), Math.min(tree.end[a]!, tree.end[b]!));
  const either = length(a, tree.end[a]!) + length(b, tree.end[b]!) - both;
  return either === 0 ? 0 : both / either;
}
