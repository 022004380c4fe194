/**
 * What of one capture can be picked: its fragments, those that training over the captures before it knows, and all
 * elements like one of them. Runs in a worker thread.
 */
import { alikeSiblings, blockText, type DomTree, nodeAt, parseHtml, pathOf } from "@tessera/engine";
import { type OfferedFragment, type Offering, offerBlocks, offerComponents } from "@tessera/engine/shown";
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

export function trainedBlocks({ grain, html, layout, before }: ComponentsJob): Components {
  const tree = treeOf(html, layout);
  return offeredOn(tree, { before: before.map((body) => parseHtml(textOfBody(body))), grain });
}

/** What training knows, found on this page, as everybody is offered it: by the picker and by the catalogue. */
export function offeredOn(tree: DomTree, options: Offering): Components {
  const { blocks, ...told } = offerComponents(tree, options);
  return {
    ...told,
    blocks: blocks.flatMap((one) => described(tree, one).map((block) => ({ ...block, knownBy: one.knownBy }))),
  };
}

/** The fragments of a page that can be seen, in document order, and cards in columns one by one and together. */
export function proposeBlocks({ html, layout, grain }: ProposeJob): readonly ProposedBlock[] {
  const tree = treeOf(html, layout);
  return offerBlocks(tree, { grain }).flatMap((fragment) => described(tree, fragment));
}

/** None where its path is longer than one may be. */
function described(tree: DomTree, fragment: OfferedFragment): ProposedBlock[] {
  const path = BlockPath.safeParse(fragment.path);
  if (!path.success) return [];
  const { node, kind, title, textLength, images, links, alike } = fragment;
  const excerpt = blockText(tree, node).slice(0, MAX_EXCERPT);
  const box = boxAt(tree.boxes, node);
  return [{ path: path.data, node, kind, title, excerpt, textLength, images, links, alike, box }];
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
