/** How much of a remembered sample of tokens stands in each subtree of a page: one pass, then constant time a node. */
import { NO_LIMIT, type Sample } from "./sample.ts";
import type { TokenList } from "./token-list.ts";

/** Shares from 0 to 1. */
export interface Share {
  /** Of the remembered tokens, the share that stands in the subtree. */
  readonly recall: number;
  /** Of the tokens of the subtree, the share that is remembered. */
  readonly precision: number;
}

export class Overlap {
  readonly #tokens: TokenList;
  readonly #remembered: number;
  readonly #limit: number;
  /** Running count of occurrences of remembered tokens, made when it is first asked for. */
  #hits: Uint32Array | null = null;
  /** Running count of the tokens within reach of the sample; null where all are, or nobody asked yet. */
  #reach: Uint32Array | null = null;
  /** Where each remembered token occurs, in rising order; absent ones are left out. */
  readonly #places: readonly (readonly number[])[];

  constructor(sample: Sample, tokens: TokenList) {
    this.#tokens = tokens;
    this.#remembered = sample.hashes.length;
    this.#limit = sample.limit;
    const places = placesOf(tokens);
    const present: (readonly number[])[] = [];
    for (const hash of sample.hashes) {
      const list = places.get(hash);
      if (list) present.push(list);
    }
    this.#places = present;
  }

  get isEmpty(): boolean {
    return this.#remembered === 0;
  }

  /** Occurrences of remembered tokens in the nodes `[from, to)`. */
  hits(from: number, to: number): number {
    if (this.#places.length === 0) return 0;
    this.#hits ??= runningHits(this.#places, this.#tokens.hash.length);
    return this.#hits[this.#tokens.start[to]] - this.#hits[this.#tokens.start[from]];
  }

  /** Tokens of the nodes `[from, to)` that the sample could have remembered. */
  within(from: number, to: number): number {
    const [start, stop] = [this.#tokens.start[from], this.#tokens.start[to]];
    if (this.#limit === NO_LIMIT) return stop - start;
    this.#reach ??= runningReach(this.#tokens.hash, this.#limit);
    return this.#reach[stop] - this.#reach[start];
  }

  /** Quick estimate of the F1 of the subtree `[from, to)`: repeated tokens count again. Constant time. */
  quick(from: number, to: number): number {
    const hits = this.hits(from, to);
    if (hits === 0) return 0;
    const within = this.within(from, to);
    return (2 * Math.min(hits, this.#remembered)) / (this.#remembered + Math.max(within, hits));
  }

  /** Of the remembered tokens, the share that stands anywhere on the page; 1 where nothing is remembered. */
  pageRecall(): number {
    return this.#remembered === 0 ? 1 : this.#places.length / this.#remembered;
  }

  /** Recall counts distinct tokens. Linear in the size of the sample times a logarithm. */
  share(from: number, to: number): Share {
    const within = this.within(from, to);
    if (this.#remembered === 0 || within === 0) return { recall: 0, precision: 0 };
    const [start, stop] = [this.#tokens.start[from], this.#tokens.start[to]];
    let present = 0;
    for (const places of this.#places) if (hasBetween(places, start, stop)) present++;
    return { recall: present / this.#remembered, precision: this.hits(from, to) / within };
  }
}

/** Where each token of a list occurs: found once for each page, asked by every block on it. */
const known = new WeakMap<TokenList, Map<number, number[]>>();

function placesOf(tokens: TokenList): Map<number, number[]> {
  let places = known.get(tokens);
  if (!places) {
    places = new Map();
    for (let at = 0; at < tokens.hash.length; at++) {
      const list = places.get(tokens.hash[at]);
      if (list) list.push(at);
      else places.set(tokens.hash[at], [at]);
    }
    known.set(tokens, places);
  }
  return places;
}

function runningHits(places: readonly (readonly number[])[], count: number): Uint32Array {
  const hits = new Uint32Array(count + 1);
  for (const list of places) for (const at of list) hits[at + 1] = 1;
  let sum = 0;
  for (let at = 1; at <= count; at++) {
    sum += hits[at];
    hits[at] = sum;
  }
  return hits;
}

function runningReach(hashes: Uint32Array, limit: number): Uint32Array {
  const reach = new Uint32Array(hashes.length + 1);
  for (let at = 0; at < hashes.length; at++) reach[at + 1] = reach[at] + (hashes[at] <= limit ? 1 : 0);
  return reach;
}

/** True where a value of the rising list lies in `[start, stop)`. */
function hasBetween(places: readonly number[], start: number, stop: number): boolean {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle] < start) low = middle + 1;
    else high = middle;
  }
  return low < places.length && places[low] < stop;
}
