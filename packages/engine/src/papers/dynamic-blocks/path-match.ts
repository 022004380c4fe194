/**
 * A path pattern of [following-dynamic-blocks] on one page: which elements it names, and Sim_p of section 4.2 (a whole
 * path) and of section 5.2.1 (a path with a hole). The cost is linear in the page, and in the path for each similarity.
 */

import { siblingRanks } from "../../feature/sibling-ranks.ts";
import { type DomTree, TEXT_TAG } from "../../tree/dom-tree.ts";
import { type HoledPath, lengthOf, type PathStep } from "./path-steps.ts";
import type { PatternMatch } from "./pattern.ts";

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

export class PathMatch implements PatternMatch {
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
