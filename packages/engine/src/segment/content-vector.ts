/**
 * What a web component contains: the content vector of [page-fragmentation] section 7, Eq. 6 to 8, a set of words and a
 * set of image file names.
 *
 * Departures: words are compared in lower case and without punctuation; the file name of an image is its address
 * without folders and query.
 */
import { attributeOf, type DomTree, tagOf, textOf } from "../tree/dom-tree.ts";

/** CV_p = (T_p, I_p). */
export interface ContentVector {
  readonly words: ReadonlySet<string>;
  readonly images: ReadonlySet<string>;
}

/** Longer words are cut: no name is that long, and a hostile page may have one of megabytes. */
const LONGEST_WORD = 60;
/** More than this tells nothing more about a component. */
const MAX_WORDS = 4000;

export function contentVector(tree: DomTree, node: number): ContentVector {
  const words = new Set<string>();
  for (const [word] of textOf(tree, node).matchAll(/[\p{L}\p{N}]+/gu)) {
    words.add(word.slice(0, LONGEST_WORD).toLowerCase());
    if (words.size === MAX_WORDS) break;
  }
  const images = new Set<string>();
  for (let inner = node; inner < tree.end[node] && images.size < MAX_WORDS; inner++) {
    if (tagOf(tree, inner) === "img") images.add(fileName(attributeOf(tree, inner, "src") ?? ""));
  }
  images.delete("");
  return { words, images };
}

/** How many words and images the vector holds. */
export function sizeOf({ words, images }: ContentVector): number {
  return words.size + images.size;
}

/** Eq. 9: what all vectors have. */
export function intersection(vectors: readonly ContentVector[]): ContentVector {
  const [first, ...others] = vectors;
  if (!first) return { words: new Set(), images: new Set() };
  return {
    words: only(first.words, (word) => others.every(({ words }) => words.has(word))),
    images: only(first.images, (image) => others.every(({ images }) => images.has(image))),
  };
}

/** Eq. 10: what is left without the common part. */
export function difference(vector: ContentVector, common: ContentVector): ContentVector {
  return {
    words: only(vector.words, (word) => !common.words.has(word)),
    images: only(vector.images, (image) => !common.images.has(image)),
  };
}

/** True where the first vector is contained completely in the second. */
export function isSubset(inner: ContentVector, outer: ContentVector): boolean {
  if (inner.words.size > outer.words.size || inner.images.size > outer.images.size) return false;
  for (const word of inner.words) if (!outer.words.has(word)) return false;
  for (const image of inner.images) if (!outer.images.has(image)) return false;
  return true;
}

/** Share of the first vector that the second has too; 1 for an empty one, which is in all. */
export function overlap(vector: ContentVector, other: ContentVector): number {
  const size = sizeOf(vector);
  return size === 0 ? 1 : 1 - sizeOf(difference(vector, other)) / size;
}

function only(terms: ReadonlySet<string>, holds: (term: string) => boolean): Set<string> {
  return new Set([...terms].filter(holds));
}

function fileName(source: string): string {
  return (
    source
      .replace(/[?#].*$/s, "")
      .split("/")
      .at(-1)
      ?.slice(0, LONGEST_WORD) ?? ""
  );
}
