/** Labelled choices to learn from: the candidates of every later version with their columns and which ones are right. */
import { type DomTree, nodeAt } from "@tessera/engine";
import { type FusedMemory, firstMemory, nextMemory, TRAINING_LIMITS, tableOf } from "@tessera/engine/fused-training";
import type { LabelledCase } from "../data/cases.ts";
import type { PageCache } from "../data/page-cache.ts";
import { seededRandom } from "../seeded-random.ts";
import { disguised } from "./disguise.ts";
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
  /** `LABELLED` or `AS_GOOD` where the row's candidate is right, else 0. */
  readonly right: Uint8Array;
}

/** The labelled element, and one with exactly the same content: as good today, but not what a person would point at. */
export const LABELLED = 2;
export const AS_GOOD = 1;

/** The share of sightings that a memory misses now and then, as it does when it is unsure. */
const MISSED_SIGHTINGS = 0.15;
/** The share of versions that are shown once more with the block cut out of the page. */
const CUT_OUT = 0.04;

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
    const choices = [choiceOf(labelled, memory, { page, answers, isMadeUp: false })];
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
  if (random() < CUT_OUT) {
    const without = withoutBlock(page, Math.min(...answers));
    choices.push(choiceOf(labelled, memory, { page: without, answers: [], isMadeUp: true }));
  }
  if (random() < DISGUISED) {
    const redesigned = disguised(page, random);
    const places = answers.map((answer) => redesigned.placeOf[answer]!).filter((place) => place >= 0);
    if (places.length > 0) {
      const found = withWrappers(redesigned.page, places);
      choices.push(choiceOf(labelled, memory, { page: redesigned.page, answers: found, isMadeUp: true }));
    }
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
  { page, answers, isMadeUp }: { page: DomTree; answers: readonly number[]; isMadeUp: boolean },
): Choice {
  const table = tableOf(memory, page, { net: TRAINING_LIMITS });
  const right = Uint8Array.from(table.nodes, (candidate) => {
    if (!answers.includes(candidate)) return 0;
    return candidate === answers[0] ? LABELLED : AS_GOOD;
  });
  return { case: id, site, kind, isGone: answers.length === 0, isMadeUp, ...table, right };
}
