/** How wide and where everything around a block was on its page, as far as somebody has seen the page laid out. */
import { type Turned, turned as turnedModule } from "@tessera/page";
import { type Element, isElement } from "../html/page-node.ts";
import { type GroundPlace, HTML_NAMESPACE, NOT_IN_TREE, type TileChain } from "../html/tile-chain.ts";

/** Left, top, width and height in CSS pixels of the page; width -1 where there is no box. */
export type Box = readonly [left: number, top: number, width: number, height: number];

/** Seen by a browser: the boxes of the whole page by node, or of the block and everything around it, from the root down. */
export interface PageLayout {
  /** Width and height of the window. */
  readonly viewport: readonly [number, number];
  readonly boxes: Int32Array | readonly Box[];
  /** How many levels of first children begin where the block does, where only some boxes are known. */
  readonly flush?: number;
  /** Of the block, where only some boxes are known and it does not stand as it was laid out. */
  readonly turned?: Turned | undefined;
  /** What lies behind the block and is not around it, as far as whoever picked it saw that; the boxes are of then. */
  readonly grounds?: readonly (GroundPlace & { readonly box: Box })[] | undefined;
  /** Widths of the cells of a row, where only some boxes are known: they are as wide as those of other rows want. */
  readonly cells?: readonly number[] | undefined;
}

/** Four numbers of a matrix of CSS, without its offset. */
type Turn = readonly [a: number, b: number, c: number, d: number];

interface GroundLayout {
  readonly node: number;
  readonly box: Box;
  /** The place in `around` of what both are in. */
  readonly holder: number;
}

export interface TileLayout {
  readonly viewport: readonly [number, number];
  /** Of what is shown. */
  readonly box: Box;
  /**
   * Of the framed element, as wide as it was and as high as what is shown of it: a row begins behind the border of its table,
   * and what is turned has the size that it was laid out in.
   */
  readonly frame: Box;
  /** By how much the framed element is turned, scaled or skewed; null where it stands as it was laid out. */
  readonly turn: Turn | null;
  /** What lies behind the block and is not around it, from the uppermost down. */
  readonly grounds: readonly GroundLayout[];
  /** Widths of the cells of a row; empty where it is none. */
  readonly cells: readonly number[];
  /** Of everything around the framed element, from the root down; null where only the block's own is known. */
  readonly around: readonly Box[] | null;
  /** The parent of the framed element has no box (`display: contents`), and what would be around it lies in that of another. */
  readonly isParentBoxless: boolean;
  /** First children that begin where the block does: a margin above them would move them in a tile, where it stays inside. */
  readonly flush: readonly number[];
}

/** Lower ones are what a menu hangs from, and not behind it. */
const MIN_SCROLLER_HEIGHT = 200;

/** What no page means: a box of a hostile one would be laid out by every browser that shows it. */
const LONGEST = 100_000;

/** Null where the block has no box, or none that anybody could look at. */
export function layoutOfTile(
  { links, framed }: TileChain,
  page: PageLayout,
  grounds: readonly (number | null)[] = [],
): TileLayout | null {
  const { boxes, viewport } = page;
  const boxAt = (at: number): Box | null =>
    "subarray" in boxes ? boxOfNode(boxes, links[at]!.node) : (boxes[at] ?? null);
  // those of a person were measured to the block itself, which may stand elsewhere by now
  const isDeepAsThen = "subarray" in boxes || boxes.length === links.length || boxes.length === links.length + 1;
  const own = isDeepAsThen ? boxAt(links.length - 1) : ((boxes as readonly Box[]).at(-1) ?? null);
  const table = own && isDeepAsThen && ROWS.has(links.at(-1)!.element.tagName) ? boxAt(framed) : null;
  // half of a collapsed border may be half a pixel
  const shown = own && table ? rounded(own) : own;
  if (!shown || !isVisible(shown) || !isVisible([0, 0, ...viewport])) return null;
  const around = isDeepAsThen ? links.slice(0, framed).map((_, at) => boxAt(at)) : null;
  const flush = flushIn(links.at(-1)!, (node, level) =>
    "subarray" in boxes ? boxOfNode(boxes, node)?.[1] === shown[1] : level < (page.flush ?? 0),
  );
  const isTight = "subarray" in boxes && isLine(links.at(-1)!.element, shown);
  const filledAround = around && filled(around, shown, viewport);
  const behind = filledAround
    ? grounds.flatMap((node, at) => groundIn(page, { node, at, shown, depth: links.length }))
    : [];
  const cells = table ? cellsIn(links.at(-1)!, page) : [];
  const parent = around?.at(-1) ?? null;
  const isParentBoxless = around !== null && around.length > 0 && !hasBox(parent);
  const sides = { viewport, isParentBoxless, box: shown, around: filledAround, flush, grounds: behind, cells };
  if (table) return { ...sides, frame: [table[0], shown[1], table[2], shown[3]], turn: null };
  const isFramed = filledAround !== null && framed === links.length - 1;
  const turned = isFramed ? turnedIn(links.at(-1)!.element, page) : null;
  if (!turned || !fills(turned, shown)) return { ...sides, frame: isTight ? widened(shown) : shown, turn: null };
  const [width, height, ...turn] = turned;
  return { ...sides, frame: [shown[0], shown[1], width, height], turn };
}

/** A mark of the capture, or as it was measured for who picked the block. */
function turnedIn({ attrs }: Element, { boxes, turned }: PageLayout): Turned | null {
  if (!("subarray" in boxes)) return turned ?? null;
  const numbers =
    attrs
      .find(({ name }) => name === turnedModule.TURNED_MARK)
      ?.value.split(" ")
      .map(Number) ?? [];
  return numbers.length === 6 && numbers.every(Number.isFinite) ? (numbers as readonly number[] as Turned) : null;
}

const MAX_CELLS = 100;

function cellsIn({ element, node }: TileChain["links"][number], { boxes, cells }: PageLayout): readonly number[] {
  if (element.tagName !== "tr") return [];
  const widths = "subarray" in boxes ? cellNodes(element, node).map((cell) => boxOfNode(boxes, cell)?.[2] ?? 0) : cells;
  return widths?.every((width) => width >= 1 && width <= LONGEST) ? widths.slice(0, MAX_CELLS) : [];
}

/** The numbers of the elements in a row. */
function cellNodes(row: Element, node: number): readonly number[] {
  const cells: number[] = [];
  const pending = row.childNodes.toReversed();
  let count = node;
  for (let at = pending.pop(); at && cells.length <= MAX_CELLS; at = pending.pop()) {
    if (!isElement(at)) {
      if (/\S/.test(at.value)) count++;
      continue;
    }
    if (NOT_IN_TREE.has(at.tagName)) continue;
    count++;
    if (at.parentNode === row) cells.push(count);
    for (const child of at.childNodes.toReversed()) pending.push(child);
  }
  return cells;
}

interface GroundSought {
  readonly node: number | null;
  readonly at: number;
  readonly shown: Box;
  readonly depth: number;
}

function groundIn({ boxes, grounds }: PageLayout, { node, at, shown, depth }: GroundSought): readonly GroundLayout[] {
  const place = grounds?.[at];
  if (node === null || !place) return [];
  const box = "subarray" in boxes ? boxOfNode(boxes, node) : place.box;
  const isBehind = box !== null && isVisible(box) && overlap(box, shown);
  return isBehind ? [{ node, box, holder: depth - 2 - place.up }] : [];
}

function overlap([left, top, width, height]: Box, [x, y, w, h]: Box): boolean {
  return left < x + w && x < left + width && top < y + h && y < top + height;
}

/** What is seen in perspective is not what its matrix makes of it. */
const SAME_SHARE = 0.03;
const SAME_PX = 3;

function fills([width, height, a, b, c, d]: Turned, [, , seenWidth, seenHeight]: Box): boolean {
  const isAlike = (one: number, other: number): boolean => Math.abs(one - other) <= SAME_PX + SAME_SHARE * other;
  const isLaidOut = width >= 1 && height >= 1 && width <= LONGEST && height <= LONGEST;
  const wide = Math.abs(a) * width + Math.abs(c) * height;
  const high = Math.abs(b) * width + Math.abs(d) * height;
  return isLaidOut && isAlike(wide, seenWidth) && isAlike(high, seenHeight);
}

/** Boxes of a capture are rounded: a line that is as wide as its words would break in one that is too narrow by less than a pixel. */
const MAX_LINE_HEIGHT = 64;
const MAX_LINE_WIDTH = 400;

function isLine({ tagName, namespaceURI }: Element, [, , width, height]: Box): boolean {
  const isDrawn = namespaceURI !== HTML_NAMESPACE || tagName === "img" || tagName === "table" || tagName === "canvas";
  return !isDrawn && width <= MAX_LINE_WIDTH && height <= MAX_LINE_HEIGHT;
}

function widened([left, top, width, height]: Box): Box {
  return [left, top, width + 1, height];
}

/** Parts of a table that are as wide as all of its columns. */
const ROWS: ReadonlySet<string> = new Set(["tr", "tbody", "thead", "tfoot"]);

function rounded([left, top, width, height]: Box): Box {
  const x = Math.round(left);
  return [x, top, Math.round(left + width) - x, height];
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

/** Frames measure nothing at nowhere where a capture says that there is none. */
function hasBox(box: Box | null): box is Box {
  return box !== null && box[2] >= 0 && (box[2] > 0 || box[3] > 0);
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
    const box: Box = hasBox(own) && at !== 1 ? own : outer;
    if (box.some((side) => Math.abs(side) > LONGEST)) return null;
    const isHolder = at === around.length - 1;
    const x = isHolder ? Math.min(box[0], left) : box[0];
    const y = isHolder ? Math.min(box[1], top) : box[1];
    const isPage = at < 2;
    const holdsAll = isHolder || isPage;
    const right = Math.max(box[0] + box[2], holdsAll ? left + width : x) + (isPage ? Math.max(0, left) : 0);
    // what is scrolled inside of something high stands on its ground, wherever it is itself
    const isScroller = box[3] >= MIN_SCROLLER_HEIGHT;
    const bottom = Math.max(box[1] + box[3], holdsAll || isScroller ? top + height : top);
    outer = [x, y, right - x, bottom - y];
    boxes.push(outer);
  }
  return boxes;
}
