/** The tags of a whole page as plain data: what tracers that compare whole pages remember. */

import type { DomTree } from "../../tree/dom-tree.ts";
import type { LabelledTree, Labels } from "./labelled-tree.ts";

/** Nodes in document order by tag and depth; about ten bytes of JSON a node. */
export interface PageOutline {
  readonly tagNames: readonly string[];
  /** Index into `tagNames` for each node. */
  readonly tags: readonly number[];
  readonly depths: readonly number[];
}

export function outlineOf(page: DomTree): PageOutline {
  return { tagNames: [...page.tagNames], tags: [...page.tag], depths: [...page.depth] };
}

/** The tree again. */
export function treeOfOutline(outline: PageOutline, labels: Labels): LabelledTree {
  const size = outline.tags.length;
  const numbers = outline.tagNames.map((name) => labels.numberOf(name));
  const parent = new Int32Array(size).fill(-1);
  const end = new Uint32Array(size);
  const label = new Uint32Array(size);
  const path: number[] = [];
  for (let node = 0; node < size; node++) {
    const depth = outline.depths[node];
    while (path.length > depth) end[path.pop() as number] = node;
    if (depth > 0) parent[node] = path[depth - 1];
    label[node] = numbers[outline.tags[node]];
    path.push(node);
  }
  for (const open of path) end[open] = size;
  return { size, parent, end, label };
}

/** True where stored data is an outline that `treeOfOutline` can read: depths that grow by one at most from one root. */
export function isOutline(stored: unknown): stored is PageOutline {
  const outline = stored as Partial<PageOutline> | null;
  if (typeof outline !== "object" || outline === null) return false;
  const { tagNames, tags, depths } = outline;
  if (!Array.isArray(tagNames) || !Array.isArray(tags) || !Array.isArray(depths)) return false;
  if (tags.length === 0 || tags.length !== depths.length || depths[0] !== 0) return false;
  return (
    tagNames.every((name) => typeof name === "string") &&
    tags.every((tag) => Number.isInteger(tag) && tag >= 0 && tag < tagNames.length) &&
    depths.every(
      (depth, node) => node === 0 || (Number.isInteger(depth) && depth >= 1 && depth <= depths[node - 1] + 1),
    )
  );
}
