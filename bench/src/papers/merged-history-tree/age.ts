/** [merged-history-tree] section 5.2, figure 6: extraction from versions further and further from a history of nine. */
import { HISTORY_WINDOW, mergeAll, nodesOfVersion } from "@tessera/engine";
import { extractBlocks } from "@tessera/engine/papers";
import type { History } from "../../data/history.ts";
import type { PageCache } from "../../data/page-cache.ts";
import { hoursBetween, labelledNode, labelledPages } from "../labelled-page.ts";
import { added, judged, NO_COUNTS } from "./counts.ts";
import type { AgeFinding } from "./result.ts";

/** ⟨v36, …, v50⟩: fifteen versions after the history. */
const MAX_AHEAD = 15;

export function ageOf(history: History, pages: PageCache): AgeFinding | null {
  const page = labelledPages(history, pages)[0];
  const newest = page?.files[HISTORY_WINDOW - 1];
  if (!page || !newest || page.files.length <= HISTORY_WINDOW) return null;
  const cases = page.cases.filter((labelled) => labelledNode(page, labelled, newest) >= 0);
  if (cases.length === 0) return null;
  const merged = mergeAll(page.files.slice(0, HISTORY_WINDOW).map((name) => ({ name, page: page.treeOf(name) })));
  const nodes = nodesOfVersion(merged, HISTORY_WINDOW - 1);
  const blocks = cases.map((labelled) => nodes[labelledNode(page, labelled, newest)]!);
  const later = page.files.slice(HISTORY_WINDOW, HISTORY_WINDOW + MAX_AHEAD);
  const steps = later.map((file, index) => {
    const found = extractBlocks(merged, page.treeOf(file), blocks);
    const counts = cases
      .map((labelled, at) => judged(page, labelled, { file, node: found[at]! }))
      .reduce(added, NO_COUNTS);
    return { ahead: index + 1, hours: hoursBetween(newest, file), counts };
  });
  return { page: history.name, steps };
}
