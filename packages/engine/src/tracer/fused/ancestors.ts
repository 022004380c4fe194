/** What stands above an element: the same for all children of one parent, so it is worked out once for each. */
import { type PageIndex, pageIndex } from "../../feature/page-index.ts";
import { keyOf, postingsOf } from "../../feature/token-list.ts";
import type { DomTree } from "../../tree/dom-tree.ts";
import { type ElementMark, MAX_ANCESTORS, nameKeysAround } from "./stored-features.ts";

export interface AncestorMarks {
  /** -1 above the root. */
  readonly parent: number;
  /** From the parent upwards, one more than is remembered: a level may have been put in. */
  readonly marks: readonly Mark[];
  /** Ids and class tokens of all ancestors, by their numbers on the page, each once. */
  readonly tokens: readonly number[];
  /** Words of the names of the parent and the parent of that. */
  readonly names: readonly number[];
}

export class AncestorFinder {
  readonly #tree: DomTree;
  readonly #index: PageIndex;
  readonly #marks = new Map<number, Mark>();
  readonly #byParent = new Map<number, AncestorMarks>();
  /** The last lineage that each class token was found in, counted from 1. */
  readonly #seen: Uint32Array;

  constructor(tree: DomTree) {
    this.#tree = tree;
    this.#index = pageIndex(tree);
    this.#seen = new Uint32Array(postingsOf(this.#index.classes).first.length);
  }

  mark(node: number): Mark {
    let mark = this.#marks.get(node);
    if (!mark) {
      mark = markAt(this.#tree, this.#index, node);
      this.#marks.set(node, mark);
    }
    return mark;
  }

  above(node: number): AncestorMarks {
    const parent = this.#tree.parent[node];
    let above = this.#byParent.get(parent);
    if (!above) {
      above = {
        parent,
        marks: this.#marksAbove(node),
        tokens: this.#tokensAbove(node),
        names: nameKeysAround(this.#tree, this.#index, node),
      };
      this.#byParent.set(parent, above);
    }
    return above;
  }

  #marksAbove(node: number): Mark[] {
    const marks: Mark[] = [];
    for (let at = this.#tree.parent[node]; at >= 0 && marks.length <= MAX_ANCESTORS; at = this.#tree.parent[at]) {
      marks.push(this.mark(at));
    }
    return marks;
  }

  #tokensAbove(node: number): number[] {
    const { start } = this.#index.classes;
    const { token } = postingsOf(this.#index.classes);
    const tokens: number[] = [];
    const turn = this.#byParent.size + 1;
    for (let at = this.#tree.parent[node]; at >= 0; at = this.#tree.parent[at]) {
      for (let place = start[at]; place < start[at + 1]; place++) {
        if (this.#seen[token[place]] === turn) continue;
        this.#seen[token[place]] = turn;
        tokens.push(token[place]);
      }
    }
    return tokens;
  }
}

// Elements by what their own tags say, in the numbers of one page: the signals compare many of them.

/** Hashes as `keyOf` makes them. */
export interface Mark {
  /** Number of the tag on the page, -1 where the page has no such tag. */
  readonly tag: number;
  /** 0 where it has none. */
  readonly id: number;
  readonly classes: readonly number[];
}

/** The mark of an element of the page. */
function markAt(tree: DomTree, index: PageIndex, node: number): Mark {
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
