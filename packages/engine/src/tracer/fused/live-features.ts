/** What the signals ask of one candidate, whatever it is compared with. */
import { derived } from "../../feature/derived.ts";
import { LANDMARKS, type PageIndex, pageIndex } from "../../feature/page-index.ts";
import { NO_STRETCH, type Places, type Stretch, stretchOf } from "../../feature/stretch.ts";
import { type DomTree, tagOf } from "../../tree/dom-tree.ts";
import { AncestorFinder, type AncestorMarks, type Mark } from "./ancestors.ts";
import { type NamedThings, namesBeside } from "./listing.ts";
import { type Heading, measures as list, measures, memberSets, neighbours, type Seen, shortTexts } from "./measures.ts";
import { countsOf, MAX_CHILDREN } from "./stored-features.ts";
import { alikeSiblings, MAX_CONTEXT, nextElement, previousElement, unitAbove, unitOf } from "./surroundings.ts";
import { firstHeading, MAX_FIRST_WORDS, outerRuns, subtreeText } from "./wording.ts";

/** Places on the page instead of copies of what stands there, hashes as `keyOf` makes them. */
export interface LiveFeatures {
  readonly tree: DomTree;
  readonly node: number;
  readonly end: number;
  /** By the lists of `measures.ts`. */
  readonly measures: readonly number[];
  readonly members: readonly (readonly number[])[];
  readonly neighbours: readonly (Mark | null)[];
  readonly texts: readonly Stretch[];
  /** By `CONTEXTS`. */
  readonly contexts: readonly Places[];
  readonly ancestors: AncestorMarks;
  readonly children: ChildTags;
  /** By `OWN`. */
  readonly own: readonly number[];
  /** The list that it stands in, and the keys of its name and link there. */
  readonly things: NamedThings;
  readonly nameKey: number;
  readonly linkKey: number;
}

/** Text runs around it. */
export const CONTEXTS = ["before", "after"] as const;

/** The different tags of the children, text runs included, and how often each occurs; of the first children only. */
export interface ChildTags {
  readonly tags: readonly number[];
  readonly counts: readonly number[];
  readonly total: number;
}

const NO_THINGS: NamedThings = { nodes: [], names: [], links: [] };
const NO_HEADING: Heading = { text: 0, words: NO_STRETCH };

/** The facts of a page's elements, kept while the page is: its blocks have many candidates in common. */
export const factFinder: (tree: DomTree) => FactFinder = derived((tree: DomTree) => new FactFinder(tree));

export class FactFinder {
  readonly tree: DomTree;
  readonly #index: PageIndex;
  readonly #ancestors: AncestorFinder;
  readonly #features = new Map<number, LiveFeatures>();
  readonly #headings = new Map<number, Heading>();
  /** By the parent and the tag of their things. */
  readonly #lists = new Map<number, NamedThings>();

  constructor(tree: DomTree) {
    this.tree = tree;
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
    const [tree, index] = [this.tree, this.#index];
    const heading = firstHeading(tree, index, node);
    const startsWithHeading = heading >= 0 && index.runs.start[heading] === index.runs.start[node];
    const seen = this.#see(node, heading);
    const measured = measures.ofNode(seen);
    const unit = unitAbove(tree, node, seen.unit.levels);
    const things = this.#thingsBeside(unit);
    const place = things.nodes.indexOf(unit);
    return {
      tree,
      node,
      end: seen.end,
      measures: measured,
      members: memberSets.ofNode(seen),
      neighbours: neighbours.ofNode(seen),
      texts: shortTexts.ofNode(seen),
      contexts: this.#contexts(node),
      ancestors: seen.ancestors,
      children: childTags(tree, node),
      own: ownOf(measured, tagOf(tree, node), startsWithHeading),
      things,
      nameKey: things.names[place] ?? 0,
      linkKey: things.links[place] ?? 0,
    };
  }

  #thingsBeside(unit: number): NamedThings {
    if (unit <= 0) return NO_THINGS;
    const tags = this.tree.tagNames.length;
    const list = this.tree.parent[unit] * tags + this.tree.tag[unit];
    let things = this.#lists.get(list);
    if (!things) {
      things = namesBeside(this.tree, this.#index, unit);
      this.#lists.set(list, things);
    }
    return things;
  }

  #see(node: number, heading: number): Seen {
    const [tree, index] = [this.tree, this.#index];
    const end = tree.end[node];
    const [firstRun, lastRun] = outerRuns(index, node, end);
    return {
      tree,
      index,
      node,
      end,
      counts: countsOf(index, node, end),
      firstRun,
      lastRun,
      inside: this.#heading(heading),
      above: this.#heading(index.headingAbove[node]),
      siblings: alikeSiblings(tree, index, node),
      unit: unitOf(tree, index, node),
      self: this.#ancestors.mark(node),
      previous: this.#markOrNone(previousElement(tree, node)),
      next: this.#markOrNone(nextElement(tree, node)),
      ancestors: this.#ancestors.above(node),
    };
  }

  /** In the order of `CONTEXTS`. */
  #contexts(node: number): Places[] {
    const { start, hash } = this.#index.runs;
    const [first, past] = [start[node], start[this.tree.end[node]]];
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
      const [from, to] = [words.start[node], words.start[this.tree.end[node]]];
      heading = {
        text: subtreeText(this.tree, node),
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

// What a candidate is by itself: some elements are what people follow, others are mere wrapping.

const PLACE = list.place;

export const OWN = [
  "words",
  "share",
  "linkDensity",
  "alike",
  "depth",
  "startsWithHeading",
  "unitRank",
  "unitLevels",
  "wrappersAbove",
  "wrappersBelow",
  "isLandmark",
  "hasId",
  "spread",
  "shareOfParent",
] as const;

/** From the measures of a candidate; in the order of `OWN`. */
function ownOf(measures: readonly number[], tag: string, startsWithHeading: boolean): number[] {
  return [
    Math.log(1 + measures[PLACE.words]),
    measures[PLACE.pageShare],
    measures[PLACE.linkDensity],
    Math.min(measures[PLACE.alike], 20),
    measures[PLACE.depth],
    startsWithHeading ? 1 : 0,
    Math.min(measures[PLACE.unitsBefore], 10),
    measures[PLACE.unitLevels],
    measures[PLACE.wrappersAbove],
    measures[PLACE.wrappersBelow],
    LANDMARKS.includes(tag) ? 1 : 0,
    measures[PLACE.id] === 0 ? 0 : 1,
    measures[PLACE.spread],
    measures[PLACE.shareOfParent],
  ];
}
