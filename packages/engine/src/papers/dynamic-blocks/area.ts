/** The rectangle of a node on the rendered page, as [following-dynamic-blocks] section 4.1 writes it. */
import type { DomTree } from "../../tree/dom-tree.ts";

/** Left, right, width, top, bottom, height: the paper's A = (l, r, r - l, t, b, b - t). */
export type Area = readonly [left: number, right: number, width: number, top: number, bottom: number, height: number];

/** The area of a node, or null where the page was not rendered or the node has no box. */
export function areaOf(page: DomTree, node: number): Area | null {
  if (!page.boxes || page.boxes[node * 4 + 2] < 0) return null;
  const [left, top, width, height] = page.boxes.subarray(node * 4, node * 4 + 4);
  return [left, left + width, width, top, top + height, height];
}
