/** [page-fragmentation] section 8: how the components are found after training, and how often rightly. */

import { fragmentPage } from "@tessera/engine/papers";
import { trainPage, updatePage } from "@tessera/engine/shown";
import type { LabelledCase } from "../../data/cases.ts";
import type { History } from "../../data/history.ts";
import type { PageCache } from "../../data/page-cache.ts";
import { type LabelledPage, labelledNodes, labelledPages } from "../labelled-page.ts";
import { MODES, type ModeName, type UpdateFinding } from "./result.ts";
import { FETCHES } from "./training.ts";

/** Captures to train on: half of those there are, ten at most. */
const trainingLength = (captures: number): number => Math.min(FETCHES, Math.floor(captures / 2));

export function updatesIn(mode: ModeName): (history: History, pages: PageCache) => UpdateFinding | null {
  return (history, pages) => {
    const page = labelledPages(history, pages)[0];
    const length = trainingLength(page?.files.length ?? 0);
    if (!page || length < 1) return null;
    const captures = page.files.slice(0, length).map((file) => page.treeOf(file));
    const trained = trainPage(captures, MODES[mode]);
    if (trained.components.length === 0) return null;
    const followed = followedComponents(page, {
      mode,
      ids: trained.components.map(({ id }) => id),
      file: page.files[length - 1]!,
    });
    const ways: Record<string, { updates: number; labelled: number; right: number }> = {};
    for (const file of page.files.slice(length)) {
      const update = updatePage(trained, page.treeOf(file), MODES[mode]);
      ways[update.way] ??= { updates: 0, labelled: 0, right: 0 };
      const count = ways[update.way]!;
      count.updates++;
      for (const { labelled, component } of followed) {
        const nodes = labelledNodes(page, labelled, file);
        if (nodes.length === 0) continue;
        count.labelled++;
        if (nodes.includes(update.nodes[component]!)) count.right++;
      }
    }
    return { page: history.name, ways };
  };
}

interface Trained {
  readonly mode: ModeName;
  readonly ids: readonly string[];
  readonly file: string;
}

/** The labelled blocks that are components of the last capture of the training. */
function followedComponents(
  page: LabelledPage,
  { mode, ids, file }: Trained,
): { labelled: LabelledCase; component: number }[] {
  const tree = page.treeOf(file);
  const idOf = new Map(fragmentPage(tree, MODES[mode]).index.nodes.map(({ node, id }) => [node, id]));
  return page.cases.flatMap((labelled) => {
    const component = labelledNodes(page, labelled, file)
      .map((node) => ids.indexOf(idOf.get(node) ?? ""))
      .find((at) => at >= 0);
    return component === undefined ? [] : [{ labelled, component }];
  });
}
