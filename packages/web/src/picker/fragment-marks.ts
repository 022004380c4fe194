/** Blocks that the page offers by itself, as rectangles with an add button (papers/3, section 9). */
import type { Mark } from "@tessera/page";
import type { ChangingReply, FragmentReply } from "../api/picking.ts";

export type ShownFragments = "none" | "all" | "changing";

/** With the number of its element in the capture, where that has been asked for. */
type Numbered<Block> = Block & { readonly node?: number };

export interface Offered {
  /** In the order of the page. */
  readonly fragments: readonly Numbered<FragmentReply>[];
  /** Most often changing first. */
  readonly changing: readonly Numbered<ChangingReply["blocks"][number]>[];
}

export interface FragmentWords {
  readonly add: string;
  readonly changes: (percent: number) => string;
}

export const NOTHING_OFFERED: Offered = { fragments: [], changing: [] };

export function fragmentMarks(offered: Offered, shown: ShownFragments, words: FragmentWords): readonly Mark[] {
  switch (shown) {
    case "none":
      return [];
    case "all":
      return offered.fragments.filter(isNumbered).map(({ node, title }) => ({
        node,
        look: "fragment",
        button: words.add,
        ...(title ? { label: title } : {}),
      }));
    case "changing":
      return offered.changing.filter(isNumbered).map(({ node, changeShare }, index) => ({
        node,
        look: "changing",
        button: words.add,
        label: `${index + 1} · ${words.changes(Math.round((changeShare ?? 0) * 100))}`,
      }));
  }
}

function isNumbered<Block extends { readonly node?: number }>(
  block: Block,
): block is Block & { readonly node: number } {
  return block.node !== undefined;
}
