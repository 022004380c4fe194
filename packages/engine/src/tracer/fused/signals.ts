/** The signals: each says from one side how well a candidate fits a remembered fingerprint. */
import type { Overlap } from "../../feature/overlap.ts";
import type { KnownTokens, Stretch } from "../../feature/stretch.ts";
import type { Facts } from "./facts.ts";
import { jaccard, jaccardWith, markLikeness, ratio, sameOrUnknown, UNKNOWN } from "./likeness.ts";
import type { Lineage } from "./lineage.ts";
import type { Mark } from "./marks.ts";
import type { PathOnPage, Reference } from "./reference.ts";
import type { BlockCounts } from "./traits.ts";

export type Signal = (reference: Reference, facts: Facts) => number;

/** By name; the order is the order of the ranker's columns, so it changes only with a new training. */
export const SIGNALS: Readonly<Record<string, Signal>> = {
  // what the element's own tag says
  tag: (reference, { self }) => (reference.self.tag === self.tag ? 1 : 0),
  id: (reference, { self }) => idLikeness(reference.self.id, self.id),
  classes: (reference, { self }) => jaccard(reference.self.classes, self.classes),
  names: (reference, { names }) => jaccard(reference.names, names),
  attributes: (reference, { attributes }) => jaccard(reference.attributes, attributes),

  // where it stands in the tree
  path: ({ path }, { node }) => (path.trail.length === path.tags.length && path.trail.at(-1) === node ? 1 : 0),
  pathTop: ({ path }, facts) => commonTop(path, facts) / longerPath(path, facts),
  pathBottom: ({ path }, facts) => commonBottom(path, facts) / longerPath(path, facts),
  depth: ({ print }, { tree, node }) => ratio(print.depth, tree.depth[node]),
  parent: ({ ancestors }, { lineage }) => markLikeness(ancestors[0] ?? null, lineage.marks[0] ?? null),
  grandparent: ({ ancestors }, { lineage }) => markLikeness(ancestors[1] ?? null, lineage.marks[1] ?? null),
  ancestors: alignedAncestors,
  ancestorTokens: sharedAncestorTokens,
  namesAround: ({ namesAround }, { lineage }) => jaccard(namesAround, lineage.names),
  landmark: ({ print }, { index, node }) => (print.landmark === index.landmark[node] ? 1 : 0),

  // what it holds
  wordRecall: ({ words }, facts) => recall(words, facts),
  wordPrecision: ({ words }, facts) => precision(words, facts),
  runRecall: ({ runs }, facts) => recall(runs, facts),
  runPrecision: ({ runs }, facts) => precision(runs, facts),
  patternRecall: ({ patterns }, facts) => recall(patterns, facts),
  patternPrecision: ({ patterns }, facts) => precision(patterns, facts),
  linkRecall: ({ links }, facts) => recall(links, facts),
  linkPrecision: ({ links }, facts) => precision(links, facts),
  linkDirRecall: ({ linkDirs }, facts) => recall(linkDirs, facts),
  linkDirPrecision: ({ linkDirs }, facts) => precision(linkDirs, facts),
  imageRecall: ({ images }, facts) => recall(images, facts),
  innerClassRecall: ({ classes }, facts) => recall(classes, insideOf(facts)),
  innerClassPrecision: ({ classes }, facts) => precision(classes, insideOf(facts)),
  innerNameRecall: ({ namesInside }, facts) => recall(namesInside, insideOf(facts)),
  innerNamePrecision: ({ namesInside }, facts) => precision(namesInside, insideOf(facts)),
  firstRun: ({ print }, { firstRun }) => sameOrUnknown(print.firstRun, firstRun),
  lastRun: ({ print }, { lastRun }) => sameOrUnknown(print.lastRun, lastRun),
  headingInside: ({ print }, facts) => sameOrUnknown(print.headingInside, facts.headingInside.text),

  firstWords: ({ firstWords }, facts) => jaccardWith(firstWords, facts.firstWords),
  lastWords: ({ lastWords }, facts) => jaccardWith(lastWords, facts.lastWords),
  headingInsideWords: ({ headingInsideWords: known }, facts) => jaccardWith(known, facts.headingInside.words),
  topHeading: ({ print }, { hasTopHeading }) => (print.hasTopHeading === hasTopHeading ? 1 : 0),

  landmarksInside: ({ print }, facts) => ratio(print.landmarksInside, facts.landmarksInside),

  // how large it is and how it is built
  wordCount: ({ print }, { counts }) => ratio(print.counts.words, counts.words),
  runCount: ({ print }, { counts }) => ratio(print.counts.runs, counts.runs),
  elementCount: ({ print }, { counts }) => ratio(print.counts.elements, counts.elements),
  linkCount: ({ print }, { counts }) => ratio(print.counts.links, counts.links),
  imageCount: ({ print }, { counts }) => ratio(print.counts.images, counts.images),
  sizeChange: ({ print }, { counts }) => Math.log((counts.words + 1) / (print.counts.words + 1)),
  pageShare: ({ print }, { pageShare }) => 1 - Math.abs(print.pageShare - pageShare),
  linkDensity: ({ print }, { counts }) => 1 - Math.abs(linkDensity(print.counts) - linkDensity(counts)),
  shape: ({ print }, { tree, node }) => (print.shape === tree.shapeHash[node] ? 1 : 0),
  children: alikeChildren,
  wrappersAbove: ({ print }, facts) => facts.wrappersAbove - print.wrappersAbove,
  wrappersBelow: ({ print }, facts) => facts.wrappersBelow - print.wrappersBelow,
  spread: ({ print }, { spread }) => 1 - Math.abs(print.spread - spread),
  shareOfParent: ({ print }, facts) => 1 - Math.abs(print.shareOfParent - facts.shareOfParent),

  // what stands around it
  headingAbove: ({ print }, facts) => sameOrUnknown(print.headingAbove, facts.headingAbove.text),
  headingAboveWords: ({ headingAboveWords: known }, facts) => jaccardWith(known, facts.headingAbove.words),
  before: ({ before }, facts) => shareIn(before, facts.before),
  after: ({ after }, facts) => shareIn(after, facts.after),
  swallowed: ({ around }, facts) => recall(around, facts),
  rightBefore: ({ print }, { index, before }) =>
    sameOrUnknown(print.before[0] ?? 0, index.runs.hash[before.to - 1] ?? 0),
  rightAfter: ({ print }, { index, after }) => sameOrUnknown(print.after[0] ?? 0, index.runs.hash[after.from] ?? 0),
  previous: (reference, { previous }) => markLikeness(reference.previous, previous),
  next: (reference, { next }) => markLikeness(reference.next, next),
  place: ({ print }, { place }) => 1 - Math.abs(print.place - place),

  // which of several alike
  alikeRank: ({ print }, { alikeBefore }) => ratio(print.alikeBefore, alikeBefore),
  alikeRankFromEnd: ({ print }, facts) => ratio(print.alike - print.alikeBefore, facts.alike - facts.alikeBefore),
  alikeCount: ({ print }, { alike }) => ratio(print.alike, alike),
  unitLevels: ({ print }, { unit }) => (print.unit.levels === unit.levels ? 1 : 0),
  unitRank: ({ print }, { unit }) => ratio(print.unit.before, unit.before),
  unitCount: ({ print }, { unit }) => ratio(print.unit.count, unit.count),
};

function idLikeness(a: number, b: number): number {
  if (a === 0 || b === 0) return a === b ? UNKNOWN : 0.25;
  return a === b ? 1 : 0;
}

/** The best of three alignments: a level inserted or removed in between shifts the comparison by one. */
function alignedAncestors({ ancestors, alignments }: Reference, { lineage }: Facts): number {
  let best = alignments.get(lineage);
  if (best === undefined) {
    best = Math.max(aligned(ancestors, lineage, 0), aligned(ancestors, lineage, 1), aligned(ancestors, lineage, -1));
    alignments.set(lineage, best);
  }
  return best;
}

/** Nearest ancestors weigh most. */
function aligned(ancestors: readonly Mark[], { marks }: Lineage, shift: number): number {
  let [sum, weights] = [0, 0];
  for (let level = 0; level < ancestors.length; level++) {
    const weight = 1 / (level + 2);
    const other = level + shift;
    weights += weight;
    if (other >= 0 && other < marks.length) sum += weight * markLikeness(ancestors[level], marks[other]);
  }
  return weights > 0 ? sum / weights : 0;
}

function sharedAncestorTokens({ ancestorTokens: known }: Reference, { lineage: { tokens } }: Facts): number {
  if (known.size === 0 && tokens.length === 0) return UNKNOWN;
  const common = known.in(tokens);
  return common / Math.max(1, known.size + tokens.length - common);
}

/** Number of steps that the two paths have in common from the root on. */
function commonTop({ trail }: PathOnPage, { tree, node }: Facts): number {
  let length = 0;
  while (length < trail.length && trail[length] <= node && node < tree.end[trail[length]]) length++;
  return length;
}

/** Number of steps that the two paths have in common at their ends. */
function commonBottom({ tags, ranks, ranksOnPage }: PathOnPage, { tree, node }: Facts): number {
  let length = 0;
  for (let [at, step] = [node, tags.length - 1]; at >= 0 && step >= 0; at = tree.parent[at], step--) {
    if (tree.tag[at] !== tags[step] || ranksOnPage[at] !== ranks[step]) break;
    length++;
  }
  return length;
}

function longerPath({ tags }: PathOnPage, { tree, node }: Facts): number {
  return Math.max(tags.length, tree.depth[node] + 1);
}

/** Dice coefficient of the tags of the children taken as bags. */
function alikeChildren({ print, children }: Reference, { children: { tags, counts, total } }: Facts): number {
  if (print.children.length === 0 && total === 0) return UNKNOWN;
  let common = 0;
  for (let at = 0; at < tags.length; at++) common += Math.min(children[tags[at]], counts[at]);
  return (2 * common) / (print.children.length + total);
}

/** Links for each word. */
export function linkDensity({ links, words }: BlockCounts): number {
  return Math.min(1, links / Math.max(1, words));
}

/** The element without its own tag. */
function insideOf({ node, end }: Facts): Range {
  return { node: Math.min(node + 1, end), end };
}

type Range = Pick<Facts, "node" | "end">;

function recall(overlap: Overlap, { node, end }: Range): number {
  return overlap.isEmpty ? UNKNOWN : overlap.recall(node, end);
}

function precision(overlap: Overlap, { node, end }: Range): number {
  const within = overlap.within(node, end);
  if (within === 0) return overlap.isEmpty ? UNKNOWN : 0;
  return overlap.hits(node, end) / within;
}

function shareIn(known: KnownTokens, stretch: Stretch): number {
  return known.size === 0 ? UNKNOWN : known.among(stretch) / known.size;
}
