/** [homepage-live] section 4.2, Table 1: how much of a page's structure and content changes. */
import { attributeOf, type DomTree, isText, tagOf, textOf } from "@tessera/engine";
import { compareTrees, Labels, labelledTreeOf, minimumMapping } from "@tessera/engine/papers";
import type { History } from "../../data/history.ts";
import type { PageCache } from "../../data/page-cache.ts";
import type { Evolution } from "./result.ts";

/** Null where a page has one version only. */
export function evolutionOf(history: History, pages: PageCache): Evolution | null {
  const labelled = history.cases.reduce((best, one) => (one.versions.length > best.versions.length ? one : best));
  const trees = labelled.versions.map((version) => pages.treeOf(labelled, version));
  if (trees.length < 2) return null;
  const steps = trees.slice(1).map((tree, rank) => variation(trees[rank]!, tree));
  const whole = variation(trees[0]!, trees.at(-1)!);
  return {
    page: history.name,
    nodes: Math.round(mean(trees.map((tree) => tree.size))),
    structure: mean(steps.map((step) => step.structure)),
    content: mean(steps.map((step) => step.content)),
    accumulatedStructure: whole.structure,
    accumulatedContent: whole.content,
    hours: medianGap(labelled.versions.map((version) => version.date)),
  };
}

/**
 * Structure: nodes deleted, added or with another tag, of the nodes of both pages; a changed tag is one deleted and one
 * added. Content: of the text runs, images and links of the newer page, those without a partner of the same content.
 */
function variation(before: DomTree, after: DomTree): { structure: number; content: number } {
  const labels = new Labels();
  const outcome = compareTrees(labelledTreeOf(before, labels), labelledTreeOf(after, labels), {
    shareEqualSubtrees: true,
  });
  if (outcome.kind !== "compared") throw new RangeError("a page of the data is too large to compare");
  const { partner, distance } = minimumMapping(outcome.comparison);
  const kept = new Set<number>();
  for (const [node, other] of partner.entries()) {
    if (other >= 0 && contentOf(before, node) === contentOf(after, other)) kept.add(other);
  }
  let contents = 0;
  let changed = 0;
  for (let node = 0; node < after.size; node++) {
    if (contentOf(after, node) === null) continue;
    contents++;
    if (!kept.has(node)) changed++;
  }
  return { structure: distance / (before.size + after.size), content: contents === 0 ? 0 : changed / contents };
}

/** Section 4.1: "the detailed texts, images or hyperlinks are the leaf nodes"; null for all others. */
function contentOf(page: DomTree, node: number): string | null {
  if (isText(page, node)) return textOf(page, node).trim();
  const tag = tagOf(page, node);
  if (tag === "img") return attributeOf(page, node, "src");
  return tag === "a" ? attributeOf(page, node, "href") : null;
}

function medianGap(dates: readonly (string | undefined)[]): number | null {
  const times = dates.map((date) => Date.parse((date ?? "").replace(/T(\d\d)-(\d\d)-(\d\d)/, "T$1:$2:$3")));
  const gaps = times.slice(1).map((time, rank) => (time - times[rank]!) / 3_600_000);
  const sorted = gaps.filter((gap) => Number.isFinite(gap)).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
