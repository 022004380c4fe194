/** [page-fragmentation] section 11, figures 5 and 6: components over ten fetches, and what identifies them. */
import type { DomTree } from "@tessera/engine";
import { fragmentPage } from "@tessera/engine/papers";
import { trainPage } from "@tessera/engine/shown";
import type { History } from "../../data/history.ts";
import type { PageCache } from "../../data/page-cache.ts";
import { hoursBetween, labelledPages } from "../labelled-page.ts";
import { MODE_NAMES, MODES, type ModeName, type Training, type TrainingFinding } from "./result.ts";

/** "We allowed 10 parsings of each web page." */
export const FETCHES = 10;
/** Fewer captures than this are no training. */
const MIN_FETCHES = 3;

export function trainingOf(history: History, pages: PageCache): TrainingFinding | null {
  const page = labelledPages(history, pages)[0];
  const files = page?.files.slice(0, FETCHES) ?? [];
  if (!page || files.length < MIN_FETCHES) return null;
  const captures = files.map((file) => page.treeOf(file));
  return {
    page: history.name,
    hours: hoursBetween(files[0]!, files[files.length - 1]!),
    modes: Object.fromEntries(MODE_NAMES.map((mode) => [mode, trained(captures, mode)])) as Record<ModeName, Training>,
  };
}

function trained(captures: readonly DomTree[], mode: ModeName): Training {
  const { components, rejected } = trainPage(captures, MODES[mode]);
  return {
    counts: captures.map((tree) => fragmentPage(tree, MODES[mode]).components.length),
    rejected,
    identifiers: components.map(({ icv, signature }) => ({
      words: icv.words.size,
      images: icv.images.size,
      isWeak: signature.kind === "position",
    })),
  };
}
