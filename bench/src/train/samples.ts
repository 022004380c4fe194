/** Labelled choices to learn from: the candidates of every later version with their columns and which ones are right. */
import { type DomTree, nodeAt } from "@tessera/engine";
import { type FusedMemory, firstMemory, nextMemory, TRAINING_LIMITS, tableOf } from "@tessera/engine/fused-training";
import type { LabelledCase } from "../data/cases.ts";
import type { PageCache } from "../data/page-cache.ts";
import { seededRandom } from "../seeded-random.ts";
import { disguised, type MovedPage } from "./disguise.ts";
import { reordered } from "./reorder.ts";
import { ContentOf } from "./same-content.ts";
import { withoutBlock } from "./vanish.ts";

/** One later version of one case. */
export interface Choice {
  readonly case: string;
  readonly site: string;
  readonly kind: string;
  readonly isGone: boolean;
  /** True where the page was changed by us: a block cut out, a design taken away. */
  readonly isMadeUp: boolean;
  readonly nodes: readonly number[];
  readonly ends: readonly number[];
  /** Rows one after the other, `COLUMNS.length` values each. */
  readonly values: Float32Array;
  /** `LABELLED`, `AS_GOOD` or `SAME_CONTENT` where the row's candidate is right, else 0. */
  readonly right: Uint8Array;
}

/** The labelled element, and one with exactly the same content: as good today, but not what a person would point at. */
export const LABELLED = 2;
export const AS_GOOD = 1;
/** An element that shows nearly the same, such as one with a heading more: no mistake that a person would see. */
const SAME_CONTENT = 3;

/** The share of sightings that a memory misses now and then, as it does when it is unsure. */
const MISSED_SIGHTINGS = 0.15;
/** The share of versions that are shown once more with the block cut out of the page. */
const CUT_OUT = 0.04;

/** The share of versions that are shown once more as after a redesign of the page. */
const DISGUISED = 0.15;

/** The share of versions with named siblings that are shown once more with these in another order. */
const REORDERED = 0.35;
/** The shares of these that are redesigned as well, and from which the block is taken away. */
const REDESIGNED_TOO = 0.3;
const REMOVED = 0.2;

/**
 * All choices of one case, twice: once with a memory that follows the labels and misses some, once with a memory that
 * stops learning at a random version, as it does when it stays unsure after a redesign. Gaps must not surprise.
 */
export function choicesOf(
  labelled: LabelledCase,
  pages: Pick<PageCache, "treeOf">,
  seed: number,
  { isAltered = true } = {},
): Choice[] {
  const random = seededRandom(seed);
  const stopsAt = Math.floor(random() * labelled.versions.length * 0.8);
  const reading = { pages, random, isAltered };
  return [
    ...choicesWith(labelled, { ...reading, isSeen: () => random() >= MISSED_SIGHTINGS }),
    ...choicesWith(labelled, { ...reading, isSeen: (version) => version < stopsAt }).slice(stopsAt),
  ];
}

/** How a case is gone through. */
interface Reading {
  readonly pages: Pick<PageCache, "treeOf">;
  readonly random: () => number;
  /** Whether its pages are shown again with changes of ours. */
  readonly isAltered: boolean;
  readonly isSeen: (version: number) => boolean;
}

function choicesWith(labelled: LabelledCase, { pages, random, isAltered, isSeen }: Reading): Choice[] {
  const [first, ...later] = labelled.versions;
  const firstPage = pages.treeOf(labelled, first!);
  const lastPage = pages.treeOf(labelled, labelled.versions.findLast(({ path }) => path !== null)!);
  let memory = firstMemory(firstPage, nodeAt(firstPage, first!.path!)!, labelled.intent ?? "auto");
  return later.flatMap((version, at) => {
    const page = pages.treeOf(labelled, version);
    const node = version.path === null ? null : nodeAt(page, version.path);
    const answers = node === null ? [] : [version.path!, ...(version.equiv ?? [])].map((path) => nodeAt(page, path)!);
    const choices = [choiceOf(labelled, memory, { page, answers, isMadeUp: false })];
    if (node !== null && isAltered)
      choices.push(...madeUp(labelled, memory, { page, answers, others: [firstPage, lastPage] }, random));
    if (node !== null && isSeen(at)) memory = nextMemory(memory, page, node, "tracer");
    return choices;
  });
}

/** Now and then the same choice on a page without the block, and on a redesigned one. */
function madeUp(
  labelled: LabelledCase,
  memory: FusedMemory,
  { page, answers, others }: { page: DomTree; answers: readonly number[]; others: readonly DomTree[] },
  random: () => number,
): Choice[] {
  const choices: Choice[] = [];
  const onMoved = (moved: MovedPage): void => {
    const places = answers.map((answer) => moved.placeOf[answer]!).filter((place) => place >= 0);
    if (places.length === 0) return;
    const found = withWrappers(moved.page, places);
    choices.push(choiceOf(labelled, memory, { page: moved.page, answers: found, isMadeUp: true }));
  };
  if (random() < CUT_OUT) {
    const without = withoutBlock(page, Math.min(...answers));
    choices.push(choiceOf(labelled, memory, { page: without, answers: [], isMadeUp: true }));
  }
  if (random() < DISGUISED) {
    onMoved(disguised(page, random));
  }
  const inOrder = random() < REORDERED ? reordered(page, answers[0]!, others, random) : null;
  const moved = inOrder && random() < REDESIGNED_TOO ? redesigned(inOrder, random) : inOrder;
  if (moved && random() < REMOVED) {
    const place = moved.placeOf[Math.min(...answers)]!;
    if (place >= 0) {
      const without = withoutBlock(moved.page, place);
      choices.push(choiceOf(labelled, memory, { page: without, answers: [], isMadeUp: true }));
    }
  } else if (moved) onMoved(moved);
  return choices;
}

function redesigned(moved: MovedPage, random: () => number): MovedPage {
  const { page, placeOf } = disguised(moved.page, random);
  return { page, placeOf: moved.placeOf.map((place) => (place < 0 ? -1 : placeOf[place]!)) };
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
  { page, answers, isMadeUp }: { page: DomTree; answers: readonly number[]; isMadeUp: boolean },
): Choice {
  const table = tableOf(memory, page, { net: TRAINING_LIMITS });
  const content = answers.length > 0 ? new ContentOf(page, answers[0]!) : null;
  const right = Uint8Array.from(table.nodes, (candidate) => {
    if (answers.includes(candidate)) return candidate === answers[0] ? LABELLED : AS_GOOD;
    return content?.isSameAs(candidate) ? SAME_CONTENT : 0;
  });
  return { case: id, site, kind, isGone: answers.length === 0, isMadeUp, ...table, right };
}
