/** How much of a remembered sample of tokens stands in each subtree of a page: one pass, then constant time a node. */
import { keyOf, type Postings, postingsOf } from "./postings.ts";
import { NO_LIMIT, type Sample } from "./sample.ts";
import type { TokenList } from "./token-list.ts";

export class Overlap {
  readonly #tokens: TokenList;
  readonly #remembered: number;
  readonly #limit: number;
  /** The last place of each remembered token that stands on the page. */
  readonly #present: readonly number[];
  /** Made when they are first asked for, as most of what follows. */
  #counts: Counts | null = null;
  #between: Uint32Array | null = null;
  /** Running count of the tokens within reach of the sample; null where all are, or nobody asked yet. */
  #reach: Uint32Array | null = null;

  constructor(sample: Sample, tokens: TokenList) {
    this.#tokens = tokens;
    this.#remembered = sample.hashes.length;
    this.#limit = sample.limit;
    this.#present = this.#remembered === 0 ? [] : lastPlaces(sample.hashes, postingsOf(tokens));
  }

  get isEmpty(): boolean {
    return this.#remembered === 0;
  }

  /** The number of remembered tokens. */
  get size(): number {
    return this.#remembered;
  }

  /** Occurrences of remembered tokens in the nodes `[from, to)`. */
  hits(from: number, to: number): number {
    if (this.#present.length === 0) return 0;
    const { hits } = this.#count();
    return hits[to] - hits[from];
  }

  /** Tokens of the nodes `[from, to)` that the sample could have remembered. */
  within(from: number, to: number): number {
    const { start } = this.#tokens;
    const reach = this.#runningReach();
    return reach === null ? start[to] - start[from] : reach[start[to]] - reach[start[from]];
  }

  /** Of the remembered tokens, the share that stands anywhere on the page; 1 where nothing is remembered. */
  pageRecall(): number {
    return this.#remembered === 0 ? 1 : this.#present.length / this.#remembered;
  }

  /** Of the remembered tokens, the share that stands in the subtree; 0 where nothing is remembered. */
  recall(node: number): number {
    if (this.#present.length === 0) return 0;
    const { distinct } = this.#count();
    return (distinct[this.#tokens.tree.end[node]] - distinct[node]) / this.#remembered;
  }

  /** Like `recall` for the subtree without its uppermost element. */
  recallBelow(node: number): number {
    if (this.#present.length === 0) return 0;
    const { distinct } = this.#count();
    this.#between ??= meetingsBetween(this.#present, this.#tokens);
    return (distinct[this.#tokens.tree.end[node]] - distinct[node + 1] - this.#between[node]) / this.#remembered;
  }

  /** Adds to the scores of nodes the weighted quick estimate of the F1 of each subtree: repeated tokens count again. */
  addQuick(scores: Float64Array, nodes: Uint32Array, weight: number): void {
    if (this.#present.length === 0) return;
    const { start, tree } = this.#tokens;
    const { hits } = this.#count();
    const remembered = this.#remembered;
    const reach = this.#runningReach();
    for (let at = 0; at < nodes.length; at++) {
      const node = nodes[at];
      const end = tree.end[node];
      const found = hits[end] - hits[node];
      if (found === 0) continue;
      const within = reach === null ? start[end] - start[node] : reach[start[end]] - reach[start[node]];
      scores[node] += weight * ((2 * Math.min(found, remembered)) / (remembered + Math.max(within, found)));
    }
  }

  #count(): Counts {
    this.#counts ??= countsOf(this.#present, this.#tokens);
    return this.#counts;
  }

  #runningReach(): Uint32Array | null {
    if (this.#limit === NO_LIMIT) return null;
    this.#reach ??= runningReach(this.#tokens.hash, this.#limit);
    return this.#reach;
  }
}

/** Sums over the nodes before each one; `size + 1` entries. */
interface Counts {
  /** Occurrences of remembered tokens. */
  readonly hits: Uint32Array;
  /**
   * Occurrences less the meetings with the previous one of the same token: a token that stands n times in a subtree
   * meets itself n - 1 times in it, so that the difference over a subtree is its number of distinct tokens.
   */
  readonly distinct: Int32Array;
}

function countsOf(present: readonly number[], tokens: TokenList): Counts {
  const { node, previous, meeting } = postingsOf(tokens);
  const hits = new Uint32Array(tokens.tree.size + 1);
  const distinct = new Int32Array(tokens.tree.size + 1);
  for (const last of present) {
    for (let place = last; place >= 0; place = previous[place]) {
      hits[node[place] + 1]++;
      distinct[node[place] + 1]++;
      if (previous[place] >= 0) distinct[meeting[place] + 1]--;
    }
  }
  for (let at = 1; at < hits.length; at++) {
    hits[at] += hits[at - 1];
    distinct[at] += distinct[at - 1];
  }
  return { hits, distinct };
}

/** How often remembered tokens meet in a node between two of its children. */
function meetingsBetween(present: readonly number[], tokens: TokenList): Uint32Array {
  const { node, previous, meeting } = postingsOf(tokens);
  const between = new Uint32Array(tokens.tree.size);
  for (const last of present) {
    for (let place = last; previous[place] >= 0; place = previous[place]) {
      if (node[previous[place]] !== meeting[place]) between[meeting[place]]++;
    }
  }
  return between;
}

function lastPlaces(hashes: readonly number[], { numbers, last }: Postings): number[] {
  const places: number[] = [];
  for (const hash of hashes) {
    const token = numbers.get(keyOf(hash));
    if (token !== undefined) places.push(last[token]);
  }
  return places;
}

function runningReach(hashes: Uint32Array, limit: number): Uint32Array {
  const reach = new Uint32Array(hashes.length + 1);
  for (let at = 0; at < hashes.length; at++) reach[at + 1] = reach[at] + (hashes[at] <= limit ? 1 : 0);
  return reach;
}
