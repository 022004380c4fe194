/** RoadRunner as [merged-history-tree] section 5.4 uses it: learn a wrapper from the versions of a page, then extract. */
import type { DomTree } from "../../tree/dom-tree.ts";
import {
  type ElementItem,
  elementsOf,
  type OptionalItem,
  type RepeatedItem,
  type WrapperItem,
  wrapperOf,
} from "./wrapper.ts";

/** A block of the page that the wrapper saw last: an item, and which of its occurrences. */
export interface WrapperPlace {
  readonly id: number;
  readonly rank: number;
}

/** Pages deeper than this get no wrapper: a wrapper is walked recursively. */
const MAX_DEPTH = 200;

/** The wrapper of all the pages, oldest first; null where they have none. */
export function learnWrapper(pages: readonly DomTree[]): ElementItem | null {
  let wrapper: ElementItem | null = null;
  let nextId = 0;
  for (const page of pages) {
    const sample = wrapperOf(page, nextId, MAX_DEPTH);
    nextId += page.size;
    if (!sample) return null;
    wrapper = wrapper ? generalise(wrapper, sample) : sample;
    if (!wrapper) return null;
  }
  return wrapper;
}

/** Where the wrapper holds a node of the page it learned from last; null where it does not. */
export function placeIn(wrapper: ElementItem, node: number): WrapperPlace | null {
  const item = elementsOf(wrapper).find(({ nodes }) => nodes.includes(node));
  return item ? { id: item.id, rank: item.nodes.indexOf(node) } : null;
}

/**
 * The node of a new page at a place of the wrapper, -1 where there is none. `parse` asks that the whole page fits the
 * wrapper, as RoadRunner does; `align` lets the page generalise the wrapper first.
 */
export function extractWith(
  wrapper: ElementItem,
  page: DomTree,
  options: { place: WrapperPlace; by: "parse" | "align" },
): number {
  const sample = wrapperOf(page, Number.MAX_SAFE_INTEGER - page.size, MAX_DEPTH);
  const fitted = sample && (options.by === "parse" ? parseWith(wrapper, sample) : generalise(wrapper, sample));
  if (!fitted) return -1;
  const nodes = elementsOf(fitted).find(({ id }) => id === options.place.id)?.nodes ?? [];
  return nodes[options.place.rank] ?? nodes[0] ?? -1;
}

// ACME, the matching technique of RoadRunner (Crescenzi, Mecca and Merialdo, VLDB 2001, section 4): a wrapper and a page
// are parsed side by side, and every mismatch generalises the wrapper.
//
//   string mismatch   two strings differ: the field becomes #PCDATA
//   tag mismatch      1. an iterator: the tokens before and after the mismatch form a square, which is matched with
//                        itself and becomes ( … )+
//                     2. an optional: cross-search finds one of the two tokens further on, on the other side; what is
//                        skipped becomes ( … )?
//
// Departures: squares and optionals are runs of whole siblings, which in a parsed page is what balanced token runs are,
// and squares are matched forwards. The original explores alternative solutions by backtracking over an AND-OR tree with
// bounds; here the first solution is taken, iterators before optionals and short squares before long ones, and the work
// is bounded by `MAX_STEPS`. Where cross-search finds neither token the original gives up, and there would hardly be a
// wrapper for a homepage; outside of squares both sides become optional instead, to the wrapper's advantage.

/** How mismatches are solved: all of them, only as far as the original does, or none (does the page fit the wrapper?). */
type Solving = "all" | "strict" | "none";

/** Comparisons of items, about half a second. */
const MAX_STEPS = 1_000_000;
/** Squares of at most so many siblings: a term and its description, a row with its details. */
const LONGEST_SQUARE = 3;

/** The wrapper generalised so that it also fits the page; null where no solution is found in time. */
function generalise(wrapper: ElementItem, page: ElementItem): ElementItem | null {
  return new Acme("all").element(withoutNodes(wrapper), page);
}

/** The wrapper with the elements of the page that it stands for; null where the page does not fit it. */
function parseWith(wrapper: ElementItem, page: ElementItem): ElementItem | null {
  return new Acme("none").element(withoutNodes(wrapper), page);
}

/** Two lists of siblings that are walked side by side. */
interface Walk {
  readonly left: readonly WrapperItem[];
  readonly right: readonly WrapperItem[];
  at: number;
  by: number;
  readonly out: WrapperItem[];
}

class Acme {
  #steps = 0;
  #solving: Solving;

  constructor(solving: Solving) {
    this.#solving = solving;
  }

  /** Two elements of one tag become one, which stands for the nodes of both. */
  element(left: ElementItem, right: ElementItem): ElementItem | null {
    const items = left.tag === right.tag ? this.#lists(left.items, right.items) : null;
    return items && { ...left, items, nodes: [...left.nodes, ...right.nodes] };
  }

  /** Two lists of siblings become one; null where a mismatch cannot be solved. */
  #lists(left: readonly WrapperItem[], right: readonly WrapperItem[]): WrapperItem[] | null {
    const walk: Walk = { left, right, at: 0, by: 0, out: [] };
    while (walk.at < left.length || walk.by < right.length) {
      if (++this.#steps > MAX_STEPS) return null;
      if (!this.#take(walk) && !this.#iterator(walk) && !this.#optional(walk)) return null;
    }
    return walk.out;
  }

  /** The next items where they fit each other without a tag mismatch. */
  #take(walk: Walk): boolean {
    const item = walk.left[walk.at];
    if (item?.kind === "optional" || item?.kind === "repeated") return this.#takeGroup(walk, item);
    const taken = this.#pair(item, walk.right[walk.by]);
    if (!taken) return false;
    walk.out.push(taken);
    walk.at++;
    walk.by++;
    return true;
  }

  #pair(left: WrapperItem | undefined, right: WrapperItem | undefined): WrapperItem | null {
    if (left?.kind === "element" && right?.kind === "element") return this.element(left, right);
    // string mismatch: the field becomes #PCDATA
    if (left?.kind === "text" && right?.kind === "text") return left.value === right.value ? left : PCDATA;
    return null;
  }

  /** An optional item takes one occurrence or none, a repeated one as many as there are. */
  #takeGroup(walk: Walk, group: OptionalItem | RepeatedItem): boolean {
    let { items } = group;
    let occurrences = 0;
    for (;;) {
      const start = walk.by;
      const next = this.#prefix(items, walk);
      if (!next) {
        walk.by = start;
        break;
      }
      items = next;
      occurrences++;
      if (group.kind === "optional" || walk.by === start) break;
    }
    // an iterator without an occurrence fits only where it can be made optional
    if (occurrences === 0 && group.kind === "repeated" && this.#solving === "none") return false;
    const taken: WrapperItem = { ...group, items };
    walk.out.push(occurrences === 0 && group.kind === "repeated" ? { kind: "optional", items: [taken] } : taken);
    walk.at++;
    return true;
  }

  /** Matches the items with the next siblings on the right, which must begin with the same tags. */
  #prefix(items: readonly WrapperItem[], walk: Walk): WrapperItem[] | null {
    const part: Walk = { left: items, right: walk.right, at: 0, by: walk.by, out: [] };
    while (part.at < items.length) {
      if (++this.#steps > MAX_STEPS || !this.#take(part)) return null;
    }
    walk.by = part.by;
    return part.out;
  }

  /** Tag mismatch, first remedy: the siblings before it are repeated after it, in the page or in the wrapper. */
  #iterator(walk: Walk): boolean {
    if (this.#solving === "none") return false;
    for (let length = 1; length <= Math.min(LONGEST_SQUARE, walk.out.length); length++) {
      const before = walk.out.slice(-length);
      const square =
        this.#square(before, walk.right.slice(walk.by, walk.by + length)) ??
        this.#square(before, walk.left.slice(walk.at, walk.at + length));
      if (!square) continue;
      walk.out.length -= length;
      walk.out.push({ kind: "repeated", items: this.#collapse(walk, before) });
      return true;
    }
    return false;
  }

  /** Collapses all occurrences of a square around the mismatch: before it, in the page and in the wrapper. */
  #collapse(walk: Walk, square: readonly WrapperItem[]): readonly WrapperItem[] {
    const { length } = square;
    let items = square;
    for (
      let next = this.#square(walk.out.slice(-length), items);
      next;
      next = this.#square(walk.out.slice(-length), items)
    ) {
      walk.out.length -= length;
      items = next;
    }
    for (let next = this.#square(items, walk.right.slice(walk.by, walk.by + length)); next; ) {
      walk.by += length;
      items = next;
      next = this.#square(items, walk.right.slice(walk.by, walk.by + length));
    }
    for (let next = this.#square(items, walk.left.slice(walk.at, walk.at + length)); next; ) {
      walk.at += length;
      items = next;
      next = this.#square(items, walk.left.slice(walk.at, walk.at + length));
    }
    return items;
  }

  /** One list matched with another of the same tags, with internal mismatches solved as the original solves them. */
  #square(left: readonly WrapperItem[], right: readonly WrapperItem[]): WrapperItem[] | null {
    const isSquare =
      left.length > 0 && left.length === right.length && left.every((item, at) => sameTag(item, right[at]));
    if (!isSquare) return null;
    const outside = this.#solving;
    this.#solving = "strict";
    const items = this.#lists(left, right);
    this.#solving = outside;
    return items;
  }

  /** Tag mismatch, second remedy: one of the two tokens is found further on, and what is skipped is optional. */
  #optional(walk: Walk): boolean {
    if (this.#solving === "none") return false;
    const left = walk.left[walk.at];
    const right = walk.right[walk.by];
    const inLeft = right ? indexOfHead(walk.left, right, walk.at) : walk.left.length;
    const inRight = left ? indexOfHead(walk.right, left, walk.by) : walk.right.length;
    if (inLeft >= 0 && (inRight < 0 || inLeft - walk.at <= inRight - walk.by)) this.#skipLeft(walk, inLeft);
    else if (inRight >= 0) this.#skipRight(walk, inRight);
    else if (this.#solving === "strict") return false;
    else {
      this.#skipLeft(walk, walk.at + 1);
      this.#skipRight(walk, walk.by + 1);
    }
    return true;
  }

  #skipLeft(walk: Walk, to: number): void {
    if (to > walk.at) walk.out.push({ kind: "optional", items: walk.left.slice(walk.at, to) });
    walk.at = to;
  }

  #skipRight(walk: Walk, to: number): void {
    if (to > walk.by) walk.out.push({ kind: "optional", items: walk.right.slice(walk.by, to) });
    walk.by = to;
  }
}

const PCDATA: WrapperItem = { kind: "text", value: null };

function sameTag(left: WrapperItem, right: WrapperItem | undefined): boolean {
  return left.kind === "element" && right?.kind === "element" && left.tag === right.tag;
}

/** The next item that begins with the same token, after the given place; -1 where there is none. */
function indexOfHead(items: readonly WrapperItem[], wanted: WrapperItem, after: number): number {
  return items.findIndex(
    (item, at) => at > after && (sameTag(item, wanted) || (item.kind === "text" && wanted.kind === "text")),
  );
}

/** The wrapper before it has seen the next page. */
function withoutNodes<Item extends WrapperItem>(item: Item): Item {
  if (item.kind === "text") return item;
  const items = item.items.map(withoutNodes);
  return item.kind === "element" ? { ...item, items, nodes: [] } : { ...item, items };
}
