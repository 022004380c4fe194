/** What the signals ask of one candidate, whatever it is compared with. */
import { derived } from "../../feature/derived.ts";
import { type PageIndex, pageIndex } from "../../feature/page-index.ts";
import { keyOf } from "../../feature/postings.ts";
import { NO_STRETCH, type Places, type Stretch, stretchOf } from "../../feature/stretch.ts";
import { type DomTree, tagOf } from "../../tree/dom-tree.ts";
import { AncestorFinder, type AncestorMarks } from "./ancestors.ts";
import type { Mark } from "./marks.ts";
import { linkDensity } from "./measures.ts";
import { ownOf } from "./own-columns.ts";
import { countsOf, MAX_CHILDREN, otherAttributes, ownNames, placeOf } from "./stored-features.ts";
import {
  alikeSiblings,
  MAX_CONTEXT,
  nextElement,
  previousElement,
  shareOfParent,
  spreadOf,
  unitOf,
  wrappersAbove,
  wrappersBelow,
} from "./surroundings.ts";
import { firstHeading, MAX_FIRST_WORDS, outerRuns, subtreeText } from "./wording.ts";

/** Places on the page instead of copies of what stands there, hashes as `keyOf` makes them. */
export interface LiveFeatures {
  readonly tree: DomTree;
  readonly node: number;
  readonly end: number;
  /** By `MEASURES`. */
  readonly measures: readonly number[];
  /** By `MEMBERS`, `MARKS`, `STRETCHES` and `CONTEXTS`. */
  readonly members: readonly (readonly number[])[];
  readonly marks: readonly (Mark | null)[];
  readonly stretches: readonly Stretch[];
  readonly contexts: readonly Places[];
  readonly ancestors: AncestorMarks;
  readonly children: ChildTags;
  /** By `OWN`. */
  readonly own: readonly number[];
}

/** Small sets of tokens: of the element itself, and the words of the names of what is around it. */
export const MEMBERS = ["classes", "names", "attributes", "namesAround"] as const;
/** The elements next to it. */
export const MARKS = ["parent", "grandparent", "previous", "next"] as const;
/** Words of the element and of headings. */
export const STRETCHES = ["firstWords", "lastWords", "headingInside", "headingAbove"] as const;
/** Text runs around it. */
export const CONTEXTS = ["before", "after"] as const;

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
  readonly #ancestors: AncestorFinder;
  readonly #features = new Map<number, LiveFeatures>();
  readonly #headings = new Map<number, Heading>();

  constructor(tree: DomTree) {
    this.#tree = tree;
    this.#index = pageIndex(tree);
    this.#ancestors = new AncestorFinder(tree);
  }

  of(node: number): LiveFeatures {
    let features = this.#features.get(node);
    if (!features) {
      features = this.#find(node);
      this.#features.set(node, features);
    }
    return features;
  }

  #find(node: number): LiveFeatures {
    const [tree, index] = [this.#tree, this.#index];
    const end = tree.end[node];
    const heading = firstHeading(tree, index, node);
    const inside = this.#heading(heading);
    const above = this.#heading(index.headingAbove[node]);
    const ancestors = this.#ancestors.above(node);
    const measures = this.#measures(node, inside, above);
    const startsWithHeading = heading >= 0 && index.runs.start[heading] === index.runs.start[node];
    return {
      tree,
      node,
      end,
      measures,
      members: [
        this.#ancestors.mark(node).classes,
        ownNames(index, node).map(keyOf),
        otherAttributes(tree, node).map(keyOf),
        ancestors.names,
      ],
      marks: [
        ancestors.marks[0] ?? null,
        ancestors.marks[1] ?? null,
        this.#markOrNone(previousElement(tree, node)),
        this.#markOrNone(nextElement(tree, node)),
      ],
      stretches: this.#stretches(node, inside, above),
      contexts: this.#contexts(node),
      ancestors,
      children: childTags(tree, node),
      own: ownOf(measures, tagOf(tree, node), startsWithHeading),
    };
  }

  /** In the order of `MEASURES`. */
  #measures(node: number, inside: Heading, above: Heading): number[] {
    const [tree, index] = [this.#tree, this.#index];
    const { words, runs, landmarks, topHeading } = index;
    const end = tree.end[node];
    const counts = countsOf(index, node, end);
    const [firstRun, lastRun] = outerRuns(index, node, end);
    const { alikeBefore, alike } = alikeSiblings(tree, index, node);
    const unit = unitOf(tree, index, node);
    return [
      node,
      tree.tag[node],
      index.id[node],
      index.landmark[node],
      tree.shapeHash[node],
      topHeading >= node && topHeading < end ? 1 : 0,
      firstRun,
      lastRun,
      inside.text,
      above.text,
      runs.hash[runs.start[node] - 1] ?? 0,
      runs.hash[runs.start[end]] ?? 0,
      unit.levels,
      tree.depth[node],
      counts.words,
      counts.runs,
      counts.elements,
      counts.links,
      counts.images,
      landmarks[end] - landmarks[Math.min(node + 1, end)],
      wrappersAbove(tree, index, node),
      wrappersBelow(tree, index, node),
      alikeBefore,
      alike - alikeBefore,
      alike,
      unit.before,
      unit.count,
      words.hash.length === 0 ? 0 : counts.words / words.hash.length,
      linkDensity(counts),
      spreadOf(tree, index, node),
      shareOfParent(tree, index, node),
      placeOf(index, node),
    ];
  }

  /** In the order of `STRETCHES`. */
  #stretches(node: number, inside: Heading, above: Heading): Stretch[] {
    const { words } = this.#index;
    const end = this.#tree.end[node];
    const [firstWord, pastWords] = [words.start[node], words.start[end]];
    return [
      stretchOf(words, firstWord, Math.min(pastWords, firstWord + MAX_FIRST_WORDS)),
      stretchOf(words, Math.max(firstWord, pastWords - MAX_FIRST_WORDS), pastWords),
      inside.words,
      above.words,
    ];
  }

  /** In the order of `CONTEXTS`. */
  #contexts(node: number): Places[] {
    const { start, hash } = this.#index.runs;
    const [first, past] = [start[node], start[this.#tree.end[node]]];
    return [
      { from: Math.max(0, first - MAX_CONTEXT), to: first },
      { from: past, to: Math.min(past + MAX_CONTEXT, hash.length) },
    ];
  }

  #markOrNone(node: number): Mark | null {
    return node < 0 ? null : this.#ancestors.mark(node);
  }

  #heading(node: number): Heading {
    if (node < 0) return NO_HEADING;
    let heading = this.#headings.get(node);
    if (!heading) {
      const { words } = this.#index;
      const [from, to] = [words.start[node], words.start[this.#tree.end[node]]];
      heading = {
        text: subtreeText(this.#tree, node),
        words: stretchOf(words, from, Math.min(to, from + MAX_FIRST_WORDS)),
      };
      this.#headings.set(node, heading);
    }
    return heading;
  }
}

function childTags(tree: DomTree, node: number): ChildTags {
  const [tags, counts]: [number[], number[]] = [[], []];
  let total = 0;
  for (let child = node + 1; child < tree.end[node] && total < MAX_CHILDREN; child = tree.end[child]) {
    total++;
    const at = tags.indexOf(tree.tag[child]);
    if (at >= 0) counts[at]++;
    else counts[tags.push(tree.tag[child]) - 1] = 1;
  }
  return { tags, counts, total };
}
