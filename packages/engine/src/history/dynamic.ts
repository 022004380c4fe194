/**
 * Dynamic nodes and block-level-dynamic nodes after [merged-history-tree] section 4.2: which parts of a page change.
 *
 *   paper   here
 *   n_c     node
 *   L_d     text of the children that are dynamic or block-level-dynamic
 *   L_t     text of the node
 *
 * Departures: "By the time constraint, we did not deeply explore the threshold's value": it is a constant here. The
 * paper does not say which version's text is measured; it is the mean over all versions.
 */
import { TEXT_TAG } from "../tree/dom-tree.ts";
import { type HistoryTree, type HistoryValue, versionCount } from "./history-tree.ts";

/** More than half of the text of a dynamic block belongs to children that change. */
const BLOCK_LEVEL_SHARE = 0.5;

/** 1 for a node that some version misses, and for a text run or image that was not the same in all versions. */
export function dynamicNodes(history: HistoryTree): Uint8Array {
  const isDynamic = new Uint8Array(history.size);
  for (let node = 0; node < history.size; node++) {
    const isMissing = versionCount(history, node) < history.versions.length;
    isDynamic[node] = isMissing || hasSeveralContents(history, node) ? 1 : 0;
  }
  return isDynamic;
}

/** The static nodes with a larger share of text below dynamic or block-level-dynamic children than `share`. */
export function blockLevelDynamicNodes(history: HistoryTree, share: number = BLOCK_LEVEL_SHARE): number[] {
  const isDynamic = dynamicNodes(history);
  const length = meanTextLengths(history);
  const changing = new Float64Array(history.size);
  const found: number[] = [];
  for (let node = history.size - 1; node >= 0; node--) {
    const isInternal = history.end[node] > node + 1;
    const isBlock = isDynamic[node] === 0 && isInternal && changing[node] > share * length[node];
    if (isBlock) found.push(node);
    const parent = history.parent[node];
    if (parent >= 0 && (isBlock || isDynamic[node] === 1)) changing[parent] += length[node];
  }
  return found.reverse();
}

/** Length of the text of each subtree, as a mean over the versions. */
export function meanTextLengths(history: HistoryTree): Float64Array {
  const length = new Float64Array(history.size);
  for (let node = history.size - 1; node >= 0; node--) {
    for (let entry = history.entryStart[node]; entry < history.entryStart[node + 1]; entry++) {
      length[node] += (history.values[history.entryValue[entry]].text?.length ?? 0) / history.versions.length;
    }
    if (history.parent[node] >= 0) length[history.parent[node]] += length[node];
  }
  return length;
}

/** What a person sees of a leaf: the text of a text run, the source of an image; null for any other node. */
export function leafContent(history: HistoryTree, node: number, value: HistoryValue): string | number | null {
  if (history.tag[node] === TEXT_TAG) return value.key;
  if (history.tagNames[history.tag[node]] !== "img") return null;
  return value.attributes?.find(([name]) => name === "src")?.[1] ?? "";
}

function hasSeveralContents(history: HistoryTree, node: number): boolean {
  let first: string | number | null = null;
  for (let entry = history.entryStart[node]; entry < history.entryStart[node + 1]; entry++) {
    const content = leafContent(history, node, history.values[history.entryValue[entry]]);
    if (content === null) return false;
    if (first !== null && content !== first) return true;
    first = content;
  }
  return false;
}
