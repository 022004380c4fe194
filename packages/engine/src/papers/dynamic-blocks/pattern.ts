/**
 * What a pattern of [following-dynamic-blocks] section 4 is: something remembered of a block that proposes candidates on
 * another page and tells how similar each element is to the block.
 */
import type { DomTree } from "../../tree/dom-tree.ts";

/** A pattern brought to one page. */
export interface PatternMatch {
  /** Elements that the pattern proposes (section 4.2), each once, in document order. */
  readonly candidates: readonly number[];
  /** Similarity of any element to the pattern, from 0 to 1. */
  similarityOf(node: number): number;
}

/** One sort of pattern. `P` is plain JSON, because it is stored with the follow. */
export interface PatternKind<P> {
  /** The pattern of a block; null where the page does not show it, such as an area without layout. */
  of(page: DomTree, node: number): P | null;
  /** The pattern on a page; null where the page cannot be asked, which is not the same as no similarity. */
  match(pattern: P, page: DomTree): PatternMatch | null;
  /** What an earlier pattern and a new sample of the same block have in common (section 5.2.1). */
  merge(earlier: P, sample: P, samples: number): P;
  /** How much the pattern says: the number of its parts that are not empty. */
  weightOf(pattern: P): number;
  /** Reads what was stored; null where it is not such a pattern. */
  revive(stored: unknown): P | null;
}
