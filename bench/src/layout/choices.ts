/** What the ranker says of the candidates of rendered pages, beside how each of them takes its room. */
import { type DomTree, nodeAt } from "@tessera/engine";
import {
  COLUMNS,
  evaluate,
  type Forest,
  type FusedMemory,
  firstMemory,
  likenessesOf,
  nextMemory,
  seatOf,
  tableOf,
} from "@tessera/engine/fused-training";
import type { LabelledCase } from "../data/cases.ts";
import type { PageCache } from "../data/page-cache.ts";

/** One later version of one case: a row a candidate. */
export interface LayoutChoice {
  readonly site: string;
  readonly scores: readonly number[];
  readonly likenesses: readonly (readonly number[])[];
  readonly isRight: readonly boolean[];
}

/** The choices of one case where both pages were rendered and the block is among the candidates; the memory follows the labels. */
export function layoutChoicesOf(
  labelled: LabelledCase,
  ranker: Forest,
  pages: Pick<PageCache, "treeOf">,
): LayoutChoice[] {
  const [first, ...later] = labelled.versions;
  const firstPage = pages.treeOf(labelled, first!);
  let memory = firstMemory(firstPage, nodeAt(firstPage, first!.path!)!, labelled.intent ?? "auto");
  return later.flatMap((version) => {
    if (version.path === null) return [];
    const page = pages.treeOf(labelled, version);
    const answers = [version.path, ...(version.equiv ?? [])].map((path) => nodeAt(page, path)!);
    const choice = choiceOf(memory, page, { answers, ranker, site: labelled.site });
    memory = nextMemory(memory, page, answers[0]!, "tracer");
    return choice ? [choice] : [];
  });
}

function choiceOf(
  memory: FusedMemory,
  page: DomTree,
  { answers, ranker, site }: { answers: readonly number[]; ranker: Forest; site: string },
): LayoutChoice | null {
  const known = memory.latest.seat;
  if (!known || !page.boxes) return null;
  const { nodes, values } = tableOf(memory, page);
  const isRight = nodes.map((node) => answers.includes(node));
  if (!isRight.includes(true)) return null;
  return {
    site,
    scores: nodes.map((_, row) => evaluate(ranker, values, row * COLUMNS.length)),
    likenesses: nodes.map((node) => likenessesOf(known, seatOf(page, node))),
    isRight,
  };
}
