/** An ordered tree with a number as label of each node, and mappings between two of them: what tree distances work on. */
import type { DomTree } from "../../tree/dom-tree.ts";

/** Nodes in preorder; the subtree of node `i` is the range `[i, end[i])`. [homepage-live] definitions 1 and 4. */
export interface LabelledTree {
  readonly size: number;
  /** -1 at the root. */
  readonly parent: Int32Array;
  readonly end: Uint32Array;
  /** Equal numbers are equal labels, also between the trees of one comparison. */
  readonly label: Uint32Array;
}

/** Pairs of nodes of two trees; see `isOrderedMapping` for what makes them a mapping. */
export interface Mapping {
  /** For each node of the first tree its partner in the second, or -1. */
  readonly partner: Int32Array;
  /** Number of nodes of both trees without a partner ([homepage-live] definition 3). */
  readonly distance: number;
}

/** Numbers tag names alike in all trees of one comparison. */
export class Labels {
  readonly #numbers = new Map<string, number>();

  numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

/** A page as a labelled tree: tags are the labels ([homepage-live] definition 1), text runs are leaves. */
export function labelledTreeOf(page: DomTree, labels: Labels): LabelledTree {
  const numbers = page.tagNames.map((name) => labels.numberOf(name));
  const label = new Uint32Array(page.size);
  for (let node = 0; node < page.size; node++) label[node] = numbers[page.tag[node]];
  return { size: page.size, parent: page.parent, end: page.end, label };
}

/** The number of nodes that have no partner on either side. */
export function distanceOf(first: LabelledTree, second: LabelledTree, partner: Int32Array): number {
  let mapped = 0;
  for (let node = 0; node < first.size; node++) if (partner[node] >= 0) mapped++;
  return first.size + second.size - 2 * mapped;
}

// The tags of a whole page as plain data: what tracers that compare whole pages remember.

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
