/** The part of a page where a block stood before: between what stood right before and right after it, or by its id. */
import type { PageIndex } from "../../feature/page-index.ts";
import { type Postings, postingsOf } from "../../feature/token-list.ts";
import { type DomTree, TEXT_TAG } from "../../tree/dom-tree.ts";
import { type Name, nameInside } from "../fused/naming.ts";
import { jaccard } from "../fused/similarity.ts";
import type { Fingerprint } from "../fused/stored-features.ts";

export interface OldPlace {
  /** What it says now. */
  readonly text: string;
  /** How many links stand in it. */
  readonly links: number;
  holds(node: number): boolean;
  /** True where one of these names is said in it or right above it. */
  isNamed(names: readonly Name[]): boolean;
}

/** A stretch of text runs of the page. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** What says more is a block of its own. */
const MAX_RUNS = 12;
/** So far around the old place the nearest words that are still there are looked for, at so many places each. */
const MAX_STEPS = 4;
const MAX_PLACES = 20;
const NAMESAKE = 0.8;
/** In the place of an entry or a row stands the next one. */
const ENTRIES: ReadonlySet<string> = new Set(["li", "tr", "td", "th", "dt", "dd", "option"]);

/** Null where it cannot be told, or much else stands there. */
export function oldPlaceOf(print: Fingerprint, page: DomTree, index: PageIndex): OldPlace | null {
  const stretch = placeById(print, page, index) ?? (ENTRIES.has(print.self.tag) ? null : placeBetween(print, index));
  if (!stretch || stretch.to <= stretch.from || stretch.to - stretch.from > MAX_RUNS) return null;
  const { from, to } = stretch;
  const { start } = index.runs;
  const holds = (node: number): boolean =>
    start[node] >= from && start[page.end[node]] <= to && start[node] < start[page.end[node]];
  const nodes = runNodes(page, index, Math.max(0, from - 1), to);
  return {
    text: nodes
      .slice(from > 0 ? 1 : 0)
      .map((node) => page.text.slice(page.textStart[node], page.textStart[node + 1]))
      .join(" ")
      .slice(0, MAX_TEXT),
    links: linksIn(page, nodes, holds),
    holds,
    isNamed: (names) =>
      nodes.some((node) => names.some((name) => jaccard(name, nameInside(page, index, node)) >= NAMESAKE)),
  };
}

const MAX_TEXT = 2_000;

/** The text nodes of these runs. */
function runNodes(page: DomTree, index: PageIndex, from: number, to: number): number[] {
  const nodes: number[] = [];
  for (let node = firstNodeOf(index, from); node < page.size && index.runs.start[node] < to; node++) {
    if (page.tag[node] === TEXT_TAG) nodes.push(node);
  }
  return nodes;
}

/** The last node that begins with this run: the run itself. */
function firstNodeOf({ runs: { start } }: PageIndex, run: number): number {
  let [low, high] = [0, start.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (start[middle] < run) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many of the elements around these words are links. */
function linksIn(page: DomTree, nodes: readonly number[], holds: (node: number) => boolean): number {
  const anchor = page.tagNames.indexOf("a");
  const links = new Set<number>();
  for (const node of nodes) {
    for (let at = node; at > 0 && holds(at); at = page.parent[at]) if (page.tag[at] === anchor) links.add(at);
  }
  return links.size;
}

/** Of the element that has the id of the block, or of what it stood in. */
function placeById({ self, ancestors }: Fingerprint, page: DomTree, index: PageIndex): Stretch | null {
  const { start } = index.runs;
  for (const id of [self.id, ancestors[0]?.id ?? 0]) {
    const node = id === 0 ? -1 : index.id.indexOf(id);
    if (node < 0) continue;
    const stretch = { from: start[node], to: start[page.end[node]] };
    if (stretch.to > stretch.from && stretch.to - stretch.from <= MAX_RUNS) return stretch;
  }
  return null;
}

/** Between the nearest words before and after that are still there; where they stand several times, the narrowest. */
function placeBetween({ before, after }: Fingerprint, index: PageIndex): Stretch | null {
  const postings = postingsOf(index.runs);
  for (let steps = 0; steps <= 2 * MAX_STEPS; steps++) {
    for (let back = Math.max(0, steps - MAX_STEPS); back <= Math.min(steps, MAX_STEPS); back++) {
      const stretch = narrowest(placesOf(postings, before[back]), placesOf(postings, after[steps - back]));
      if (stretch) return stretch;
    }
  }
  return null;
}

function placesOf({ numbers, places, first }: Postings, run: number | undefined): Uint32Array {
  const number = run === undefined ? undefined : numbers.get(run | 0);
  if (number === undefined) return new Uint32Array();
  return places.subarray(first[number], Math.min(first[number + 1], first[number] + MAX_PLACES));
}

function narrowest(starts: Uint32Array, ends: Uint32Array): Stretch | null {
  let best: Stretch | null = null;
  for (const start of starts) {
    for (const end of ends) {
      if (end <= start || (best && end - start - 1 >= best.to - best.from)) continue;
      best = { from: start + 1, to: end };
    }
  }
  return best;
}
