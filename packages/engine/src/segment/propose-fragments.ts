/** The fragments of a page that a picker offers: blocks of a sensible size with what one needs to show them. */
import { blockText } from "../diff/block-text.ts";
import { toHtml } from "../html/to-html.ts";
import { type DomTree, isText, tagOf } from "../tree/dom-tree.ts";
import { pathOf } from "../tree/path.ts";
import type { FragmentKind, IndexNode } from "./index-tree.ts";
import { blockName } from "./name-block.ts";
import { SECTION_MODE, TABLE_MODE } from "./section-blocks.ts";
import { type FragmentMode, fragmentPage } from "./train-page.ts";

export interface Fragment {
  readonly node: number;
  readonly path: string;
  readonly kind: FragmentKind;
  /** What it is called by itself; empty where only something around it has a name. */
  readonly title: string;
  /** Characters of text and of markup. */
  readonly textLength: number;
  readonly markupLength: number;
  readonly images: number;
  readonly links: number;
}

export interface ProposeOptions {
  /** `tables` as in the paper, `sections` for the pages of today. */
  readonly mode?: "tables" | "sections";
  /** Larger and fewer fragments, or smaller and more, none inside another; or `all` blocks, one inside another. */
  readonly grain?: "coarse" | "normal" | "fine" | "all";
}

/** What u of Eq. 5 is multiplied by for each grain. */
const UPPER_FACTOR = { coarse: 4, normal: 1, fine: 0.25, all: 1 } as const;
const MAX_FRAGMENTS = 500;

/** How a page is fragmented for proposals of one grain. */
export function proposalMode({ mode = "sections", grain = "normal" }: ProposeOptions = {}): FragmentMode {
  const bounds = mode === "tables" ? TABLE_MODE : SECTION_MODE;
  return { ...bounds, upper: bounds.upper * UPPER_FACTOR[grain] };
}

/** Fragments in document order; those without text and images are left out. */
export function proposeFragments(tree: DomTree, options: ProposeOptions = {}): Fragment[] {
  const { grain = "normal" } = options;
  const page = fragmentPage(tree, proposalMode(options));
  const proposed = grain === "all" ? page.index.nodes.slice(0, MAX_FRAGMENTS) : page.components;
  return proposed
    .filter(({ textLength, images }) => textLength > 0 || images > 0)
    .map((one) => describeFragment(tree, one));
}

/** Any element as a fragment. Linear in its size. */
export function fragmentAt(tree: DomTree, node: number): Fragment {
  const title = blockName(tree, [node], { scope: "own" });
  const [textLength, markupLength] = [blockText(tree, node).length, toHtml(tree, node).length];
  const [images, links] = [countOf(tree, node, "img"), countOf(tree, node, "a")];
  return { node, path: pathOf(tree, node), kind: "column", title, textLength, markupLength, images, links };
}

function countOf(tree: DomTree, node: number, tag: string): number {
  let count = 0;
  for (let at = node; at < tree.end[node]; at++) if (!isText(tree, at) && tagOf(tree, at) === tag) count++;
  return count;
}

/** A component of a fragmented page as a picker shows it. */
export function describeFragment(tree: DomTree, component: IndexNode): Fragment {
  const { node, kind, textLength, markupLength, images, links } = component;
  const title = blockName(tree, [node], { scope: "own" });
  return { node, path: pathOf(tree, node), kind, title, textLength, markupLength, images, links };
}

// How much of the pages need not be sent when only some of their blocks are shown: [page-fragmentation] section 11,
// D = Σ S_p,k / Σ Total_k and A = 1 − D.

/** One page: its whole size and the sizes of the blocks that were chosen of it (S_p,k), in the same unit. */
export interface ChosenParts {
  readonly total: number;
  readonly chosen: readonly number[];
}

/** A: the share of all data that is avoided, 0 where there is nothing to send. Nested choices must be counted once. */
export function avoidedShare(pages: readonly ChosenParts[]): number {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const total = sum(pages.map((page) => page.total));
  return total === 0 ? 0 : 1 - sum(pages.flatMap((page) => page.chosen)) / total;
}
