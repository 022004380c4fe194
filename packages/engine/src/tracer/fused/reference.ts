/** A remembered fingerprint laid over a page: what the signals compare the candidates with. */
import { Overlap } from "../../feature/overlap.ts";
import { pageIndex } from "../../feature/page-index.ts";
import { keyOf } from "../../feature/postings.ts";
import { NO_LIMIT } from "../../feature/sample.ts";
import { siblingRanks } from "../../feature/sibling-ranks.ts";
import { KnownTokens } from "../../feature/stretch.ts";
import type { DomTree } from "../../tree/dom-tree.ts";
import { splitPath, trailOf } from "../../tree/path.ts";
import type { Fingerprint } from "./fingerprint.ts";
import type { Lineage } from "./lineage.ts";
import { type Mark, markOn } from "./marks.ts";
import { tokensOfMark } from "./traits.ts";

export interface Reference {
  readonly print: Fingerprint;
  readonly path: PathOnPage;
  /** The remembered elements in the numbers of the page. */
  readonly self: Mark;
  readonly ancestors: readonly Mark[];
  /** How well the ancestors fit to those of candidates, as far as it was asked: one answer for all of one parent. */
  readonly alignments: Map<Lineage, number>;
  readonly previous: Mark | null;
  readonly next: Mark | null;
  readonly names: readonly number[];
  readonly namesAround: readonly number[];
  readonly attributes: readonly number[];
  /** How many children have each tag of the page. */
  readonly children: Uint8Array;
  readonly words: Overlap;
  readonly runs: Overlap;
  readonly patterns: Overlap;
  readonly links: Overlap;
  readonly linkDirs: Overlap;
  readonly images: Overlap;
  readonly namesInside: Overlap;
  readonly classes: Overlap;
  /** The block's own class tokens, and those and the ids of its remembered ancestors. */
  readonly ownClasses: Overlap;
  readonly ancestorClasses: Overlap;
  readonly ancestorTokens: KnownTokens;
  /** What stood around the block, and so not in it. */
  readonly around: Overlap;
  readonly before: KnownTokens;
  readonly after: KnownTokens;
  readonly firstWords: KnownTokens;
  readonly lastWords: KnownTokens;
  readonly headingInsideWords: KnownTokens;
  readonly headingAboveWords: KnownTokens;
}

/** The remembered path on another page. */
export interface PathOnPage {
  /** The elements from the root on, as far as the page has them. */
  readonly trail: readonly number[];
  /** Tags in the numbers of the page, and ranks, of all steps. */
  readonly tags: readonly number[];
  readonly ranks: readonly number[];
  /** The ranks of all nodes of the page. */
  readonly ranksOnPage: Uint32Array;
}

/** Linear in the size of the page. */
export function referTo(print: Fingerprint, tree: DomTree): Reference {
  const index = pageIndex(tree);
  const ancestorTokens = [...new Set(print.ancestors.flatMap(tokensOfMark))];
  const around = [...new Set([...print.before, ...print.after])];
  const all = (hashes: readonly number[]) => ({ hashes, limit: NO_LIMIT });
  return {
    print,
    path: pathOnPage(print.path, tree),
    self: markOn(tree, print.self),
    ancestors: print.ancestors.map((mark) => markOn(tree, mark)),
    alignments: new Map(),
    previous: print.previous && markOn(tree, print.previous),
    next: print.next && markOn(tree, print.next),
    names: print.names.map(keyOf),
    namesAround: print.namesAround.map(keyOf),
    attributes: print.attributes.map(keyOf),
    children: childCounts(print.children, tree),
    words: new Overlap(print.words, index.words),
    runs: new Overlap(print.runs, index.runs),
    patterns: new Overlap(print.patterns, index.patterns),
    links: new Overlap(print.links, index.links),
    linkDirs: new Overlap(print.linkDirs, index.linkDirs),
    images: new Overlap(print.images, index.images),
    namesInside: new Overlap(print.namesInside, index.names),
    classes: new Overlap(print.classes, index.classes),
    ownClasses: new Overlap(all([...new Set(print.self.classes)]), index.classes),
    ancestorClasses: new Overlap(all(ancestorTokens), index.classes),
    ancestorTokens: new KnownTokens(ancestorTokens, index.classes),
    around: new Overlap(all(around), index.runs),
    before: new KnownTokens(print.before, index.runs),
    after: new KnownTokens(print.after, index.runs),
    firstWords: new KnownTokens(print.firstWords, index.words),
    lastWords: new KnownTokens(print.lastWords, index.words),
    headingInsideWords: new KnownTokens(print.headingInsideWords, index.words),
    headingAboveWords: new KnownTokens(print.headingAboveWords, index.words),
  };
}

function pathOnPage(path: string, tree: DomTree): PathOnPage {
  const steps = splitPath(path);
  return {
    trail: trailOf(tree, steps),
    tags: steps.map(({ tag }) => tree.tagNames.indexOf(tag)),
    ranks: steps.map(({ index }) => index),
    ranksOnPage: siblingRanks(tree),
  };
}

function childCounts(children: readonly string[], tree: DomTree): Uint8Array {
  const counts = new Uint8Array(tree.tagNames.length);
  for (const tag of children) {
    const number = tree.tagNames.indexOf(tag);
    if (number >= 0) counts[number]++;
  }
  return counts;
}
