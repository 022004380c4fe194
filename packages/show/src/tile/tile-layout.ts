/** How wide and where everything around a block was on its page, as far as somebody has seen the page laid out. */
import { type Element, isElement } from "../html/page-node.ts";
import { NOT_IN_TREE, type TileChain } from "../html/tile-chain.ts";

/** Left, top, width and height in CSS pixels of the page; width -1 where there is no box. */
export type Box = readonly [left: number, top: number, width: number, height: number];

/** Seen by a browser: the boxes of the whole page by node, or of the block and everything around it, from the root down. */
export interface PageLayout {
  /** Width and height of the window. */
  readonly viewport: readonly [number, number];
  readonly boxes: Int32Array | readonly Box[];
  /** How many levels of first children begin where the block does, where only some boxes are known. */
  readonly flush?: number;
}

export interface TileLayout {
  readonly viewport: readonly [number, number];
  /** Of what is shown. */
  readonly box: Box;
  /** Of everything around the framed element, from the root down; null where only the block's own is known. */
  readonly around: readonly Box[] | null;
  /** First children that begin where the block does: a margin above them would move them in a tile, where it stays inside. */
  readonly flush: readonly number[];
}

/** What no page means: a box of a hostile one would be laid out by every browser that shows it. */
const LONGEST = 100_000;

/** Null where the block has no box, or none that anybody could look at. */
export function layoutOfTile({ links, framed }: TileChain, page: PageLayout): TileLayout | null {
  const { boxes, viewport } = page;
  const boxAt = (at: number): Box | null =>
    "subarray" in boxes ? boxOfNode(boxes, links[at]!.node) : (boxes[at] ?? null);
  // those of a person were measured to the block itself, which may stand elsewhere by now
  const isDeepAsThen = "subarray" in boxes || boxes.length === links.length || boxes.length === links.length + 1;
  const shown = isDeepAsThen ? boxAt(links.length - 1) : ((boxes as readonly Box[]).at(-1) ?? null);
  if (!shown || !isVisible(shown) || !isVisible([0, 0, ...viewport])) return null;
  const around = isDeepAsThen ? links.slice(0, framed).map((_, at) => boxAt(at)) : null;
  const flush = flushIn(links.at(-1)!, (node, level) =>
    "subarray" in boxes ? boxOfNode(boxes, node)?.[1] === shown[1] : level < (page.flush ?? 0),
  );
  return { viewport, box: shown, around: around && filled(around, shown, viewport), flush };
}

const DEEPEST_FLUSH = 20;

/** The first child, its first child, and so on, as long as they begin where the block does. */
function flushIn(
  { element, node }: TileChain["links"][number],
  isFlush: (node: number, level: number) => boolean,
): readonly number[] {
  const flush: number[] = [];
  let at: Element | undefined = element;
  for (let level = 0; at && level < DEEPEST_FLUSH; level++) {
    const children: Element["childNodes"] = at.childNodes;
    const first = children.find((child) =>
      isElement(child) ? !NOT_IN_TREE.has(child.tagName) : /\S/.test(child.value),
    );
    at = first && isElement(first) ? first : undefined;
    // the first child of a node has the next number
    const number = node + 1 + level;
    if (!at || !isFlush(number, level)) break;
    flush.push(number);
  }
  return flush;
}

function boxOfNode(boxes: Int32Array, node: number): Box | null {
  const [left, top, width, height] = boxes.subarray(4 * node, 4 * node + 4);
  return height === undefined ? null : [left!, top!, width!, height];
}

function isVisible([left, top, width, height]: Box): boolean {
  return [left, top, width, height].every((side) => Math.abs(side) <= LONGEST) && width >= 1 && height >= 1;
}

/**
 * The root and the body, whose ground is that of the root, paint the whole window, also to the right of a tile that is wider than what is left of the page;
 * what has no box is as large as what is around it; nothing ends before the block begins, and its parent holds all of it.
 */
function filled(around: readonly (Box | null)[], shown: Box, viewport: TileLayout["viewport"]): readonly Box[] | null {
  const [left, top, width, height] = shown;
  let outer: Box = [0, 0, viewport[0], viewport[1]];
  const boxes: Box[] = [];
  for (const [at, own] of around.entries()) {
    const box: Box = own && own[2] >= 0 && at !== 1 ? own : outer;
    if (box.some((side) => Math.abs(side) > LONGEST)) return null;
    const isHolder = at === around.length - 1;
    const x = isHolder ? Math.min(box[0], left) : box[0];
    const y = isHolder ? Math.min(box[1], top) : box[1];
    const isPage = at < 2;
    const holdsAll = isHolder || isPage;
    const right = Math.max(box[0] + box[2], holdsAll ? left + width : x) + (isPage ? Math.max(0, left) : 0);
    const bottom = Math.max(box[1] + box[3], holdsAll ? top + height : top);
    outer = [x, y, right - x, bottom - y];
    boxes.push(outer);
  }
  return boxes;
}
