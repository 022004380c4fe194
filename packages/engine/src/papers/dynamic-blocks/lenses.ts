/**
 * The lenses of a follow: one pattern of [following-dynamic-blocks] section 4 each, for a person who knows what stays
 * of the block. `by-place`, `by-path`, `by-content` and `by-context` beside the paper's `area`, `path-pattern`, `content`
 * and `context`, which are kept as they were published.
 *
 * Departures: where the pattern proposes nothing, the elements that are most like it are ranked, so that a person can be
 * asked; where nothing on the page is like it at all (a price whose only text is another one now), those that stand where
 * it stood. Of elements that are equally like it, the one of the same tag, size and path is ahead and not the first one. Path,
 * content and context begin anew with every block that was found for sure (the paper keeps those of the first page, and
 * then loses what slowly changes); the place stays where the person pointed.
 */
import type { Calibration, Candidate, Memory, Ranking, Tracer } from "../../tracer/tracer.ts";
import { type DomTree, TEXT_TAG } from "../../tree/dom-tree.ts";
import { contentPattern } from "./content-pattern.ts";
import { contextPattern } from "./context-pattern.ts";
import { leavesOf } from "./leaves.ts";
import { pathPattern } from "./path-pattern.ts";
import type { PatternKind, PatternMatch } from "./pattern.ts";
import { placePattern } from "./place-pattern.ts";

export interface LensMemory<P = unknown> extends Memory {
  readonly pattern: P;
  /**
   * Where it was, for a page on which nothing is like the pattern; null after a person has said that it is gone, who is
   * not to be asked about that place again, and in a memory of the first version.
   */
  readonly path: string | null;
  /** What it was: among equals that one is meant. */
  readonly tag: string;
  readonly leaves: number;
}

interface LensOptions<P> {
  readonly name: string;
  readonly about: string;
  readonly kind: PatternKind<P>;
  readonly calibration: Calibration;
  /** True where what is found for sure is what to look for next. */
  readonly goesAlong: boolean;
}

const VERSION = 2;
/** The first version had no path. */
const READABLE: readonly unknown[] = [1, VERSION];
/** More than a verdict keeps, for those who ask why. */
const KEPT = 10;
/** What the pattern does not propose never scores as what it does. */
const UNPROPOSED = 0.75;
/** What has nothing of the pattern is there to be asked about: such a score is never enough for `found`. */
const UNLIKE = 0.2;
/** Of the score, what tag and size can give. */
const KIN_SHARE = 0.1;
/** And what its path can: enough to be ahead of others that are as like it, and no more. */
const PATH_SHARE = 0.001;

function lensOf<P>({ name, about, kind, calibration, goesAlong }: LensOptions<P>): Tracer<LensMemory<P>> {
  function learn(page: DomTree, node: number): LensMemory<P> {
    // every kind of these has a pattern of every element
    const pattern = kind.of(page, node) as P;
    const path = pathPattern.of(page, node);
    return { tracer: name, version: VERSION, pattern, path, tag: tagName(page, node), leaves: leafCount(page, node) };
  }
  return {
    name,
    about,
    calibration,
    learn,
    trace(memory: LensMemory<P>, page: DomTree): Ranking {
      const match = kind.match(memory.pattern, page);
      if (!match) return { candidates: [] };
      const isProposed = match.candidates.length > 0;
      const nodes = isProposed ? match.candidates : elementsOf(page);
      const weight = isProposed ? 1 : UNPROPOSED;
      const place = placeOf(memory, page);
      const best: Candidate[] = [];
      for (const node of nodes) {
        const similarity = match.similarityOf(node);
        if (similarity <= 0) continue;
        const kin = kinship(memory, page, node);
        const path = (place?.similarityOf(node) ?? 0) * PATH_SHARE;
        keep(best, {
          node,
          score: scoreOf(similarity, kin, weight) * (1 - PATH_SHARE) + path * weight,
          signals: { similarity, kin },
        });
      }
      return { candidates: best.length > 0 ? best : atItsPath(memory, page) };
    },
    adapt: (memory: LensMemory<P>, page: DomTree, node: number, teacher) =>
      goesAlong || teacher === "person" ? learn(page, node) : memory,
    miss: (memory: LensMemory<P>) => ({ ...memory, path: null }),
    revive(stored: unknown): LensMemory<P> | null {
      const memory = stored as Partial<LensMemory> | null;
      if (typeof memory !== "object" || memory?.tracer !== name || !READABLE.includes(memory.version)) return null;
      const { tag, leaves, path = null } = memory;
      const pattern = kind.revive(memory.pattern);
      if (pattern === null || typeof tag !== "string" || !Number.isInteger(leaves)) return null;
      if (path !== null && pathPattern.revive(path) === null) return null;
      return { tracer: name, version: VERSION, pattern, path, tag, leaves: leaves as number };
    },
  };
}

/** Where nothing is like the pattern: what stands where the block stood, and is of its kind. */
function atItsPath(memory: LensMemory, page: DomTree): Candidate[] {
  const match = placeOf(memory, page);
  const best: Candidate[] = [];
  if (!match) return best;
  for (const node of elementsOf(page)) {
    // what showed something is not what shows nothing
    if (memory.leaves > 0 && leafCount(page, node) === 0) continue;
    const path = match.similarityOf(node);
    const kin = kinship(memory, page, node);
    const score = scoreOf(path, kin, UNLIKE);
    if (score > 0) keep(best, { node, score, signals: { similarity: 0, path, kin } });
  }
  return best;
}

function placeOf({ path }: LensMemory, page: DomTree): PatternMatch | null {
  return path === null ? null : pathPattern.match(path, page);
}

function scoreOf(likeness: number, kin: number, weight: number): number {
  return Math.min(1, weight * (likeness * (1 - KIN_SHARE) + kin * KIN_SHARE));
}

function* elementsOf(page: DomTree): Generator<number> {
  for (let node = 0; node < page.size; node++) if (page.tag[node] !== TEXT_TAG) yield node;
}

/** Into the best ones, in order; ties in document order. */
function keep(best: Candidate[], candidate: Candidate): void {
  if (best.length === KEPT && candidate.score <= best[KEPT - 1].score) return;
  let place = best.length;
  while (place > 0 && best[place - 1].score < candidate.score) place--;
  best.splice(place, 0, candidate);
  if (best.length > KEPT) best.pop();
}

/** From 0 to 1: half for the tag, half for as many texts and images. */
function kinship({ tag, leaves }: LensMemory, page: DomTree, node: number): number {
  const now = leafCount(page, node);
  const size = Math.max(now, leaves) === 0 ? 1 : Math.min(now, leaves) / Math.max(now, leaves);
  return (tagName(page, node) === tag ? 0.5 : 0) + size / 2;
}

function tagName(page: DomTree, node: number): string {
  return page.tagNames[page.tag[node]];
}

function leafCount(page: DomTree, node: number): number {
  const { first } = leavesOf(page);
  return first[page.end[node]] - first[node];
}

/** Found from a score of 0.75 on, which what is not proposed does not reach; in doubt down to half of it. */
const BY_SCORE: Calibration = { bias: -9, score: 12, margin: 0, foundFrom: 0.5, goneBelow: 0.01 };

export const byPlace: Tracer<LensMemory> = lensOf({
  name: "by-place",
  about: "[following-dynamic-blocks] 4 Area as a lens: what overlaps the recorded rectangle; without layout by order",
  kind: placePattern,
  // found from half of the place on
  calibration: { bias: -5, score: 10, margin: 0, foundFrom: 0.5, goneBelow: 0.1 },
  goesAlong: false,
}) as unknown as Tracer<LensMemory>;

export const byPath: Tracer<LensMemory> = lensOf({
  name: "by-path",
  about: "[following-dynamic-blocks] 4 Path as a lens: the element at the recorded tags and indexes",
  kind: pathPattern,
  calibration: BY_SCORE,
  goesAlong: true,
}) as unknown as Tracer<LensMemory>;

export const byContent: Tracer<LensMemory> = lensOf({
  name: "by-content",
  about:
    "[following-dynamic-blocks] 4 Content as a lens: the element that keeps most of the texts and images last seen",
  kind: contentPattern,
  // `bench calibrate` on all labelled pages: how far it is ahead of the next says more than how much it kept
  calibration: { bias: 0.336, score: -0.432, margin: 4.175, foundFrom: 0.87, goneBelow: 0 },
  goesAlong: true,
}) as unknown as Tracer<LensMemory>;

export const byContext: Tracer<LensMemory> = lensOf({
  name: "by-context",
  about: "[following-dynamic-blocks] 4 Context as a lens: the element between the texts and images last seen around it",
  kind: contextPattern,
  // `bench calibrate` on all labelled pages; on sites that it was not fitted on 37 % are found, 3 % of them wrong
  calibration: { bias: -1.93, score: 4.535, margin: 5.104, foundFrom: 0.93, goneBelow: 0 },
  goesAlong: true,
}) as unknown as Tracer<LensMemory>;
