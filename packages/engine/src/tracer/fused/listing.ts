/**
 * The list that a block stands in: rows of a table, sections of a page, entries of a feed, by their names. Where the same
 * names stand in another order a person follows the name; where new ones have come at the top the list has moved on; and
 * an element with the name of another one is that other one.
 */
import type { PageIndex } from "../../feature/page-index.ts";
import { keyOf } from "../../feature/token-list.ts";
import { type DomTree, TEXT_TAG } from "../../tree/dom-tree.ts";
import type { Step } from "../../tree/path.ts";
import { keyOfName, nameAmongOthers } from "./naming.ts";
import { UNKNOWN } from "./similarity.ts";
import { type RepeatedUnit, unitAbove } from "./surroundings.ts";

/** The keys of the names in their order, 0 where one has no name, and the place of the block among them. */
export interface Listing {
  readonly names: readonly number[];
  /** Where the first link of each leads: what stays when a title is written anew. */
  readonly links: readonly number[];
  readonly place: number;
}

export const NO_LISTING: Listing = { names: [], links: [], place: -1 };

/** Of a longer list those around the block. */
const MAX_LISTED = 24;
const MAX_SHIFT = 10;

/** The elements of the same tag beside the repeated thing that the element is or is part of; beside itself where nothing repeats. */
export function listingOf(tree: DomTree, index: PageIndex, node: number, { levels }: RepeatedUnit): Listing {
  const unit = unitAbove(tree, node, levels);
  return unit <= 0 ? NO_LISTING : around(namesBeside(tree, index, unit), unit);
}

/** Things of one list with their names. */
export interface NamedThings {
  readonly nodes: readonly number[];
  readonly names: readonly number[];
  readonly links: readonly number[];
}

const MAX_THINGS = 60;

export function namesBeside(tree: DomTree, index: PageIndex, unit: number): NamedThings {
  const parent = tree.parent[unit];
  const [nodes, names, links]: [number[], number[], number[]] = [[], [], []];
  for (let other = parent + 1; other < tree.end[parent] && nodes.length < MAX_THINGS; other = tree.end[other]) {
    if (tree.tag[other] !== tree.tag[unit] || tree.tag[other] === TEXT_TAG) continue;
    nodes.push(other);
    names.push(keyOfName(nameAmongOthers(tree, index, other)));
    links.push(firstLink(tree, index, other));
  }
  return { nodes, names, links };
}

function firstLink(tree: DomTree, { links: { hash, start } }: PageIndex, node: number): number {
  return start[node] === start[tree.end[node]] ? 0 : keyOf(hash[start[node]]);
}

function around({ nodes, names, links }: NamedThings, unit: number): Listing {
  const place = nodes.indexOf(unit);
  const from = Math.max(0, Math.min(place - (MAX_LISTED >> 1), names.length - MAX_LISTED));
  const to = from + MAX_LISTED;
  return { names: names.slice(from, to), links: links.slice(from, to), place: place - from };
}

/** What a candidate's list has of the remembered one, and the candidate of both. */
export interface ListMatch {
  /** Of the other names, the share that is still there; of those there, the share that is new. */
  readonly kept: number;
  readonly fresh: number;
  /** Of the neighbours that are still there, the share in the same order. */
  readonly order: number;
  /** New ones before the first that was known. */
  readonly shift: number;
  /** 1 where the block's own name is in the list. */
  readonly own: number;
}

const NO_MATCH: ListMatch = { kept: UNKNOWN, fresh: UNKNOWN, order: UNKNOWN, shift: 0, own: UNKNOWN };

/** A remembered list, with what each list of the page has of it, found once for all candidates of a list. */
export class KnownListing {
  readonly listing: Listing;
  readonly own: number;
  readonly ownLink: number;
  readonly #placeOf = new Map<number, number>();
  readonly #matches = new Map<NamedThings, ListMatch>();

  constructor(listing: Listing) {
    this.listing = listing;
    this.own = listing.names[listing.place] ?? 0;
    this.ownLink = listing.links[listing.place] ?? 0;
    for (let place = 0; place < listing.names.length; place++) {
      const name = listing.names[place];
      if (name !== 0 && !this.#placeOf.has(name)) this.#placeOf.set(name, place);
    }
  }

  /** True where it is the name of another one in the list. */
  isOther(name: number): boolean {
    return name !== this.own && this.#placeOf.has(name);
  }

  isOtherLink(link: number): boolean {
    return link !== this.ownLink && this.listing.links.includes(link);
  }

  matchOf(things: NamedThings): ListMatch {
    let match = this.#matches.get(things);
    if (!match) {
      match = this.#placeOf.size === 0 ? NO_MATCH : this.#match(things.names);
      this.#matches.set(things, match);
    }
    return match;
  }

  #match(names: readonly number[]): ListMatch {
    const others = this.#placeOf.size - (this.own === 0 ? 0 : 1);
    let [kept, fresh, named, shift, pairs, inOrder, last, own] = [0, 0, 0, -1, 0, 0, -1, 0];
    const seen = new Set<number>();
    for (let at = 0; at < names.length; at++) {
      const name = names[at];
      if (name === 0 || seen.has(name)) continue;
      seen.add(name);
      named++;
      const place = this.#placeOf.get(name);
      if (place === undefined) {
        fresh++;
        continue;
      }
      if (shift < 0) shift = fresh;
      if (name === this.own) own = 1;
      else kept++;
      if (last >= 0) {
        pairs++;
        if (place > last) inOrder++;
      }
      last = place;
    }
    return {
      kept: others <= 0 ? UNKNOWN : kept / others,
      fresh: named === 0 ? UNKNOWN : fresh / named,
      order: pairs === 0 ? UNKNOWN : inOrder / pairs,
      shift: Math.min(MAX_SHIFT, Math.max(0, shift)),
      own: this.own === 0 ? UNKNOWN : own,
    };
  }
}

/** A block inside a named thing: the name, and the way down from the thing to the block. */
export interface PartOfThing {
  readonly name: number;
  readonly steps: readonly Step[];
}

/** The element at the same place in the thing of the same name, where the list has one; -1 where not. */
export function sameInNamesake(tree: DomTree, { nodes, names }: NamedThings, { name, steps }: PartOfThing): number {
  const at = name === 0 ? -1 : names.indexOf(name);
  let node = at < 0 ? -1 : nodes[at];
  for (let step = 0; step < steps.length && node >= 0; step++) node = childAt(tree, node, steps[step]);
  return node;
}

function childAt(tree: DomTree, node: number, { tag, index }: Step): number {
  const wanted = tree.tagNames.indexOf(tag);
  let left = index;
  for (let child = node + 1; child < tree.end[node]; child = tree.end[child]) {
    if (tree.tag[child] === wanted && --left === 0) return child;
  }
  return -1;
}
