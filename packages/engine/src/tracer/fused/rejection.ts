/** Remembered refusals: "not this one" stays said as long as the element stays what it was. */

import { pageIndex } from "../../feature/page-index.ts";
import type { DomTree } from "../../tree/dom-tree.ts";
import { pathOf } from "../../tree/path.ts";
import type { FusedMemory, Rejection } from "./memory.ts";
import { headingAbove, outerRuns } from "./wording.ts";

/** True where the person has refused this element: at least two of place, first text, heading and shape agree. */
export function isRejected(memory: FusedMemory, page: DomTree, node: number): boolean {
  return memory.rejected.some((rejection) => agrees(rejection, page, node));
}

/** True where this element stood there when the person said that the block is gone. */
export function isDenied({ denied = [] }: FusedMemory, page: DomTree, node: number): boolean {
  return denied.some((rejection) => agrees(rejection, page, node));
}

function agrees(rejection: Rejection, page: DomTree, node: number): boolean {
  const index = pageIndex(page);
  const [firstRun] = outerRuns(index, node, page.end[node]);
  const isSamePath = rejection.path === pathOf(page, node);
  const isSameText = rejection.firstRun !== 0 && rejection.firstRun === firstRun;
  const isSameShape = rejection.shape === page.shapeHash[node];
  const isSameHeading = rejection.headingAbove === headingAbove(page, index, node);
  return (isSamePath && (isSameText || isSameShape)) || (isSameText && isSameShape && isSameHeading);
}
