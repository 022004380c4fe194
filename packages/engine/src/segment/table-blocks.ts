/** [page-fragmentation] section 4: every TABLE, and nothing else, is a node of the index tree. */
import type { DomTree } from "../tree/dom-tree.ts";
import type { FragmentKind } from "./index-tree.ts";
import type { FragmentMode } from "./train-page.ts";

/** "The values of l = 1 and u = 2 were arbitrarily chosen, since they resulted in good fragmentation of web pages." */
export const TABLE_MODE: FragmentMode = { kinds: tableBlocks, lower: 1, upper: 2 };

function tableBlocks(tree: DomTree): (node: number) => FragmentKind | null {
  const table = tree.tagNames.indexOf("table");
  return (node) => (table > 0 && tree.tag[node] === table ? "table" : null);
}
