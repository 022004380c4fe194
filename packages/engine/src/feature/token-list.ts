/** Tokens of one sort (words, links, class names …) of a whole page in document order, by subtree in constant time. */
import type { Postings } from "./postings.ts";

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
