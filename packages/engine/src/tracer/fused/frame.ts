/**
 * A page on which nothing but words has changed is a frame: what is no entry of a list and stands where it stood is the
 * block, whatever it says now. Small pages have little else to be known by.
 */
import type { DomTree } from "../../tree/dom-tree.ts";
import { COLUMNS } from "./columns.ts";
import type { FusedMemory } from "./memory.ts";

/** How sure the same place in the same frame makes: no older guess is asked, wherever `found` begins. */
const FRAME_TRUST = 0.995;
const PATH = COLUMNS.indexOf("latest.path");
/** Of the words that are still on the page, the share in the candidate; below 0 where there are none. */
const KEPT: readonly number[] = ["keptWords", "keptRuns", "keptFirstRuns"].map((name) => COLUMNS.indexOf(name));

/** How sure the row is the block by its frame alone; 0 where the page was built anew, or what the block said stands elsewhere. */
export function trustInFrame({ page, latest }: FusedMemory, tree: DomTree, row: Float32Array): number {
  const isSameFrame = page.shape === tree.shapeHash[0] && latest.unit.levels < 0;
  const isThere = row[PATH] === 1 && KEPT.every((column) => row[column] < 0 || row[column] === 1);
  return isSameFrame && isThere ? FRAME_TRUST : 0;
}
