/**
 * What of one capture can be picked: its fragments, those that training over the captures before it knows, and all
 * elements like one of them. Runs in a worker thread.
 */
import { alikeSiblings, blockText, type DomTree, describeFragment, nodeAt, parseHtml, pathOf } from "@tessera/engine";
import { type OfferOptions, offerBlocks, proposalMode, trainPage, updatePage } from "@tessera/engine/shown";
import { BlockPath } from "@tessera/model";
import type { Grain, ProposedBlock, ReplyOf } from "@tessera/model/api";
import type { Body } from "@tessera/store";
import { textOfBody } from "./body-text.ts";
import { treeOf } from "./trace-page.ts";

interface CaptureJob {
  readonly html: string;
  readonly layout: Uint8Array | null;
}

export interface ProposeJob extends CaptureJob {
  readonly grain: Grain;
}

export interface AlikeJob extends CaptureJob {
  readonly path: BlockPath;
}

const MAX_EXCERPT = 160;

export interface ComponentsJob extends CaptureJob {
  /** The usual one unless told, and a finer one where that offers next to nothing. */
  readonly grain?: Grain | undefined;
  /** HTML of the captures before this one, oldest first. */
  readonly before: readonly Body[];
}

type Components = ReplyOf<"GET /captures/:id/components">;

/** One capture that agrees with no other tells nothing about what stays. */
const MIN_CAPTURES = 2;
/** A small page is one block in the usual grain, and nobody needs that to be offered. */
const MIN_OFFERED = 2;

export function trainedBlocks({ grain, ...job }: ComponentsJob): Components {
  if (grain !== undefined) return trainedIn(grain, job);
  const usual = trainedIn("normal", job);
  return usual.blocks.length < MIN_OFFERED ? trainedIn("fine", job) : usual;
}

/**
 * The components after [page-fragmentation] section 7, found on this capture after section 8. Boxes are those of this one
 * capture and say nothing about the others, so that training does without them.
 */
function trainedIn(grain: Grain, { html, layout, before }: Omit<ComponentsJob, "grain">): Components {
  const tree = treeOf(html, layout);
  const mode = proposalMode({ grain });
  const plain = { ...tree, boxes: null };
  const index = trainPage([...before.map((body) => parseHtml(textOfBody(body))), plain], mode);
  const told = { grain, captures: index.captures, rejected: index.rejected };
  // every block inside another is known by its place in the page, not by training
  if (grain === "all" || index.captures < MIN_CAPTURES) {
    const blocks = offered(tree, { grain }).map((block) => ({ ...block, knownBy: null }));
    return { ...told, isTrained: false, blocks };
  }
  const { nodes, page } = updatePage(index, plain, mode);
  const known = new Map(index.components.map(({ signature }, at) => [nodes[at], signature.kind]));
  const components = page.index.nodes.filter(
    ({ node, textLength, images }) => known.has(node) && (textLength > 0 || images > 0),
  );
  const blocks = offered(tree, { grain, components: components.map((one) => describeFragment(plain, one)) });
  return {
    ...told,
    isTrained: true,
    blocks: blocks.map((block) => ({ ...block, knownBy: known.get(block.node) === "content" ? "content" : "place" })),
  };
}

/** The fragments of a page that can be seen, in document order, and cards in columns one by one and together. */
export function proposeBlocks({ html, layout, grain }: ProposeJob): readonly ProposedBlock[] {
  return offered(treeOf(html, layout), { grain });
}

function offered(tree: DomTree, options: OfferOptions): readonly ProposedBlock[] {
  return offerBlocks(tree, options).flatMap((fragment) => {
    const path = BlockPath.safeParse(fragment.path);
    if (!path.success) return [];
    const { node, kind, title, textLength, images, links, alike } = fragment;
    const excerpt = blockText(tree, node).slice(0, MAX_EXCERPT);
    const box = boxAt(tree.boxes, node);
    return [{ path: path.data, node, kind, title, excerpt, textLength, images, links, alike, box }];
  });
}

/** The element and its siblings like it, by path; null where the page has no such element. */
export function alikeBlocks({ html, layout, path }: AlikeJob): readonly BlockPath[] | null {
  const tree = treeOf(html, layout);
  const node = nodeAt(tree, path);
  return node === null ? null : alikeSiblings(tree, node).map((sibling) => pathOf(tree, sibling));
}

function boxAt(boxes: Int32Array | null, node: number): ProposedBlock["box"] {
  const [left = 0, top = 0, width = -1, height = -1] = boxes?.subarray(node * 4, node * 4 + 4) ?? [];
  return width < 0 ? null : { left, top, width, height };
}
