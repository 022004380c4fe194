/**
 * The lenses of a follow: one pattern of [following-dynamic-blocks] section 4 each, for a person who knows what stays
 * of the block. `by-place`, `by-path`, `by-content` and `by-context` beside the paper's `area`, `path-pattern`, `content`
 * and `context`, which are kept as they were published.
 *
 * Departures: where the pattern proposes nothing, the elements that are most like it are ranked, so that a person can be
 * asked; of elements that are equally like it, the one of the same tag and size is ahead and not the first one. Path,
 * content and context begin anew with every block that was found for sure (the paper keeps those of the first page, and
 * then loses what slowly changes); the place stays where the person pointed.
 */
import type { Calibration, Candidate, Memory, Ranking, Tracer } from "../../tracer/tracer.ts";
import { type DomTree, TEXT_TAG } from "../../tree/dom-tree.ts";
import { contentPattern } from "./content-pattern.ts";
import { contextPattern } from "./context-pattern.ts";
import { leavesOf } from "./leaves.ts";
import { pathPattern } from "./path-pattern.ts";
import type { PatternKind } from "./pattern.ts";
import { placePattern } from "./place-pattern.ts";

export interface LensMemory<P = unknown> extends Memory {
  readonly pattern: P;
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

const VERSION = 1;
/** More than a verdict keeps, for those who ask why. */
const KEPT = 10;
/** What the pattern does not propose never scores as what it does. */
const UNPROPOSED = 0.75;
/** Of the score, what tag and size can give. */
const KIN_SHARE = 0.1;

function lensOf<P>({ name, about, kind, calibration, goesAlong }: LensOptions<P>): Tracer<LensMemory<P>> {
  function learn(page: DomTree, node: number): LensMemory<P> {
    // every kind of these has a pattern of every element
    const pattern = kind.of(page, node) as P;
    return { tracer: name, version: VERSION, pattern, tag: tagName(page, node), leaves: leafCount(page, node) };
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
      const best: Candidate[] = [];
      for (const node of nodes) {
        const similarity = match.similarityOf(node);
        if (similarity <= 0) continue;
        const kin = kinship(memory, page, node);
        const score = (isProposed ? 1 : UNPROPOSED) * (similarity * (1 - KIN_SHARE) + kin * KIN_SHARE);
        keep(best, { node, score: Math.min(1, score), signals: { similarity, kin } });
      }
      return { candidates: best };
    },
    adapt: (memory: LensMemory<P>, page: DomTree, node: number, teacher) =>
      goesAlong || teacher === "person" ? learn(page, node) : memory,
    revive(stored: unknown): LensMemory<P> | null {
      const memory = stored as Partial<LensMemory> | null;
      if (typeof memory !== "object" || memory?.tracer !== name || memory.version !== VERSION) return null;
      const { tag, leaves } = memory;
      const pattern = kind.revive(memory.pattern);
      if (pattern === null || typeof tag !== "string" || !Number.isInteger(leaves)) return null;
      return { tracer: name, version: VERSION, pattern, tag, leaves: leaves as number };
    },
  };
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
  // between asking always and what `bench calibrate` found with little data, where a low score would count for it
  calibration: { bias: -1, score: 3, margin: 3, foundFrom: 0.87, goneBelow: 0.3 },
  goesAlong: true,
}) as unknown as Tracer<LensMemory>;

export const byContext: Tracer<LensMemory> = lensOf({
  name: "by-context",
  about: "[following-dynamic-blocks] 4 Context as a lens: the element between the texts and images last seen around it",
  kind: contextPattern,
  // `bench calibrate`, which would ask nine times of ten: found for sure already from four fifths of the context on
  calibration: { bias: -2.5, score: 4.958, margin: 1.253, foundFrom: 0.85, goneBelow: 0.1 },
  goesAlong: true,
}) as unknown as Tracer<LensMemory>;
