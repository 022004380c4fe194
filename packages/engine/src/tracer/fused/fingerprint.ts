/** What is remembered of a block as it was on one page: bounded plain data, whatever the size of the block. */
import { type PageIndex, pageIndex } from "../../feature/page-index.ts";
import { type Sample, sampleOf } from "../../feature/sample.ts";
import type { DomTree } from "../../tree/dom-tree.ts";
import { type StoredFeatures, storedFeaturesOf } from "./stored-features.ts";

export interface Fingerprint extends StoredFeatures {
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

const MAX_WORDS = 128;
const MAX_TOKENS = 64;
const MAX_NAMES = 40;

/** The fingerprint of an element. Linear in the size of its subtree, its depth and its number of siblings. */
export function fingerprintOf(tree: DomTree, node: number): Fingerprint {
  const index = pageIndex(tree);
  const end = tree.end[node];
  const sample = (
    list: keyof Pick<PageIndex, "words" | "runs" | "patterns" | "links" | "linkDirs" | "images">,
    most: number,
  ): Sample => sampleOf(index[list], index[list].start[node], index[list].start[end], most);
  return {
    ...storedFeaturesOf(tree, node),
    depth: tree.depth[node],
    words: sample("words", MAX_WORDS),
    runs: sample("runs", MAX_TOKENS),
    patterns: sample("patterns", MAX_TOKENS),
    links: sample("links", MAX_TOKENS),
    linkDirs: sample("linkDirs", MAX_NAMES),
    images: sample("images", MAX_TOKENS),
    namesInside: sampleOf(index.names, index.names.start[node + 1], index.names.start[end], MAX_NAMES),
    classes: sampleOf(index.classes, index.classes.start[node + 1], index.classes.start[end], MAX_TOKENS),
    shape: tree.shapeHash[node],
    landmark: index.landmark[node],
  };
}
