/** Labelled choices to learn from: the candidates of every later version with their columns and which ones are right. */
import { type DomTree, nodeAt } from "@tessera/engine";
import { type FusedMemory, firstMemory, nextMemory, tableOf } from "@tessera/engine/fused-training";
import type { LabelledCase } from "../data/cases.ts";
import type { PageCache } from "../data/page-cache.ts";
import { disguised } from "./disguise.ts";
import { seededRandom } from "./random.ts";
import { withoutBlock } from "./vanish.ts";

/** One later version of one case. */
export interface Choice {
  readonly case: string;
  readonly site: string;
  readonly kind: string;
  readonly isGone: boolean;
  readonly nodes: readonly number[];
  readonly ends: readonly number[];
  /** Rows one after the other, `COLUMNS.length` values each. */
  readonly values: Float32Array;
  /** 1 where the row's candidate is right. */
  readonly right: Uint8Array;
}

/** The share of sightings that a memory misses now and then, as it does when it is unsure. */
const MISSED_SIGHTINGS = 0.15;
/** The share of versions that are shown once more with the block cut out of the page. */
const CUT_OUT = 0.06;

/** The share of versions that are shown once more as after a redesign of the page. */
const DISGUISED = 0.15;

/**
 * All choices of one case, twice: once with a memory that follows the labels and misses some, once with a memory that
 * stops learning at a random version, as it does when it stays unsure after a redesign. Gaps must not surprise.
 */
export function choicesOf(labelled: LabelledCase, pages: PageCache, seed: number): Choice[] {
  const random = seededRandom(seed);
  const stopsAt = Math.floor(random() * labelled.versions.length * 0.8);
  return [
    ...choicesWith(labelled, pages, random, () => random() >= MISSED_SIGHTINGS),
    ...choicesWith(labelled, pages, random, (version) => version < stopsAt).slice(stopsAt),
  ];
}

function choicesWith(
  labelled: LabelledCase,
  pages: PageCache,
  random: () => number,
  isSeen: (version: number) => boolean,
): Choice[] {
  const [first, ...later] = labelled.versions;
  const firstPage = pages.treeOf(labelled, first!);
  let memory = firstMemory(firstPage, nodeAt(firstPage, first!.path!)!, "auto");
  return later.flatMap((version, at) => {
    const page = pages.treeOf(labelled, version);
    const node = version.path === null ? null : nodeAt(page, version.path);
    const answers = node === null ? [] : [version.path!, ...(version.equiv ?? [])].map((path) => nodeAt(page, path)!);
    const choices = [choiceOf(labelled, memory, page, answers)];
    if (node !== null) choices.push(...madeUp(labelled, memory, { page, answers }, random));
    if (node !== null && isSeen(at)) memory = nextMemory(memory, page, node, "tracer");
    return choices;
  });
}

/** Now and then the same choice on a page without the block, and on a redesigned one. */
function madeUp(
  labelled: LabelledCase,
  memory: FusedMemory,
  { page, answers }: { page: DomTree; answers: readonly number[] },
  random: () => number,
): Choice[] {
  const choices: Choice[] = [];
  if (random() < CUT_OUT) choices.push(choiceOf(labelled, memory, withoutBlock(page, Math.min(...answers)), []));
  if (random() < DISGUISED) {
    const redesigned = disguised(page, random);
    const places = answers.map((answer) => redesigned.placeOf[answer]!).filter((place) => place >= 0);
    if (places.length > 0)
      choices.push(choiceOf(labelled, memory, redesigned.page, withWrappers(redesigned.page, places)));
  }
  return choices;
}

/** The answers and the pure wrappers around them, which hold exactly the same. */
function withWrappers(page: DomTree, answers: readonly number[]): number[] {
  const all = new Set(answers);
  for (const answer of answers) {
    let parent = page.parent[answer]!;
    for (
      let at = answer;
      parent > 1 && parent === at - 1 && page.end[parent] === page.end[at];
      parent = page.parent[at]!
    ) {
      all.add(parent);
      at = parent;
    }
  }
  return [...all];
}

function choiceOf(
  { id, site, kind }: LabelledCase,
  memory: FusedMemory,
  page: DomTree,
  answers: readonly number[],
): Choice {
  const table = tableOf(memory, page);
  const right = Uint8Array.from(table.nodes, (candidate) => (answers.includes(candidate) ? 1 : 0));
  return { case: id, site, kind, isGone: answers.length === 0, ...table, right };
}
