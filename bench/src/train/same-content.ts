/**
 * Whether an element shows the same as another one, as a person would see it: the same words and images, nearly all. By
 * the index of the page, because lessons ask it of every candidate; `accuracy/content.ts` says it by the letter.
 */
import type { DomTree } from "@tessera/engine";
import { pageIndex } from "@tessera/engine/fused-training";

/** The least F1 of the two contents, as multisets, at which they are the same. */
const SAME = 0.9;

export class ContentOf {
  readonly #tree: DomTree;
  readonly #tokens: ReadonlyMap<number, number>;
  readonly #size: number;

  constructor(tree: DomTree, node: number) {
    this.#tree = tree;
    const tokens = new Map<number, number>();
    let size = 0;
    for (const token of tokensIn(tree, node)) {
      tokens.set(token, (tokens.get(token) ?? 0) + 1);
      size++;
    }
    this.#tokens = tokens;
    this.#size = size;
  }

  isSameAs(node: number): boolean {
    const size = sizeOf(this.#tree, node);
    // what the sizes alone make impossible needs no counting
    if (size === 0 || 2 * Math.min(size, this.#size) < SAME * (size + this.#size)) return false;
    const left = new Map(this.#tokens);
    let common = 0;
    for (const token of tokensIn(this.#tree, node)) {
      const count = left.get(token) ?? 0;
      if (count === 0) continue;
      left.set(token, count - 1);
      common++;
    }
    return 2 * common >= SAME * (size + this.#size);
  }
}

function sizeOf(tree: DomTree, node: number): number {
  const { words, images } = pageIndex(tree);
  const end = tree.end[node]!;
  return words.start[end]! - words.start[node]! + images.start[end]! - images.start[node]!;
}

function* tokensIn(tree: DomTree, node: number): Generator<number> {
  const { words, images } = pageIndex(tree);
  const end = tree.end[node]!;
  for (const { hash, start } of [words, images]) yield* hash.subarray(start[node], start[end]);
}
