/** What an element holds for a reader, its words and images, and how far two elements of a page agree in that. */
import { attributeOf, type DomTree, nodeAt, pathOf, textOf } from "@tessera/engine";
import type { LabelledVersion } from "../data/cases.ts";

/** From this agreement on two elements hold the same for a person. */
export const SAME_CONTENT = 0.9;

/** Everything that is neither a letter nor a digit parts two words. */
const WORD = /[\p{L}\p{N}]+/gu;
/** Stands before the address of an image, so that no word is equal to it. */
const IMAGE = "img ";

/** A multiset: how often each word and each image occurs. */
type Content = ReadonlyMap<string, number>;

/**
 * How far an element agrees with the labelled one, from 0 to 1; null where the block or the element is not there. The
 * label and its equivalents agree by definition, so that the words of a page are counted for mistakes only.
 */
export function agreementWithLabel(page: DomTree, version: LabelledVersion, node: number | undefined): number | null {
  if (version.path === null || node === undefined) return null;
  const path = pathOf(page, node);
  if (path === version.path || version.equiv?.includes(path)) return 1;
  const label = nodeAt(page, version.path);
  return label === null ? 0 : agreementOf(contentOf(page, label), contentOf(page, node));
}

/** F1 of two contents. Two that are empty have nothing in common: what is in them then, a field or a film, is not known. */
export function agreementOf(one: Content, other: Content): number {
  let common = 0;
  for (const [token, count] of one) common += Math.min(count, other.get(token) ?? 0);
  return common === 0 ? 0 : (2 * common) / (sizeOf(one) + sizeOf(other));
}

export function contentOf(tree: DomTree, node: number): Content {
  const counts = new Map<string, number>();
  const add = (token: string): void => {
    counts.set(token, (counts.get(token) ?? 0) + 1);
  };
  for (const [word] of textOf(tree, node).toLowerCase().matchAll(WORD)) add(word);
  const image = tree.tagNames.indexOf("img");
  for (let at = node; image >= 0 && at < tree.end[node]!; at++) {
    if (tree.tag[at] === image) add(`${IMAGE}${attributeOf(tree, at, "src") ?? ""}`);
  }
  return counts;
}

function sizeOf(content: Content): number {
  let size = 0;
  for (const count of content.values()) size += count;
  return size;
}
