/**
 * The layout of a capture as it is stored: left, top, width and height of every node, and after them a row that says how large
 * the window was. Captures from before there was that row have none.
 */
import type { DomTree } from "@tessera/engine";
import type { PageSource } from "@tessera/model";
import { USUAL_WINDOW_HEIGHT } from "../changes/read-content.ts";

export type WindowSize = readonly [width: number, height: number];

export interface StoredLayout {
  readonly boxes: Int32Array;
  readonly viewport: WindowSize | null;
}

const ROW = 4;
const ROW_BYTES = ROW * Int32Array.BYTES_PER_ELEMENT;
/** Where no box begins. */
const WINDOW_MARK = -(2 ** 31);
const USUAL_WINDOW = { width: 1_280, height: USUAL_WINDOW_HEIGHT, isPhone: false };

/** Null of a page that nobody has laid out. */
export function layoutOf(tree: DomTree | null): Uint8Array | null {
  if (!tree?.boxes) return null;
  const { boxes, viewport } = tree;
  if (!viewport) return new Uint8Array(boxes.buffer, boxes.byteOffset, boxes.byteLength);
  const rows = new Int32Array(boxes.length + ROW);
  rows.set(boxes);
  rows.set([WINDOW_MARK, WINDOW_MARK, ...viewport], boxes.length);
  return new Uint8Array(rows.buffer);
}

/** Null where the bytes are no layout. */
export function storedLayout(bytes: Uint8Array): StoredLayout | null {
  if (bytes.byteLength < ROW_BYTES || bytes.byteLength % ROW_BYTES !== 0) return null;
  // copied, because the bytes may stand at any offset of their buffer
  const rows = new Int32Array(Uint8Array.from(bytes).buffer);
  const [left, top, width, height] = rows.subarray(-ROW);
  const isWindow = left === WINDOW_MARK && top === WINDOW_MARK;
  return isWindow ? { boxes: rows.subarray(0, -ROW), viewport: [width!, height!] } : { boxes: rows, viewport: null };
}

/** Of a capture from before the window was stored, as it is with usual settings. */
export function windowBefore(boxes: Int32Array): WindowSize {
  return [boxes[2] ?? USUAL_WINDOW.width, USUAL_WINDOW.height];
}

/** In which a browser of ours renders the page. */
export function windowOf({ viewport }: Pick<PageSource, "viewport">, { boxes }: Pick<DomTree, "boxes">): WindowSize {
  const { width, height, isPhone } = viewport ?? USUAL_WINDOW;
  const rootWidth = boxes?.[2] ?? width;
  // a phone lays out a page that is not made for it as wide as that wants to be, and sees more of its height
  const scale = isPhone ? Math.max(1, rootWidth / width) : 1;
  return [Math.round(width * scale), Math.round(height * scale)];
}
