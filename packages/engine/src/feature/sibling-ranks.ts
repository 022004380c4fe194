/** The position of every node among its siblings of the same tag, worked out once a page. */
import type { DomTree } from "../tree/dom-tree.ts";
import { ranksOf } from "../tree/path.ts";
import { derived } from "./derived.ts";

/** `rankOf` for all nodes of a page: asking it node by node would be quadratic below a parent of many children. */
export const siblingRanks: (tree: DomTree) => Uint32Array = derived(ranksOf);
