/** The similarity of each version of a page to the one before. */
import { layerSimilarity } from "@tessera/engine/papers";
import type { LabelledCase } from "../../data/cases.ts";
import type { History } from "../../data/history.ts";
import type { PageCache } from "../../data/page-cache.ts";
import { MAX_LAYERS, type PageSequence, type Step } from "./result.ts";

/** Null where a page has one version only. */
export function sequenceOf(history: History, pages: PageCache): PageSequence | null {
  // tags are all that counts, so that any case's mask will do; a case of human-maintained selectors has the redesigns
  const labelled = history.cases.find((one) => one.kind === "human-selector") ?? longest(history.cases);
  const steps: Step[] = [];
  for (const [rank, version] of labelled.versions.entries()) {
    if (rank === 0) continue;
    const before = pages.treeOf(labelled, labelled.versions[rank - 1]!);
    const after = pages.treeOf(labelled, version);
    const byLayers = Array.from({ length: MAX_LAYERS }, (_, index) => layerSimilarity(before, after, index + 1));
    steps.push({
      file: version.file,
      byLayers: byLayers.map((value) => Math.round(value * 10_000) / 10_000),
      isRedesign: version.redesign === true,
      isLabelled: labelled.kind === "human-selector",
    });
  }
  return steps.length === 0 ? null : { page: history.name, set: labelled.set, steps };
}

function longest(cases: readonly LabelledCase[]): LabelledCase {
  return cases.reduce((best, one) => (one.versions.length > best.versions.length ? one : best));
}
