/**
 * The path pattern of [following-dynamic-blocks]: the tags and indexes from the root to the block.
 *
 *   paper                 here
 *   P, P with * and ...   HoledPath, stored as its text
 *   score_td, score_bu    topDown, bottomUp
 *   Sim_p (4.2, 5.2.1)    similarityOf
 *   LCT, LCB (5.2.1)      commonTop, commonBottom
 *
 * A step scores 1 for its tag and 1 more for its index; a run of steps ends at the first tag that differs. Candidates
 * are the elements whose path is the pattern, holes and stars filled in any way.
 */
import { siblingRanks } from "../../feature/derived.ts";
import { type DomTree, TEXT_TAG } from "../../tree/dom-tree.ts";
import type { PatternKind, PatternMatch } from "./pattern.ts";

export const pathPattern: PatternKind<string> = {
  of: (page, node) => formatPath(stepsOf(page, node)),
  match: (pattern, page) => new PathMatch(parsePath(pattern) ?? NOWHERE, page),
  merge: (earlier, sample) => formatPath(mergePaths(parsePath(earlier) ?? NOWHERE, parsePath(sample) ?? NOWHERE)),
  weightOf: (pattern) => {
    const path = parsePath(pattern) ?? NOWHERE;
    return filledParts(path.top) + filledParts(path.bottom ?? []);
  },
  revive: (stored) => (typeof stored === "string" && parsePath(stored) ? stored : null),
};

/** A hole and nothing else says nothing. */
const NOWHERE: HoledPath = { top: [], bottom: [] };

/**
 * Path pattern adaption (5.2.1): the longest common top and bottom, where indexes that differ become `*`. Top and bottom
 * must not overlap, so both orders of preference are tried and the one with more filled parts wins, the top at a tie.
 */
function mergePaths(a: HoledPath, b: HoledPath): HoledPath {
  const top = commonTop(a.top, b.top);
  const isWhole = !a.bottom && !b.bottom && a.top.length === b.top.length && top.length === a.top.length;
  if (isWhole) return { top, bottom: null };
  const bottom = commonBottom(a.bottom ?? a.top, b.bottom ?? b.top);
  const room = Math.min(lengthOf(a), lengthOf(b));
  const topFirst = { top, bottom: lowest(bottom, room - top.length) };
  const bottomFirst = { top: top.slice(0, Math.max(0, room - bottom.length)), bottom };
  return filled(bottomFirst) > filled(topFirst) ? bottomFirst : topFirst;
}

function filled(path: { top: readonly PathStep[]; bottom: readonly PathStep[] }): number {
  return filledParts(path.top) + filledParts(path.bottom);
}

function commonTop(a: readonly PathStep[], b: readonly PathStep[]): PathStep[] {
  const common: PathStep[] = [];
  for (let at = 0; at < Math.min(a.length, b.length) && a[at].tag === b[at].tag; at++)
    common.push(mergeStep(a[at], b[at]));
  return common;
}

function commonBottom(a: readonly PathStep[], b: readonly PathStep[]): PathStep[] {
  return commonTop(a.toReversed(), b.toReversed()).reverse();
}

function mergeStep(a: PathStep, b: PathStep): PathStep {
  return a.index === b.index ? a : { tag: a.tag, index: null };
}

function lowest(steps: readonly PathStep[], count: number): PathStep[] {
  return count <= 0 ? [] : steps.slice(-count);
}

// A path pattern of [following-dynamic-blocks] on one page: which elements it names, and Sim_p of section 4.2 (a whole
// path) and of section 5.2.1 (a path with a hole). The cost is linear in the page, and in the path for each similarity.

/** Steps with the tag numbers of one page; -1 for a tag that the page does not have, index 0 for any. */
interface PageSteps {
  readonly tag: Int32Array;
  readonly index: Uint32Array;
  readonly length: number;
}

/** For every node the steps from the top that match without a break, and their score. */
interface TopDown {
  readonly steps: Uint32Array;
  readonly scores: Uint32Array;
}

class PathMatch implements PatternMatch {
  readonly candidates: readonly number[];
  readonly #page: DomTree;
  readonly #ranks: Uint32Array;
  readonly #hasHole: boolean;
  readonly #length: number;
  readonly #bottom: PageSteps;
  readonly #down: TopDown;

  constructor(path: HoledPath, page: DomTree) {
    const top = onPage(path.top, page);
    this.#page = page;
    this.#ranks = siblingRanks(page);
    this.#hasHole = path.bottom !== null;
    this.#length = lengthOf(path);
    this.#bottom = path.bottom ? onPage(path.bottom, page) : top;
    this.#down = topDown(page, top, this.#ranks);
    this.candidates = this.#named(2 * top.length);
  }

  similarityOf(node: number): number {
    const base = Math.max(this.#page.depth[node], this.#length);
    // the root has the empty path, which is like no other one
    if (base === 0) return this.#hasHole ? 0 : 1;
    return (this.#hasHole ? this.#holedScore(node) : this.#wholeScore(node)) / (2 * base);
  }

  /** Elements whose path is the pattern, holes and stars filled in any way; `topScore` is that of a full match. */
  #named(topScore: number): number[] {
    const page = this.#page;
    const named: number[] = [];
    for (let node = 0; node < page.size; node++) {
      if (page.tag[node] === TEXT_TAG || this.#down.scores[node] !== topScore) continue;
      const isNamed = this.#hasHole ? this.#endsAs(node) : page.depth[node] === this.#length;
      if (isNamed) named.push(node);
    }
    return named;
  }

  #endsAs(node: number): boolean {
    if (this.#length === 0 || this.#page.depth[node] < this.#length) return false;
    return this.#bottomUp(node, this.#bottom.length).score === 2 * this.#bottom.length;
  }

  /** 4.2: the better of both directions. */
  #wholeScore(node: number): number {
    return Math.max(this.#down.scores[node], this.#bottomUp(node, this.#bottom.length).score);
  }

  /** 5.2.1: each direction first, and what it leaves of the path to the other one. */
  #holedScore(node: number): number {
    const left = this.#page.depth[node] - this.#down.steps[node];
    const topFirst = this.#down.scores[node] + this.#bottomUp(node, left).score;
    const up = this.#bottomUp(node, this.#bottom.length);
    return Math.max(topFirst, up.score + this.#down.scores[up.above]);
  }

  /** Score of the lowest steps, at most `most` of them, and the first node above those that match. */
  #bottomUp(node: number, most: number): { score: number; above: number } {
    const bottom = this.#bottom;
    const stop = Math.max(0, bottom.length - most);
    let score = 0;
    let at = node;
    for (let step = bottom.length - 1; step >= stop && at > 0; step--) {
      if (this.#page.tag[at] !== bottom.tag[step]) break;
      score += stepScore(bottom, step, this.#ranks[at]);
      at = this.#page.parent[at];
    }
    return { score, above: at };
  }
}

/** A child matches its step where all the steps above it do. */
function topDown(page: DomTree, top: PageSteps, ranks: Uint32Array): TopDown {
  const steps = new Uint32Array(page.size);
  const scores = new Uint32Array(page.size);
  for (let node = 1; node < page.size; node++) {
    const parent = page.parent[node];
    const step = page.depth[node] - 1;
    const isNext = steps[parent] === step && step < top.length && page.tag[node] === top.tag[step];
    steps[node] = isNext ? step + 1 : steps[parent];
    scores[node] = scores[parent] + (isNext ? stepScore(top, step, ranks[node]) : 0);
  }
  return { steps, scores };
}

function stepScore(steps: PageSteps, step: number, rank: number): 1 | 2 {
  return steps.index[step] === 0 || steps.index[step] === rank ? 2 : 1;
}

function onPage(steps: readonly PathStep[], page: DomTree): PageSteps {
  const numbers = new Map(page.tagNames.map((name, number) => [name, number]));
  return {
    tag: Int32Array.from(steps, (step) => numbers.get(step.tag) ?? -1),
    index: Uint32Array.from(steps, (step) => step.index ?? 0),
    length: steps.length,
  };
}

// Paths with holes as [following-dynamic-blocks] writes them: `body[1]/div[*]/.../span[1]/a[1]`, where `*` is any index
// and `...` any steps or none.
//
// Departures: a path starts below the root element, as in the paper's examples, so the root has the empty path. Of a
// block deeper than `MAX_STEPS` only the lowest steps are kept: Chromium nests elements no deeper than 512, and memory
// must not grow with what a hostile page nests.

interface PathStep {
  readonly tag: string;
  /** Position among the siblings of the same tag, from 1; null where any will do. */
  readonly index: number | null;
}

export interface HoledPath {
  readonly top: readonly PathStep[];
  /** The steps below the hole; null where there is no hole and `top` is the whole path. */
  readonly bottom: readonly PathStep[] | null;
}

const MAX_STEPS = 512;
const HOLE = "...";
const STEP = /^([^/]+)\[(\*|[1-9]\d{0,8})\]$/;

/** The path of an element. Linear in its depth once the sibling ranks of the page are known. */
export function stepsOf(page: DomTree, node: number): HoledPath {
  const ranks = siblingRanks(page);
  const steps: PathStep[] = [];
  for (let at = node; at > 0 && steps.length < MAX_STEPS; at = page.parent[at]) {
    steps.push({ tag: page.tagNames[page.tag[at]], index: ranks[at] });
  }
  steps.reverse();
  return page.depth[node] > steps.length ? { top: [], bottom: steps } : { top: steps, bottom: null };
}

export function formatPath(path: HoledPath): string {
  const top = path.top.map(formatStep);
  return (path.bottom ? [...top, HOLE, ...path.bottom.map(formatStep)] : top).join("/");
}

/**
 * Null where the text is not a path.
 *
 * @internal
 */
export function parsePath(text: string): HoledPath | null {
  const parts: PathStep[][] = [[]];
  if (text === "") return { top: [], bottom: null };
  for (const word of text.split("/")) {
    if (word === HOLE) {
      parts.push([]);
      continue;
    }
    const [, tag, index] = STEP.exec(word) ?? [];
    if (tag === undefined) return null;
    parts.at(-1)?.push({ tag, index: index === "*" ? null : Number(index) });
  }
  return parts.length > 2 ? null : { top: parts[0], bottom: parts[1] ?? null };
}

/** The fewest steps that a path with this pattern can have. */
function lengthOf(path: HoledPath): number {
  return path.top.length + (path.bottom?.length ?? 0);
}

/** Tags and indexes that are not empty: what the paper compares merged paths by. */
function filledParts(steps: readonly PathStep[]): number {
  return steps.reduce((sum, step) => sum + (step.index === null ? 1 : 2), 0);
}

function formatStep(step: PathStep): string {
  return `${step.tag}[${step.index ?? "*"}]`;
}
