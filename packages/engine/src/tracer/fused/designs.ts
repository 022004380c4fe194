/**
 * Sites swing between designs: two are tested against each other, a campaign comes and goes. Every design in which the
 * block was seen for sure is remembered by its last sight in it, so that no way back has to be asked about.
 */
import { pageRecall } from "../../feature/overlap.ts";
import { pageIndex } from "../../feature/page-index.ts";
import type { DomTree } from "../../tree/dom-tree.ts";
import type { FusedMemory, PageMark, Sight } from "./memory.ts";

/** The design that the block was picked in, and the latest others. */
const MAX_SIGHTS = 4;
/** Of the class names of a page, so many are still there in the same design. */
const SAME_DESIGN = 0.5;
/** Another design must fit better than the last one by this much. */
const CLEARLY_BETTER = 0.2;

function likenessOf({ classes }: PageMark, page: DomTree): number {
  return pageRecall(classes, pageIndex(page).classes);
}

/** The memory as it was in the design of this page, where that is not the last one and is known. */
export function inDesignOf(memory: FusedMemory, page: DomTree): FusedMemory {
  const { sights = [] } = memory;
  if (sights.length === 0) return memory;
  const last = likenessOf(memory.page, page);
  if (last >= SAME_DESIGN) return memory;
  let [best, likeness]: [Sight | null, number] = [null, Math.max(SAME_DESIGN, last + CLEARLY_BETTER)];
  for (const sight of sights) {
    const fits = likenessOf(sight.page, page);
    if (fits >= likeness) [best, likeness] = [sight, fits];
  }
  if (!best) return memory;
  const [first] = memory.pointed;
  return { ...memory, pointed: [first, best.print], latest: best.print, page: best.page, guess: null };
}

/** The sights that are left when the block was seen on `page`: the last one of every other design, that of the pick first. */
export function sightsBeside({ sights = [], latest, page: last }: FusedMemory, page: DomTree): readonly Sight[] {
  const others = [...sights, { print: latest, page: last }].filter(
    (sight) => likenessOf(sight.page, page) < SAME_DESIGN,
  );
  const [first, ...later] = others;
  return first ? [first, ...later.slice(1 - MAX_SIGHTS)] : [];
}
