/** [merged-history-tree] section 5.1, figure 4: how the likeness of two versions falls with the time between them. */
import { createHistory, type DomTree } from "@tessera/engine";
import { align, basicTree, merge, valueIn, versionCount } from "@tessera/engine/papers";
import type { History } from "../../data/history.ts";
import type { PageCache } from "../../data/page-cache.ts";
import { hoursBetween, labelledPages } from "../labelled-page.ts";
import type { PageSimilarity, Similarity } from "./result.ts";

export function similarityOf(history: History, pages: PageCache): PageSimilarity | null {
  const page = labelledPages(history, pages)[0];
  const first = page?.files[0];
  if (!page || !first || page.files.length < 2) return null;
  const before = page.treeOf(first);
  const basic = basicTree(before).tree;
  const versions = page.files.slice(1).map((file) => {
    const after = page.treeOf(file);
    const basicStructure = compared(basic, basicTree(after).tree).structure;
    return { hours: hoursBetween(first, file), ...compared(before, after), basicStructure };
  });
  return { page: history.name, versions };
}

/**
 * "The number of the nodes that both exist in v1 and vx divided by the number of total nodes in HMT_1x"; of the leaf
 * nodes, texts and images, those whose content is the same.
 */
function compared(before: DomTree, after: DomTree): Pick<Similarity, "structure" | "text"> {
  const single = createHistory({ name: "v1", page: before });
  const merged = merge(single, { name: "vx", page: after }, align(single, after));
  let both = 0;
  let leaves = 0;
  let same = 0;
  for (let node = 0; node < merged.size; node++) {
    const isShared = versionCount(merged, node) === 2;
    if (isShared) both++;
    const tag = merged.tagNames[merged.tag[node]!];
    if (tag !== "#text" && tag !== "img") continue;
    leaves++;
    if (isShared && contentOf(valueIn(merged, node, 0)) === contentOf(valueIn(merged, node, 1))) same++;
  }
  return { structure: both / merged.size, text: leaves === 0 ? 1 : same / leaves };
}

function contentOf(value: ReturnType<typeof valueIn>): string | undefined {
  return value?.text ?? value?.attributes?.find(([name]) => name === "src")?.[1];
}
