/** Tokens of one sort (words, links, class names …) of a whole page in document order, by subtree in constant time. */

/** The tokens of the subtree of node `i` are `[start[i], start[end[i]])`, because both follow document order. */
export interface TokenList {
  readonly hash: Uint32Array;
  /** `size + 1` entries. */
  readonly start: Uint32Array;
  /** Kept by `postingsOf`. */
  postings: Postings | null;
}

/** Collects tokens while a page is walked in document order. */
export class TokenListBuilder {
  #hash = new Uint32Array(1024);
  #length = 0;
  readonly #start: Uint32Array;

  constructor(size: number) {
    this.#start = new Uint32Array(size + 1);
  }

  /** Call once for every node in document order, before adding its own tokens. */
  open(node: number): void {
    this.#start[node] = this.#length;
  }

  add(hash: number): void {
    if (this.#length === this.#hash.length) {
      const larger = new Uint32Array(this.#length * 2);
      larger.set(this.#hash);
      this.#hash = larger;
    }
    this.#hash[this.#length++] = hash;
  }

  finish(): TokenList {
    this.#start[this.#start.length - 1] = this.#length;
    return { hash: this.#hash.slice(0, this.#length), start: this.#start, postings: null };
  }
}

// Where each token of a page stands: found once for each list, asked by every block on the page.

/** Places are positions in the list, in document order; the different tokens of the list are numbered from 0. */
export interface Postings {
  /** The number of each token, by `keyOf` its hash. */
  readonly numbers: ReadonlyMap<number, number>;
  /** The number of the token at a place. */
  readonly token: Uint32Array;
  /** The place before of the same token, -1 at its first one. */
  readonly previous: Int32Array;
  /** The places of token `i` are `places[first[i], first[i + 1])`, in rising order. */
  readonly places: Uint32Array;
  readonly first: Uint32Array;
}

/** Hashes as signed integers: maps are quicker with those than with numbers above 2^31. */
export function keyOf(hash: number): number {
  return hash | 0;
}

export function postingsOf(tokens: TokenList): Postings {
  tokens.postings ??= post(tokens.hash);
  return tokens.postings;
}

function post(hash: Uint32Array): Postings {
  const numbers = new Map<number, number>();
  const token = new Uint32Array(hash.length);
  for (let place = 0; place < hash.length; place++) {
    const key = keyOf(hash[place]);
    let number = numbers.get(key);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(key, number);
    }
    token[place] = number;
  }
  return { numbers, token, ...grouped(token, numbers.size) };
}

/** The places by token: a counting sort. */
function grouped(token: Uint32Array, count: number): Pick<Postings, "previous" | "places" | "first"> {
  const first = new Uint32Array(count + 1);
  for (const number of token) first[number + 1]++;
  for (let number = 0; number < count; number++) first[number + 1] += first[number];
  const next = first.slice();
  const places = new Uint32Array(token.length);
  const previous = new Int32Array(token.length);
  for (let place = 0; place < token.length; place++) {
    const number = token[place];
    const at = next[number]++;
    places[at] = place;
    previous[place] = at === first[number] ? -1 : places[at - 1];
  }
  return { previous, places, first };
}

/** True where the token stands at one of the places `[from, to)`. */
export function standsBetween({ places, first }: Postings, token: number, from: number, to: number): boolean {
  let [low, high] = [first[token], first[token + 1]];
  // most tokens stand once on a page, and most of the others begin in a large part of it
  if (places[low] >= from) return places[low] < to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle] < from) low = middle + 1;
    else high = middle;
  }
  return low < first[token + 1] && places[low] < to;
}

/**
 * 1 where place `a` is below place `b`, else 0: the sign bit of the difference. Which tokens of a text are known is as
 * good as random, and a processor that guesses each branch wrong half of the time takes several times as long.
 */
export function isBelow(a: number, b: number): number {
  return (a - b) >>> 31;
}

// A bounded sample of a set of hashes that two sides choose alike: the smallest ones ("bottom-k"). Overlaps of sets of
// any size are estimated from it without bias, so a memory stays small however large the block is.

export interface Sample {
  /** Distinct hashes in rising order. */
  readonly hashes: readonly number[];
  /** Hashes above this one were left out. */
  readonly limit: number;
}

export const NO_LIMIT = 0xffff_ffff;

/** The at most `most` smallest distinct hashes of `tokens[from, to)`. */
export function sampleOf(tokens: TokenList, from: number, to: number, most: number): Sample {
  const distinct = [...new Set(tokens.hash.subarray(from, to))].sort((a, b) => a - b);
  if (distinct.length <= most) return { hashes: distinct, limit: NO_LIMIT };
  const hashes = distinct.slice(0, most);
  return { hashes, limit: hashes[most - 1] };
}

/** The hashes that both samples hold, as far as both reach. */
export function intersection(a: Sample, b: Sample): Sample {
  const limit = Math.min(a.limit, b.limit);
  const inB = new Set(b.hashes);
  return { hashes: a.hashes.filter((hash) => hash <= limit && inB.has(hash)), limit };
}
