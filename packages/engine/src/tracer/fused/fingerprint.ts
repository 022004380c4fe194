/** What is remembered of a block as it was on one page: bounded plain data, whatever the size of the block. */
import { type PageIndex, pageIndex } from "../../feature/page-index.ts";
import { type Sample, sampleOf } from "../../feature/sample.ts";
import type { DomTree } from "../../tree/dom-tree.ts";
import { type Traits, traitsOf } from "./traits.ts";

export interface Fingerprint extends Traits {
  readonly depth: number;
  readonly words: Sample;
  readonly runs: Sample;
  readonly patterns: Sample;
  readonly links: Sample;
  readonly linkDirs: Sample;
  readonly images: Sample;
  /** Words of the names of the elements inside. */
  readonly namesInside: Sample;
  /** Class tokens and ids inside the block, its own excluded. */
  readonly classes: Sample;
  readonly shape: number;
  readonly landmark: number;
}

const MOST_WORDS = 128;
const MOST_TOKENS = 64;
const MOST_NAMES = 40;

/** The fingerprint of an element. Linear in the size of its subtree, its depth and its number of siblings. */
export function fingerprintOf(tree: DomTree, node: number): Fingerprint {
  const index = pageIndex(tree);
  const end = tree.end[node];
  const sample = (
    list: keyof Pick<PageIndex, "words" | "runs" | "patterns" | "links" | "linkDirs" | "images">,
    most: number,
  ): Sample => sampleOf(index[list], index[list].start[node], index[list].start[end], most);
  return {
    ...traitsOf(tree, node),
    depth: tree.depth[node],
    words: sample("words", MOST_WORDS),
    runs: sample("runs", MOST_TOKENS),
    patterns: sample("patterns", MOST_TOKENS),
    links: sample("links", MOST_TOKENS),
    linkDirs: sample("linkDirs", MOST_NAMES),
    images: sample("images", MOST_TOKENS),
    namesInside: sampleOf(index.names, index.names.start[node + 1], index.names.start[end], MOST_NAMES),
    classes: sampleOf(index.classes, index.classes.start[node + 1], index.classes.start[end], MOST_TOKENS),
    shape: tree.shapeHash[node],
    landmark: index.landmark[node],
  };
}
