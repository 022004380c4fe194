/** [merged-history-tree] sections 5.2 and 5.4, figures 5 and 7: extraction with histories of different length. */
import { type DomTree, mergeAll, nodesOfVersion } from "@tessera/engine";
import { extractBlocks, extractWith, learnWrapper, placeIn } from "@tessera/engine/papers";
import type { History } from "../../data/history.ts";
import type { PageCache } from "../../data/page-cache.ts";
import { type LabelledPage, labelledNode, labelledPages } from "../labelled-page.ts";
import { added, type Counts, judged, NO_COUNTS } from "./counts.ts";
import { LENGTHS, type LengthFinding } from "./result.ts";

/** So many versions a page are extracted from, spread evenly over those with enough history. */
const TARGETS = 3;
const LONGEST = LENGTHS[LENGTHS.length - 1]!;

/** Nodes of the target for blocks of the newest version of the history, by name of the method. */
type Extraction = (
  training: readonly DomTree[],
  blocks: readonly number[],
  target: DomTree,
) => Record<string, number[]>;

/** The merged tree: the block is what is aligned with the node that holds it in the newest version. */
export function byMergedTree(
  training: readonly DomTree[],
  blocks: readonly number[],
  target: DomTree,
): Record<string, number[]> {
  const history = mergeAll(training.map((page, index) => ({ name: `${index}`, page })));
  const newest = nodesOfVersion(history, history.versions.length - 1);
  return {
    merged: extractBlocks(
      history,
      target,
      blocks.map((block) => newest[block]!),
    ),
  };
}

/** RoadRunner: the page must fit the wrapper; or, more kindly, the page may still generalise it. */
export function byRoadRunner(
  training: readonly DomTree[],
  blocks: readonly number[],
  target: DomTree,
): Record<string, number[]> {
  const wrapper = learnWrapper(training);
  const places = blocks.map((block) => wrapper && placeIn(wrapper, block));
  const extracted = (by: "parse" | "align") =>
    places.map((place) => (wrapper && place ? extractWith(wrapper, target, { place, by }) : -1));
  return { parsed: extracted("parse"), aligned: extracted("align") };
}

export function lengthsWith(extraction: Extraction): (history: History, pages: PageCache) => LengthFinding | null {
  return (history, pages) => {
    const counts: Record<string, Record<string, Counts>> = {};
    for (const page of labelledPages(history, pages)) {
      for (const target of targetsOf(page)) {
        for (const length of LENGTHS) extractOnce({ page, target, length, extraction, counts });
      }
    }
    return Object.keys(counts).length === 0 ? null : { page: history.name, counts };
  };
}

/** Indices of the versions to extract from: all lengths of history are tried on the same ones. */
function targetsOf(page: LabelledPage): number[] {
  const count = page.files.length - LONGEST;
  if (count <= 0) return [];
  const targets = Math.min(TARGETS, count);
  return Array.from({ length: targets }, (_, rank) => LONGEST + Math.floor(((rank + 1) * count) / targets) - 1);
}

interface Once {
  readonly page: LabelledPage;
  readonly target: number;
  readonly length: number;
  readonly extraction: Extraction;
  readonly counts: Record<string, Record<string, Counts>>;
}

function extractOnce({ page, target, length, extraction, counts }: Once): void {
  const newest = page.files[target - 1]!;
  const file = page.files[target]!;
  const cases = page.cases.filter((labelled) => labelledNode(page, labelled, newest) >= 0);
  if (cases.length === 0) return;
  const blocks = cases.map((labelled) => labelledNode(page, labelled, newest));
  const training = page.files.slice(target - length, target).map((name) => page.treeOf(name));
  for (const [method, nodes] of Object.entries(extraction(training, blocks, page.treeOf(file)))) {
    const found = cases.map((labelled, at) => judged(page, labelled, { file, node: nodes[at]! }));
    counts[method] ??= {};
    counts[method][length] = found.reduce(added, counts[method][length] ?? NO_COUNTS);
  }
}
