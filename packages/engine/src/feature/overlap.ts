/** How much of a remembered sample of tokens stands in each subtree of a page. */
import type { Ranges } from "./element-columns.ts";
import type { Scratch } from "./scratch.ts";
import {
  isBelow,
  keyOf,
  NO_LIMIT,
  type Postings,
  postingsOf,
  type Sample,
  standsBetween,
  type TokenList,
} from "./token-list.ts";

/** Each step of the search for a token in its places costs about as much as looking at so many places of the page. */
const COST_OF_STEP = 4;

/** Of the remembered tokens, the share that stands anywhere on the page; 1 where nothing is remembered. */
export function pageRecall({ hashes }: Sample, tokens: TokenList): number {
  const { numbers } = postingsOf(tokens);
  let present = 0;
  for (const hash of hashes) if (numbers.has(keyOf(hash))) present++;
  return hashes.length === 0 ? 1 : present / hashes.length;
}

export class Overlap {
  readonly sample: Sample;
  readonly #tokens: TokenList;
  readonly #postings: Postings;
  readonly #remembered: number;
  readonly #limit: number;
  readonly #scratch: Scratch;
  /** The numbers of the remembered tokens that stand on the page. */
  readonly #present: readonly number[];
  /** What it costs to look all of them up; -1 before anybody asked, null the same below. */
  #lookups = -1;
  /** 1 for those numbers. */
  #isKnown: Uint8Array | null = null;
  /** Running count of occurrences of remembered tokens. */
  #hits: Uint32Array | null = null;
  /** Running count of the tokens within reach of the sample; stays null where all are. */
  #reach: Uint32Array | null = null;

  /** Good until the scratch memory is reset. */
  constructor(sample: Sample, tokens: TokenList, scratch: Scratch) {
    this.sample = sample;
    this.#scratch = scratch;
    this.#tokens = tokens;
    this.#postings = postingsOf(tokens);
    this.#remembered = sample.hashes.length;
    this.#limit = sample.limit;
    this.#present = numbersOf(sample.hashes, this.#postings);
  }

  get isEmpty(): boolean {
    return this.#remembered === 0;
  }

  /** The number of remembered tokens. */
  get size(): number {
    return this.#remembered;
  }

  /** Of the remembered tokens, the share that stands anywhere on the page. */
  get presentShare(): number {
    return this.#remembered === 0 ? 0 : this.#present.length / this.#remembered;
  }

  /** True where none of the remembered tokens stands on the page: all counts and shares are 0. */
  get isAbsent(): boolean {
    return this.#present.length === 0;
  }

  /** Occurrences of remembered tokens in the nodes `[from, to)`. Constant time. */
  hits(from: number, to: number): number {
    if (this.#present.length === 0) return 0;
    const { start } = this.#tokens;
    const hits = this.#runningHits();
    return hits[start[to]] - hits[start[from]];
  }

  /** Tokens of the nodes `[from, to)` that the sample could have remembered. Constant time. */
  within(from: number, to: number): number {
    const { start } = this.#tokens;
    const reach = this.#runningReach();
    return reach === null ? start[to] - start[from] : reach[start[to]] - reach[start[from]];
  }

  /** Of the remembered tokens, the share that stands in the nodes `[from, to)`. Linear in the sample or the range. */
  recall(from: number, to: number): number {
    if (this.#present.length === 0) return 0;
    const [start, stop] = [this.#tokens.start[from], this.#tokens.start[to]];
    if (this.#lookups < 0) this.#lookups = costOfLookups(this.#present, this.#postings);
    const isShort = stop - start < this.#lookups;
    return (isShort ? this.#seenAt(start, stop) : this.#foundIn(start, stop)) / this.#remembered;
  }

  /** Writes the occurrences of remembered tokens in each range. */
  countHits(counts: Uint32Array, { from, to }: Ranges): void {
    if (this.#present.length === 0) {
      counts.fill(0);
      return;
    }
    const hits = this.#runningHits();
    for (let at = 0; at < counts.length; at++) counts[at] = hits[to[at]] - hits[from[at]];
  }

  /** Adds to each score the weighted quick estimate of the F1 of its range: repeated tokens count again. */
  addQuick(scores: Float64Array, { from, to }: Ranges, weight: number): void {
    if (this.#present.length === 0) return;
    const hits = this.#runningHits();
    const reach = this.#runningReach();
    const remembered = this.#remembered;
    for (let at = 0; at < scores.length; at++) {
      const found = (hits[to[at]] - hits[from[at]]) | 0;
      if (found === 0) continue;
      const within = (reach === null ? to[at] - from[at] : reach[to[at]] - reach[from[at]]) | 0;
      scores[at] += weight * ((2 * Math.min(found, remembered)) / (remembered + Math.max(within, found)));
    }
  }

  /** How many different remembered tokens stand at the places `[from, to)`: by looking at the places. */
  #seenAt(from: number, to: number): number {
    const { token, previous } = this.#postings;
    const isKnown = this.#known();
    const most = this.#present.length;
    let count = 0;
    for (let place = from; place < to && count < most; place++) {
      count += isKnown[token[place]] & isBelow(previous[place], from);
    }
    return count;
  }

  /** The same by looking the tokens up. */
  #foundIn(from: number, to: number): number {
    let count = 0;
    for (const token of this.#present) if (standsBetween(this.#postings, token, from, to)) count++;
    return count;
  }

  #known(): Uint8Array {
    if (this.#isKnown === null) {
      this.#isKnown = this.#scratch.bytes(this.#postings.first.length);
      for (const token of this.#present) this.#isKnown[token] = 1;
    }
    return this.#isKnown;
  }

  #runningHits(): Uint32Array {
    this.#hits ??= this.#countHits();
    return this.#hits;
  }

  #runningReach(): Uint32Array | null {
    if (this.#limit === NO_LIMIT) return null;
    this.#reach ??= this.#countReach();
    return this.#reach;
  }

  #countHits(): Uint32Array {
    const { token } = this.#postings;
    const isKnown = this.#known();
    const hits = this.#scratch.integers(token.length + 1);
    let sum = 0;
    for (let place = 0; place < token.length; place++) {
      hits[place] = sum;
      sum += isKnown[token[place]];
    }
    hits[token.length] = sum;
    return hits;
  }

  #countReach(): Uint32Array {
    const { hash } = this.#tokens;
    const limit = this.#limit;
    const reach = this.#scratch.integers(hash.length + 1);
    let sum = 0;
    for (let place = 0; place < hash.length; place++) {
      reach[place] = sum;
      if (hash[place] <= limit) sum++;
    }
    reach[hash.length] = sum;
    return reach;
  }
}

function numbersOf(hashes: readonly number[], { numbers }: Postings): number[] {
  const present: number[] = [];
  for (const hash of hashes) {
    const token = numbers.get(keyOf(hash));
    if (token !== undefined) present.push(token);
  }
  return present;
}

function costOfLookups(present: readonly number[], { first }: Postings): number {
  let steps = 0;
  for (const token of present) steps += 32 - Math.clz32(first[token + 1] - first[token]);
  return COST_OF_STEP * steps;
}
