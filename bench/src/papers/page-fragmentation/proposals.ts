/** How many of the blocks that people labelled a picker would propose: what the fragmentation is for here. */

import { existsSync } from "node:fs";
import { type DomTree, HISTORY_WINDOW } from "@tessera/engine";
import { offerComponents, type ProposeOptions, proposeFragments } from "@tessera/engine/shown";
import { boxFilePath } from "../../data/box-file.ts";
import type { History } from "../../data/history.ts";
import { PageCache } from "../../data/page-cache.ts";
import { type LabelledPage, labelledNode, labelledPages } from "../labelled-page.ts";
import type { ProposalFinding } from "./result.ts";

interface Proposal extends ProposeOptions {
  readonly boxes?: boolean;
  /** On the last of the captures that are kept, or of those there are; the others are about the first one. */
  readonly isLast?: boolean;
  /** What the list of a page has: trained over the captures before, merged, with cards. */
  readonly isOffered?: boolean;
}

const PROPOSALS: Readonly<Record<string, Proposal>> = {
  "tables, as in the paper": { mode: "tables" },
  "sections, coarse": { grain: "coarse" },
  "sections, normal": { grain: "normal" },
  "sections, fine": { grain: "fine" },
  "sections, normal, with boxes": { grain: "normal", boxes: true },
  "sections, all blocks": { grain: "all" },
  "sections, normal, of the last capture": { grain: "normal", isLast: true },
  "as offered of the last capture": { isOffered: true, isLast: true },
  "as offered of the last capture, with boxes": { isOffered: true, isLast: true, boxes: true },
};

/** The steps from what the list offers at first (decision 37), of pages that were not rendered, as most captures are. */
const OFFERED_GRAINS: Readonly<Record<string, Proposal>> = {
  "as offered of the last capture, larger blocks": { isOffered: true, isLast: true, grain: "coarse" },
  "as offered of the last capture, smaller blocks": { isOffered: true, isLast: true, grain: "fine" },
};

/** Share of text in common from which a proposal is near the labelled block, or as good as it. */
const NEAR = 0.7;
const CLOSE = 0.9;

type Counts = ProposalFinding["proposals"][string];

export const proposalsOf = (history: History): ProposalFinding | null => countedOf(PROPOSALS, history);
export const offeredGrainsOf = (history: History): ProposalFinding | null => countedOf(OFFERED_GRAINS, history);

function countedOf(proposals: Readonly<Record<string, Proposal>>, history: History): ProposalFinding | null {
  const plain = labelledPages(history, new PageCache())[0];
  const boxed = labelledPages(history, new PageCache({ boxes: true }))[0];
  if (!plain?.files[0] || !boxed) return null;
  const found = Object.entries(proposals).flatMap(([name, proposal]): [string, Counts][] => {
    const files = proposal.isLast ? plain.files.slice(0, HISTORY_WINDOW) : plain.files.slice(0, 1);
    const isRendered = existsSync(boxFilePath(history.folder, files.at(-1)!));
    if (proposal.boxes && !isRendered) return [];
    return [[name, countsOf(proposal, { files, plain, shown: proposal.boxes ? boxed : plain })]];
  });
  return { page: history.name, proposals: Object.fromEntries(found) };
}

interface ProposedOn {
  /** Oldest first; the last one is what is looked at. */
  readonly files: readonly string[];
  readonly plain: LabelledPage;
  readonly shown: LabelledPage;
}

function countsOf(proposal: Proposal, { files, plain, shown }: ProposedOn): Counts {
  const file = files.at(-1)!;
  const tree = shown.treeOf(file);
  const before = files.slice(0, -1).map((name) => plain.treeOf(name));
  const { grain, isOffered } = proposal;
  const fragments = isOffered ? offerComponents(tree, { before, grain }).blocks : proposeFragments(tree, proposal);
  const blocks = plain.cases.map((labelled) => labelledNode(plain, labelled, file)).filter((node) => node >= 0);
  const best = blocks.map((block) => Math.max(0, ...fragments.map(({ node }) => inCommon(tree, block, node))));
  const above = (least: number) => best.filter((share) => share >= least).length;
  return { fragments: fragments.length, blocks: blocks.length, near: above(NEAR), close: above(CLOSE) };
}

/** Text in both blocks, of the text in either. */
function inCommon(tree: DomTree, a: number, b: number): number {
  const length = (from: number, to: number) => Math.max(0, tree.textStart[to]! - tree.textStart[from]!);
  const both = length(Math.max(a, b), Math.min(tree.end[a]!, tree.end[b]!));
  const either = length(a, tree.end[a]!) + length(b, tree.end[b]!) - both;
  return either === 0 ? 0 : both / either;
}
