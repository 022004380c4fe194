/** Where each token of a page stands: found once for each list, asked by every block on the page. */
import type { TokenList } from "./token-list.ts";

/** Places are positions in the list, in document order. */
export interface Postings {
  /** The number of each token among the distinct ones, by `keyOf` its hash. */
  readonly numbers: ReadonlyMap<number, number>;
  /** The number of the token at a place. */
  readonly token: Uint32Array;
  /** The last place of each token, by its number. */
  readonly last: readonly number[];
  /** The place before of the same token, -1 at its first one. */
  readonly previous: Int32Array;
  /** The node that a place belongs to. */
  readonly node: Uint32Array;
  /** The lowest node around a place and the previous one, -1 at the first. */
  readonly meeting: Int32Array;
}

const known = new WeakMap<TokenList, Postings>();

/** Hashes as signed integers: maps are quicker with those than with numbers above 2^31. */
export function keyOf(hash: number): number {
  return hash | 0;
}

export function postingsOf(tokens: TokenList): Postings {
  let postings = known.get(tokens);
  if (!postings) {
    postings = post(tokens);
    known.set(tokens, postings);
  }
  return postings;
}

/** Linear in the number of tokens times the logarithm of the depth. */
function post({ hash, start, tree }: TokenList): Postings {
  const numbers = new Map<number, number>();
  const last: number[] = [];
  const token = new Uint32Array(hash.length);
  const previous = new Int32Array(hash.length);
  const node = new Uint32Array(hash.length);
  const meeting = new Int32Array(hash.length);
  /** The elements around the current node, by depth, and itself. */
  const open: number[] = [];
  for (let at = 0; at < tree.size; at++) {
    const depth = tree.depth[at];
    open[depth] = at;
    for (let place = start[at]; place < start[at + 1]; place++) {
      const key = keyOf(hash[place]);
      let number = numbers.get(key);
      if (number === undefined) {
        number = last.push(-1) - 1;
        numbers.set(key, number);
      }
      const before = last[number];
      last[number] = place;
      token[place] = number;
      node[place] = at;
      previous[place] = before;
      meeting[place] = before < 0 ? -1 : lowestUpTo(node[before], open, depth);
    }
  }
  return { numbers, token, last, previous, node, meeting };
}

/** The deepest open element that begins at or before a node of the past: the lowest one around both. */
function lowestUpTo(node: number, open: readonly number[], depth: number): number {
  let [low, high] = [0, depth];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (open[middle] <= node) low = middle;
    else high = middle - 1;
  }
  return open[low];
}
