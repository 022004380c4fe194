/** Short stretches of the tokens of a page (first words, texts before) against small sets of remembered tokens. */
import type { Scratch } from "./scratch.ts";
import { isBelow, keyOf, type Postings, postingsOf, type TokenList } from "./token-list.ts";

/** The places `[from, to)` of a list. */
export interface Places {
  readonly from: number;
  readonly to: number;
}

export interface Stretch extends Places {
  /** How many different tokens stand there. */
  readonly distinct: number;
}

export const NO_STRETCH: Stretch = { from: 0, to: 0, distinct: 0 };

export function stretchOf(tokens: TokenList, from: number, to: number): Stretch {
  const { previous } = postingsOf(tokens);
  let distinct = 0;
  for (let place = from; place < to; place++) distinct += isBelow(previous[place], from);
  return { from, to, distinct };
}

/** A few tokens that are known: cheaper than an `Overlap` where only short stretches are asked for. */
export class KnownTokens {
  readonly hashes: readonly number[];
  readonly size: number;
  readonly #postings: Postings;
  /** 1 for the known ones among the tokens of the page; null where there are none. */
  readonly #isKnown: Uint8Array | null;

  /** Different hashes; good until the scratch memory is reset. */
  constructor(hashes: readonly number[], tokens: TokenList, scratch: Scratch) {
    this.hashes = hashes;
    this.size = hashes.length;
    this.#postings = postingsOf(tokens);
    this.#isKnown = marks(hashes, this.#postings, scratch);
  }

  /** How many of them stand there. */
  among({ from, to }: Places): number {
    const isKnown = this.#isKnown;
    if (isKnown === null) return 0;
    const { token, previous } = this.#postings;
    let count = 0;
    for (let place = from; place < to; place++) count += isKnown[token[place]] & isBelow(previous[place], from);
    return count;
  }

  /** How many of these different tokens, given by their numbers on the page, are known. */
  in(tokens: readonly number[]): number {
    const isKnown = this.#isKnown;
    if (isKnown === null) return 0;
    let count = 0;
    for (let at = 0; at < tokens.length; at++) count += isKnown[tokens[at]];
    return count;
  }
}

function marks(hashes: readonly number[], { numbers, first }: Postings, scratch: Scratch): Uint8Array | null {
  let isKnown: Uint8Array | null = null;
  for (const hash of hashes) {
    const token = numbers.get(keyOf(hash));
    if (token === undefined) continue;
    isKnown ??= scratch.bytes(first.length);
    isKnown[token] = 1;
  }
  return isKnown;
}
