/** A remembered fingerprint laid over a page: what the signals compare the candidates with. */
import { Overlap } from "../../feature/overlap.ts";
import { pageIndex } from "../../feature/page-index.ts";
import { keyOf } from "../../feature/postings.ts";
import { NO_LIMIT, type Sample } from "../../feature/sample.ts";
import type { Scratch } from "../../feature/scratch.ts";
import { siblingRanks } from "../../feature/sibling-ranks.ts";
import { KnownTokens } from "../../feature/stretch.ts";
import type { TokenList } from "../../feature/token-list.ts";
import type { DomTree } from "../../tree/dom-tree.ts";
import { splitPath, trailOf } from "../../tree/path.ts";
import type { Fingerprint } from "./fingerprint.ts";
import { type Mark, markOn } from "./marks.ts";
import { measuresOfPrint } from "./measures.ts";
import { tokensOfMark } from "./traits.ts";

export interface Reference {
  readonly print: Fingerprint;
  readonly path: PathOnPage;
  /** Number of the block's tag on the page, -1 where the page has no such tag. */
  readonly tag: number;
  /** By `MEASURES`. */
  readonly measures: readonly number[];
  /** By `MEMBERS`, `MARKS` and `STRETCHES`. */
  readonly members: readonly (readonly number[])[];
  readonly marks: readonly (Mark | null)[];
  readonly known: readonly KnownTokens[];
  readonly ancestors: readonly Mark[];
  /** How well the ancestors fit to those of candidates, by their parents, as far as it was asked. */
  readonly alignments: Map<number, number>;
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
}

/** The remembered path on another page. */
export interface PathOnPage {
  /** The elements from the root on, as far as the page has them. */
  readonly trail: readonly number[];
  /** The element at its end, -1 where the page does not have it. */
  readonly end: number;
  /** Tags in the numbers of the page, and ranks, of all steps. */
  readonly tags: readonly number[];
  readonly ranks: readonly number[];
  /** The ranks of all nodes of the page. */
  readonly ranksOnPage: Uint32Array;
}

/** Linear in the size of the page; good until the scratch memory is reset. */
export function referTo(print: Fingerprint, tree: DomTree, scratch: Scratch): Reference {
  const index = pageIndex(tree);
  const overlap = (sample: Sample, tokens: TokenList): Overlap => new Overlap(sample, tokens, scratch);
  const all = (hashes: readonly number[]): Sample => ({ hashes, limit: NO_LIMIT });
  const known = (hashes: readonly number[], tokens: TokenList): KnownTokens => new KnownTokens(hashes, tokens, scratch);
  const path = pathOnPage(print.path, tree);
  const ancestors = print.ancestors.map((mark) => markOn(tree, mark));
  const ancestorTokens = distinct(print.ancestors.flatMap(tokensOfMark));
  const [before, after] = [distinct(print.before), distinct(print.after)];
  return {
    print,
    path,
    tag: tree.tagNames.indexOf(print.self.tag),
    measures: measuresOfPrint(print, tree, path.end),
    members: [print.self.classes, print.names, print.attributes, print.namesAround].map((set) => set.map(keyOf)),
    marks: [
      ancestors[0] ?? null,
      ancestors[1] ?? null,
      print.previous && markOn(tree, print.previous),
      print.next && markOn(tree, print.next),
    ],
    known: [
      known(print.firstWords, index.words),
      known(print.lastWords, index.words),
      known(print.headingInsideWords, index.words),
      known(print.headingAboveWords, index.words),
      known(before, index.runs),
      known(after, index.runs),
    ],
    ancestors,
    alignments: new Map(),
    children: childCounts(print.children, tree),
    words: overlap(print.words, index.words),
    runs: overlap(print.runs, index.runs),
    patterns: overlap(print.patterns, index.patterns),
    links: overlap(print.links, index.links),
    linkDirs: overlap(print.linkDirs, index.linkDirs),
    images: overlap(print.images, index.images),
    namesInside: overlap(print.namesInside, index.names),
    classes: overlap(print.classes, index.classes),
    ownClasses: overlap(all(distinct(print.self.classes)), index.classes),
    ancestorClasses: overlap(all(ancestorTokens), index.classes),
    ancestorTokens: known(ancestorTokens, index.classes),
    around: overlap(all(distinct([...before, ...after])), index.runs),
  };
}

/** Few hashes, each once, as `keyOf` makes them: quicker than a set. */
function distinct(hashes: readonly number[]): number[] {
  const keys: number[] = [];
  for (const hash of hashes) if (!keys.includes(keyOf(hash))) keys.push(keyOf(hash));
  return keys;
}

function pathOnPage(path: string, tree: DomTree): PathOnPage {
  const steps = splitPath(path);
  const trail = trailOf(tree, steps);
  return {
    trail,
    end: trail.length === steps.length ? trail[trail.length - 1] : -1,
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
