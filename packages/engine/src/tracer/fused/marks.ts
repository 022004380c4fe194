/** Elements by what their own tags say, in the numbers of one page: the signals compare many of them. */
import type { PageIndex } from "../../feature/page-index.ts";
import { keyOf } from "../../feature/postings.ts";
import type { DomTree } from "../../tree/dom-tree.ts";
import type { ElementMark } from "./stored-features.ts";

/** Hashes as `keyOf` makes them. */
export interface Mark {
  /** Number of the tag on the page, -1 where the page has no such tag. */
  readonly tag: number;
  /** 0 where it has none. */
  readonly id: number;
  readonly classes: readonly number[];
}

/** The mark of an element of the page. */
export function markAt(tree: DomTree, index: PageIndex, node: number): Mark {
  const { hash, start } = index.classes;
  const classes: number[] = [];
  for (let place = start[node]; place < start[node + 1]; place++) {
    if (hash[place] !== index.id[node]) classes.push(keyOf(hash[place]));
  }
  return { tag: tree.tag[node], id: keyOf(index.id[node]), classes };
}

/** A remembered element in the numbers of the page. */
export function markOn(tree: DomTree, { tag, id, classes }: ElementMark): Mark {
  return { tag: tree.tagNames.indexOf(tag), id: keyOf(id), classes: classes.map(keyOf) };
}
