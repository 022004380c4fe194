/** [merged-history-tree] section 5.3: three ways to keep a history up to date, what they cost and what they find. */
import { HISTORY_WINDOW, type HistoryTree, mergeAll, nodesOfVersion, slide } from "@tessera/engine";
import { extractBlocks } from "@tessera/engine/papers";
import type { History } from "../../data/history.ts";
import type { PageCache } from "../../data/page-cache.ts";
import { type LabelledPage, labelledNode, labelledPages } from "../labelled-page.ts";
import { added, type Counts, judged, NO_COUNTS } from "./counts.ts";
import { STRATEGIES, type Strategy, type StrategyFinding, type StrategyTimes } from "./result.ts";

/** Updates a page, each followed by an extraction from the version after it. */
const UPDATES = 5;

/** What the three find: the same on every machine. */
export function strategiesOf(history: History, pages: PageCache): StrategyFinding | null {
  const page = pageToUpdate(history, pages);
  if (!page) return null;
  return { page: history.name, counts: byStrategy((strategy) => updated(page, strategy).counts) };
}

/** What they cost. */
export function strategyTimesOf(history: History, pages: PageCache): StrategyTimes | null {
  const page = pageToUpdate(history, pages);
  if (!page) return null;
  return { page: history.name, ms: byStrategy((strategy) => updated(page, strategy).ms) };
}

function pageToUpdate(history: History, pages: PageCache): LabelledPage | null {
  const page = labelledPages(history, pages)[0];
  return page && page.files.length >= HISTORY_WINDOW + 2 ? page : null;
}

function byStrategy<Value>(measure: (strategy: Strategy) => Value): Record<Strategy, Value> {
  return Object.fromEntries(STRATEGIES.map((strategy) => [strategy, measure(strategy)])) as Record<Strategy, Value>;
}

function updated(page: LabelledPage, strategy: Strategy): { counts: Counts; ms: number } {
  const version = (at: number) => ({ name: page.files[at]!, page: page.treeOf(page.files[at]!) });
  const built = (from: number) => mergeAll(Array.from({ length: HISTORY_WINDOW }, (_, rank) => version(from + rank)));
  let merged = built(0);
  let counts = NO_COUNTS;
  let ms = 0;
  const last = Math.min(page.files.length - 1, HISTORY_WINDOW + UPDATES);
  for (let newest = HISTORY_WINDOW; newest < last; newest++) {
    const update = version(newest);
    const startedAt = performance.now();
    merged = strategy === "rebuild" ? built(newest + 1 - HISTORY_WINDOW) : slide(merged, update, { order: strategy });
    ms += performance.now() - startedAt;
    counts = added(counts, extracted(page, merged, newest + 1));
  }
  return { counts, ms: ms / (last - HISTORY_WINDOW) };
}

function extracted(page: LabelledPage, merged: HistoryTree, target: number): Counts {
  const newest = page.files[target - 1]!;
  const file = page.files[target]!;
  const cases = page.cases.filter((labelled) => labelledNode(page, labelled, newest) >= 0);
  const nodes = nodesOfVersion(merged, merged.versions.length - 1);
  const blocks = cases.map((labelled) => nodes[labelledNode(page, labelled, newest)]!);
  const found = extractBlocks(merged, page.treeOf(file), blocks);
  return cases.map((labelled, at) => judged(page, labelled, { file, node: found[at]! })).reduce(added, NO_COUNTS);
}
