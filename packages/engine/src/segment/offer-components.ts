/** What the list of a page offers at first: the components that training over its captures knows, found on the newest one. */
import type { DomTree } from "../tree/dom-tree.ts";
import { type OfferedFragment, offerBlocks } from "./offer-blocks.ts";
import { describeFragment, type ProposeOptions, proposalMode } from "./propose-fragments.ts";
import { trainPage } from "./train-page.ts";
import { updatePage } from "./update-page.ts";

type Grain = NonNullable<ProposeOptions["grain"]>;

export interface OfferedComponent extends OfferedFragment {
  /** By what training knows it; null where nothing was trained. */
  readonly knownBy: "content" | "place" | null;
}

export interface OfferedComponents {
  readonly grain: Grain;
  /** Captures that agree on the components, and those that do not. */
  readonly captures: number;
  readonly rejected: number;
  /** False: these are the fragments of this one capture. */
  readonly isTrained: boolean;
  readonly blocks: readonly OfferedComponent[];
}

/** One capture that agrees with no other tells nothing about what stays. */
const MIN_CAPTURES = 2;
/** A small page is one block in the usual grain, and nobody needs that to be offered. */
const MIN_OFFERED = 2;

export interface Offering {
  /** The captures before this one, oldest first. */
  readonly before: readonly DomTree[];
  /** The usual one unless told, and a finer one where that offers next to nothing. */
  readonly grain?: Grain | undefined;
}

export function offerComponents(tree: DomTree, { before, grain }: Offering): OfferedComponents {
  if (grain !== undefined) return offeredIn(grain, tree, before);
  const usual = offeredIn("normal", tree, before);
  return usual.blocks.length < MIN_OFFERED ? offeredIn("fine", tree, before) : usual;
}

/**
 * The components after [page-fragmentation] section 7, found on this capture after section 8. Boxes are those of this one
 * capture and say nothing about the others, so that training does without them.
 */
function offeredIn(grain: Grain, tree: DomTree, before: readonly DomTree[]): OfferedComponents {
  const mode = proposalMode({ grain });
  const plain = { ...tree, boxes: null };
  const index = trainPage([...before, plain], mode);
  const told = { grain, captures: index.captures, rejected: index.rejected };
  // every block inside another is known by its place in the page, not by training
  if (grain === "all" || index.captures < MIN_CAPTURES) {
    const blocks = offerBlocks(tree, { grain }).map((block) => ({ ...block, knownBy: null }));
    return { ...told, isTrained: false, blocks };
  }
  const { nodes, page } = updatePage(index, plain, mode);
  const known = new Map(index.components.map(({ signature }, at) => [nodes[at], signature.kind]));
  const components = page.index.nodes.filter(
    ({ node, textLength, images }) => known.has(node) && (textLength > 0 || images > 0),
  );
  const blocks = offerBlocks(tree, { grain, components: components.map((one) => describeFragment(plain, one)) });
  return {
    ...told,
    isTrained: true,
    blocks: blocks.map((block) => ({ ...block, knownBy: known.get(block.node) === "content" ? "content" : "place" })),
  };
}
