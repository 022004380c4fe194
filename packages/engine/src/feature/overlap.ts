/** How much of a remembered sample of tokens stands in each subtree of a page: one pass, then constant time a node. */
import type { Sample } from "./sample.ts";
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
  /** Running count of remembered tokens, and of those within reach of the sample. */
  readonly #hits: Uint32Array;
  readonly #reach: Uint32Array;
  /** Where each remembered token occurs, in rising order; absent ones are left out. */
  readonly #places: readonly number[][];

  constructor(sample: Sample, tokens: TokenList) {
    this.#tokens = tokens;
    this.#remembered = sample.hashes.length;
    const count = tokens.hash.length;
    this.#hits = new Uint32Array(count + 1);
    this.#reach = new Uint32Array(count + 1);
    const places = new Map<number, number[]>();
    const remembered = new Set(sample.hashes);
    for (let at = 0; at < count; at++) {
      const hash = tokens.hash[at];
      const isWithin = hash <= sample.limit;
      const isHit = isWithin && remembered.has(hash);
      this.#hits[at + 1] = this.#hits[at] + (isHit ? 1 : 0);
      this.#reach[at + 1] = this.#reach[at] + (isWithin ? 1 : 0);
      if (!isHit) continue;
      const list = places.get(hash);
      if (list) list.push(at);
      else places.set(hash, [at]);
    }
    this.#places = [...places.values()];
  }

  get isEmpty(): boolean {
    return this.#remembered === 0;
  }

  /** Occurrences of remembered tokens in the nodes `[from, to)`. */
  hits(from: number, to: number): number {
    return this.#hits[this.#tokens.start[to]] - this.#hits[this.#tokens.start[from]];
  }

  /** Tokens of the nodes `[from, to)` that the sample could have remembered. */
  within(from: number, to: number): number {
    return this.#reach[this.#tokens.start[to]] - this.#reach[this.#tokens.start[from]];
  }

  /** Quick estimate of the F1 of the subtree `[from, to)`: repeated tokens count again. Constant time. */
  quick(from: number, to: number): number {
    const within = this.within(from, to);
    if (this.#remembered === 0 || within === 0) return 0;
    const hits = this.hits(from, to);
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
