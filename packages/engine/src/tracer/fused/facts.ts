/** What the signals ask of one candidate, whatever it is compared with. */
import { derived } from "../../feature/derived.ts";
import { type PageIndex, pageIndex } from "../../feature/page-index.ts";
import type { DomTree } from "../../tree/dom-tree.ts";
import { pathOf } from "../../tree/path.ts";
import {
  type BlockCounts,
  childTags,
  countsOf,
  type ElementMark,
  markOf,
  namesAround,
  otherAttributes,
  ownNames,
  placeOf,
} from "./fingerprint.ts";
import {
  alikeSiblings,
  nextElement,
  previousElement,
  type RepeatedUnit,
  runsAfter,
  runsBefore,
  shareOfParent,
  spreadOf,
  unitOf,
  wrappersAbove,
  wrappersBelow,
} from "./surroundings.ts";
import { firstHeading, headingAbove, headingInside, outerRuns, type Wording, wordingOf } from "./wording.ts";

export interface Facts extends Wording {
  readonly tree: DomTree;
  readonly index: PageIndex;
  readonly node: number;
  readonly end: number;
  readonly path: string;
  readonly steps: readonly string[];
  readonly self: ElementMark;
  readonly attributes: readonly number[];
  /** From the parent upwards to the root. */
  readonly ancestors: readonly ElementMark[];
  readonly names: readonly number[];
  readonly namesAround: readonly number[];
  readonly counts: BlockCounts;
  readonly startsWithHeading: boolean;
  readonly children: readonly string[];
  readonly firstRun: number;
  readonly lastRun: number;
  readonly headingInside: number;
  readonly headingAbove: number;
  readonly before: readonly number[];
  readonly after: readonly number[];
  readonly previous: ElementMark | null;
  readonly next: ElementMark | null;
  readonly alikeBefore: number;
  readonly alike: number;
  readonly unit: RepeatedUnit;
  readonly wrappersAbove: number;
  readonly wrappersBelow: number;
  readonly spread: number;
  readonly shareOfParent: number;
  readonly place: number;
}

/** The facts of a page's elements, kept while the page is: its blocks have many candidates in common. */
export const factFinder: (tree: DomTree) => FactFinder = derived((tree: DomTree) => new FactFinder(tree));

/** Gathers facts of candidates of one page; the marks of ancestors, which candidates share, are made once. */
export class FactFinder {
  readonly #tree: DomTree;
  readonly #index: PageIndex;
  readonly #marks = new Map<number, ElementMark>();
  readonly #facts = new Map<number, Facts>();

  constructor(tree: DomTree) {
    this.#tree = tree;
    this.#index = pageIndex(tree);
  }

  of(node: number): Facts {
    let facts = this.#facts.get(node);
    if (!facts) {
      facts = this.#find(node);
      this.#facts.set(node, facts);
    }
    return facts;
  }

  #find(node: number): Facts {
    const [tree, index] = [this.#tree, this.#index];
    const end = tree.end[node];
    const path = pathOf(tree, node);
    const [firstRun, lastRun] = outerRuns(index, node, end);
    return {
      tree,
      index,
      node,
      end,
      path,
      steps: path.split("/"),
      self: this.#mark(node),
      attributes: otherAttributes(tree, node),
      ancestors: this.#ancestors(node),
      names: ownNames(index, node),
      namesAround: namesAround(tree, index, node),
      counts: countsOf(index, node, end),
      startsWithHeading: startsWithHeading(tree, index, node),
      ...wordingOf(tree, index, node),
      children: childTags(tree, node),
      firstRun,
      lastRun,
      headingInside: headingInside(tree, index, node),
      headingAbove: headingAbove(tree, index, node),
      before: runsBefore(index, node),
      after: runsAfter(index, end),
      previous: this.#sibling(previousElement(tree, node)),
      next: this.#sibling(nextElement(tree, node)),
      ...alikeSiblings(tree, index, node),
      unit: unitOf(tree, index, node),
      wrappersAbove: wrappersAbove(tree, index, node),
      wrappersBelow: wrappersBelow(tree, index, node),
      spread: spreadOf(tree, index, node),
      shareOfParent: shareOfParent(tree, index, node),
      place: placeOf(index, node),
    };
  }

  #mark(node: number): ElementMark {
    let mark = this.#marks.get(node);
    if (!mark) {
      mark = markOf(this.#tree, this.#index, node);
      this.#marks.set(node, mark);
    }
    return mark;
  }

  #ancestors(node: number): ElementMark[] {
    const marks: ElementMark[] = [];
    for (let at = this.#tree.parent[node]; at >= 0; at = this.#tree.parent[at]) marks.push(this.#mark(at));
    return marks;
  }

  #sibling(node: number): ElementMark | null {
    return node < 0 ? null : this.#mark(node);
  }
}

/** True where the first text of the element is that of a heading. */
function startsWithHeading(tree: DomTree, index: PageIndex, node: number): boolean {
  const heading = firstHeading(tree, index, node);
  return heading >= 0 && index.runs.start[heading] === index.runs.start[node];
}
