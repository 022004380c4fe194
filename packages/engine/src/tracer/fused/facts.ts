/** What the signals ask of one candidate, whatever it is compared with. */
import { derived } from "../../feature/derived.ts";
import { type PageIndex, pageIndex } from "../../feature/page-index.ts";
import { keyOf } from "../../feature/postings.ts";
import { NO_STRETCH, type Stretch, stretchOf } from "../../feature/stretch.ts";
import type { DomTree } from "../../tree/dom-tree.ts";
import { type Lineage, LineageFinder } from "./lineage.ts";
import type { Mark } from "./marks.ts";
import {
  alikeSiblings,
  MOST_CONTEXT,
  nextElement,
  previousElement,
  type RepeatedUnit,
  shareOfParent,
  spreadOf,
  unitOf,
  wrappersAbove,
  wrappersBelow,
} from "./surroundings.ts";
import { type BlockCounts, countsOf, MOST_CHILDREN, otherAttributes, ownNames, placeOf } from "./traits.ts";
import { firstHeading, MOST_FIRST_WORDS, outerRuns, subtreeText } from "./wording.ts";

/** Like `Traits`, but places on the page instead of copies of what stands there, and numbers of the page for tags. */
export interface Facts {
  readonly tree: DomTree;
  readonly index: PageIndex;
  readonly node: number;
  readonly end: number;
  readonly self: Mark;
  readonly lineage: Lineage;
  readonly previous: Mark | null;
  readonly next: Mark | null;
  readonly names: readonly number[];
  readonly attributes: readonly number[];
  readonly counts: BlockCounts;
  readonly children: ChildTags;
  readonly pageShare: number;
  readonly place: number;
  readonly spread: number;
  readonly shareOfParent: number;
  readonly wrappersAbove: number;
  readonly wrappersBelow: number;
  readonly hasTopHeading: boolean;
  readonly landmarksInside: number;
  readonly startsWithHeading: boolean;
  readonly headingInside: Heading;
  readonly headingAbove: Heading;
  readonly firstRun: number;
  readonly lastRun: number;
  readonly firstWords: Stretch;
  readonly lastWords: Stretch;
  readonly before: Stretch;
  readonly after: Stretch;
  readonly alikeBefore: number;
  readonly alike: number;
  readonly unit: RepeatedUnit;
}

/** The different tags of the children, text runs included, and how often each occurs; of the first children only. */
export interface ChildTags {
  readonly tags: readonly number[];
  readonly counts: readonly number[];
  readonly total: number;
}

export interface Heading {
  /** Hash of its text, 0 where there is no heading. */
  readonly text: number;
  readonly words: Stretch;
}

const NO_HEADING: Heading = { text: 0, words: NO_STRETCH };

/** The facts of a page's elements, kept while the page is: its blocks have many candidates in common. */
export const factFinder: (tree: DomTree) => FactFinder = derived((tree: DomTree) => new FactFinder(tree));

export class FactFinder {
  readonly #tree: DomTree;
  readonly #index: PageIndex;
  readonly #lineages: LineageFinder;
  readonly #facts = new Map<number, Facts>();
  readonly #headings = new Map<number, Heading>();

  constructor(tree: DomTree) {
    this.#tree = tree;
    this.#index = pageIndex(tree);
    this.#lineages = new LineageFinder(tree);
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
    const { words, runs, landmarks, topHeading } = index;
    const end = tree.end[node];
    const counts = countsOf(index, node, end);
    const heading = firstHeading(tree, index, node);
    const [firstRun, lastRun] = outerRuns(index, node, end);
    const { alikeBefore, alike } = alikeSiblings(tree, index, node);
    const [firstWord, pastWords] = [words.start[node], words.start[end]];
    const [firstText, pastText] = [runs.start[node], runs.start[end]];
    return {
      tree,
      index,
      node,
      end,
      self: this.#lineages.mark(node),
      lineage: this.#lineages.above(node),
      previous: this.#markOrNone(previousElement(tree, node)),
      next: this.#markOrNone(nextElement(tree, node)),
      names: ownNames(index, node).map(keyOf),
      attributes: otherAttributes(tree, node).map(keyOf),
      counts,
      children: childTags(tree, node),
      pageShare: words.hash.length === 0 ? 0 : counts.words / words.hash.length,
      place: placeOf(index, node),
      spread: spreadOf(tree, index, node),
      shareOfParent: shareOfParent(tree, index, node),
      wrappersAbove: wrappersAbove(tree, index, node),
      wrappersBelow: wrappersBelow(tree, index, node),
      hasTopHeading: topHeading >= node && topHeading < end,
      landmarksInside: landmarks[end] - landmarks[Math.min(node + 1, end)],
      startsWithHeading: heading >= 0 && runs.start[heading] === firstText,
      headingInside: this.#heading(heading),
      headingAbove: this.#heading(index.headingAbove[node]),
      firstRun,
      lastRun,
      firstWords: stretchOf(words, firstWord, Math.min(pastWords, firstWord + MOST_FIRST_WORDS)),
      lastWords: stretchOf(words, Math.max(firstWord, pastWords - MOST_FIRST_WORDS), pastWords),
      before: stretchOf(runs, Math.max(0, firstText - MOST_CONTEXT), firstText),
      after: stretchOf(runs, pastText, Math.min(pastText + MOST_CONTEXT, runs.hash.length)),
      alikeBefore,
      alike,
      unit: unitOf(tree, index, node),
    };
  }

  #markOrNone(node: number): Mark | null {
    return node < 0 ? null : this.#lineages.mark(node);
  }

  #heading(node: number): Heading {
    if (node < 0) return NO_HEADING;
    let heading = this.#headings.get(node);
    if (!heading) {
      const { words } = this.#index;
      const [from, to] = [words.start[node], words.start[this.#tree.end[node]]];
      heading = {
        text: subtreeText(this.#tree, node),
        words: stretchOf(words, from, Math.min(to, from + MOST_FIRST_WORDS)),
      };
      this.#headings.set(node, heading);
    }
    return heading;
  }
}

function childTags(tree: DomTree, node: number): ChildTags {
  const [tags, counts]: [number[], number[]] = [[], []];
  let total = 0;
  for (let child = node + 1; child < tree.end[node] && total < MOST_CHILDREN; child = tree.end[child]) {
    total++;
    const at = tags.indexOf(tree.tag[child]);
    if (at >= 0) counts[at]++;
    else counts[tags.push(tree.tag[child]) - 1] = 1;
  }
  return { tags, counts, total };
}
