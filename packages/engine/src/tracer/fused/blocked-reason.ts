/** Tells from the memory whether a capture is the page at all: a wall in front of it, or only its beginning. */
import { pageRecall } from "../../feature/overlap.ts";
import { pageIndex } from "../../feature/page-index.ts";
import { keyOf, postingsOf } from "../../feature/postings.ts";
import type { DomTree } from "../../tree/dom-tree.ts";
import { interstitialOf } from "../interstitial.ts";
import type { BlockedReason } from "../tracer.ts";
import type { FusedMemory } from "./memory.ts";

/** A wall shares less than this of the page's class names and links; the same design with a notice shares more. */
const MAX_SHARED_BY_WALL = 0.5;
/** A page cut off in the middle has at most this part of its elements. */
const MAX_LEFT = 0.7;

/** Why this is not the page, or null where it may be. Only asked where the block was not found with confidence. */
export function blockedReason({ page: known }: FusedMemory, page: DomTree): BlockedReason | null {
  const index = pageIndex(page);
  const shared = pageRecall(known.classes, index.classes);
  const wall = interstitialOf(page);
  if (wall !== null && known.words > index.words.hash.length && shared < MAX_SHARED_BY_WALL) return wall;
  const isMuchSmaller = index.elements[page.size] < MAX_LEFT * known.elements;
  const runs = postingsOf(index.runs).numbers;
  const hasTail = known.tail.some((run) => runs.has(keyOf(run)));
  return isMuchSmaller && !hasTail && known.tail.length > 2 && shared >= 0.3 && hasBeginningOnly(page)
    ? "incomplete"
    : null;
}

/** A document that stops in the middle leaves its last element on the path of a deep one. */
function hasBeginningOnly(page: DomTree): boolean {
  return page.size === 0 || page.depth[page.size - 1] >= 3;
}
