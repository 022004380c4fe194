/** [merged-history-tree] sections 5.2 and 5.4, figures 5 and 7: extraction with histories of different length. */
import { type DomTree, mergeAll, nodesOfVersion } from "@tessera/engine";
import { extractBlocks, extractWith, learnWrapper, placeIn } from "@tessera/engine/papers";
import type { LabelledCase } from "../../data/cases.ts";
import type { History } from "../../data/history.ts";
import type { PageCache } from "../../data/page-cache.ts";
import { type LabelledPage, labelledNode, labelledPages } from "../labelled-page.ts";
import { added, type Counts, judged, NO_COUNTS } from "./counts.ts";
import { LENGTHS, type LengthFinding } from "./result.ts";

/** Pages with fewer versions say little about the length of histories. */
export const LEAST_LENGTH = 15;

/** A block as it is specified: its node in one of the training pages, the newest that has it. */
export interface SpecifiedBlock {
  readonly page: number;
  readonly node: number;
}

/** Nodes of the target for blocks of the history, by name of the method; -1 where it has none. */
type Extraction = (
  training: readonly DomTree[],
  blocks: readonly (SpecifiedBlock | null)[],
  target: DomTree,
) => Record<string, number[]>;

/** The merged tree: the block is what is aligned with the node that holds it. */
export function byMergedTree(
  training: readonly DomTree[],
  blocks: readonly (SpecifiedBlock | null)[],
  target: DomTree,
): Record<string, number[]> {
  const history = mergeAll(training.map((page, index) => ({ name: `${index}`, page })));
  const nodeOf = ({ page, node }: SpecifiedBlock): number => {
    // a page whose root is another element begins the history anew
    const version = history.versions.indexOf(`${page}`);
    return version < 0 ? -1 : nodesOfVersion(history, version)[node]!;
  };
  const specified = blocks.map((block) => (block ? nodeOf(block) : -1));
  const nodes = extractBlocks(history, target, specified);
  return { merged: nodes.map((node, at) => (specified[at]! < 0 ? -1 : node)) };
}

/** RoadRunner: the page must fit the wrapper; or, more kindly, the page may still generalise it. */
export function byRoadRunner(
  training: readonly DomTree[],
  blocks: readonly (SpecifiedBlock | null)[],
  target: DomTree,
): Record<string, number[]> {
  const wrapper = learnWrapper(training);
  // a wrapper knows the elements of the newest page that it was learned from
  const places = blocks.map((block) =>
    wrapper && block?.page === training.length - 1 ? placeIn(wrapper, block.node) : null,
  );
  const extracted = (by: "parse" | "align") =>
    places.map((place) => (wrapper && place ? extractWith(wrapper, target, { place, by }) : -1));
  return { parsed: extracted("parse"), aligned: extracted("align") };
}

/** `most` bounds the lengths that are tried, not the version that is extracted from. */
export function lengthsWith(
  extraction: Extraction,
  most: number = Number.POSITIVE_INFINITY,
): (history: History, pages: PageCache) => LengthFinding | null {
  return (history, pages) => {
    const counts: Record<string, Record<string, Counts>> = {};
    const longest = longestFor(history.files.length);
    const lengths = LENGTHS.filter((length) => length <= Math.min(longest, most));
    for (const page of labelledPages(history, pages)) {
      // as the paper extracts from v36 alone: the newest version, with all that is before it
      const target = page.files.length - 1;
      if (target < longest) continue;
      const cases = casesBefore(page, target, longest);
      for (const length of lengths) extractOnce({ page, target, length, extraction, counts, cases });
    }
    return Object.keys(counts).length === 0 ? null : { page: history.name, longest, counts };
  };
}

/** The longest history that leaves a version to extract from; 0 where that is too short. */
function longestFor(versions: number): number {
  const longest = LENGTHS.findLast((length) => length < versions) ?? 0;
  return longest < LEAST_LENGTH ? 0 : longest;
}

/** The blocks that a person could have specified on the longest history: the same for all lengths. */
function casesBefore(page: LabelledPage, target: number, longest: number): readonly LabelledCase[] {
  const files = page.files.slice(target - longest, target);
  return page.cases.filter((labelled) => files.some((file) => labelledNode(page, labelled, file) >= 0));
}

interface Once {
  readonly page: LabelledPage;
  readonly target: number;
  readonly length: number;
  readonly extraction: Extraction;
  readonly counts: Record<string, Record<string, Counts>>;
  readonly cases: readonly LabelledCase[];
}

/**
 * A block is specified on the history, so that one which the newest version happens to lack is looked for as well: a
 * longer history knows more of them.
 */
function extractOnce({ page, target, length, extraction, counts, cases }: Once): void {
  if (cases.length === 0) return;
  const file = page.files[target]!;
  const files = page.files.slice(target - length, target);
  const blocks = cases.map((labelled): SpecifiedBlock | null => {
    const nodes = files.map((name) => labelledNode(page, labelled, name));
    const newest = nodes.findLastIndex((node) => node >= 0);
    return newest < 0 ? null : { page: newest, node: nodes[newest]! };
  });
  const training = files.map((name) => page.treeOf(name));
  for (const [method, nodes] of Object.entries(extraction(training, blocks, page.treeOf(file)))) {
    const found = cases.map((labelled, at) => judged(page, labelled, { file, node: nodes[at]! }));
    counts[method] ??= {};
    counts[method][length] = found.reduce(added, counts[method][length] ?? NO_COUNTS);
  }
}
