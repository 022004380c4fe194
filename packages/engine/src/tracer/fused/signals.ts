/** The signals: each says from one side how well a candidate fits a remembered fingerprint. */
import type { Overlap } from "../../feature/overlap.ts";
import type { Facts } from "./facts.ts";
import {
  bagLikeness,
  commonPrefix,
  commonSuffix,
  jaccard,
  jaccardWith,
  markLikeness,
  ratio,
  sameOrUnknown,
  UNKNOWN,
} from "./likeness.ts";
import type { Reference } from "./reference.ts";
import type { BlockCounts } from "./traits.ts";

export type Signal = (reference: Reference, facts: Facts) => number;

/** By name; the order is the order of the ranker's columns, so it changes only with a new training. */
export const SIGNALS: Readonly<Record<string, Signal>> = {
  // what the element's own tag says
  tag: ({ print }, { self }) => (print.self.tag === self.tag ? 1 : 0),
  id: ({ print }, { self }) => idLikeness(print.self.id, self.id),
  classes: ({ print }, { self }) => jaccard(print.self.classes, self.classes),
  names: ({ print }, { names }) => jaccard(print.names, names),
  attributes: ({ print }, { attributes }) => jaccard(print.attributes, attributes),

  // where it stands in the tree
  path: ({ print }, { path }) => (print.path === path ? 1 : 0),
  pathTop: ({ steps }, facts) => commonPrefix(steps, facts.steps) / Math.max(steps.length, facts.steps.length),
  pathBottom: ({ steps }, facts) => commonSuffix(steps, facts.steps) / Math.max(steps.length, facts.steps.length),
  depth: ({ print }, { tree, node }) => ratio(print.depth, tree.depth[node]),
  parent: ({ print }, { ancestors }) => markLikeness(print.ancestors[0] ?? null, ancestors[0] ?? null),
  grandparent: ({ print }, { ancestors }) => markLikeness(print.ancestors[1] ?? null, ancestors[1] ?? null),
  ancestors: alignedAncestors,
  ancestorTokens: sharedAncestorTokens,
  namesAround: ({ print }, facts) => jaccard(print.namesAround, facts.namesAround),
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
  innerClassRecall: ({ classes }, facts) => recallBelow(classes, facts),
  innerClassPrecision: ({ classes }, facts) => precision(classes, insideOf(facts)),
  innerNameRecall: ({ namesInside }, facts) => recallBelow(namesInside, facts),
  innerNamePrecision: ({ namesInside }, facts) => precision(namesInside, insideOf(facts)),
  firstRun: ({ print }, { firstRun }) => sameOrUnknown(print.firstRun, firstRun),
  lastRun: ({ print }, { lastRun }) => sameOrUnknown(print.lastRun, lastRun),
  headingInside: ({ print }, { headingInside }) => sameOrUnknown(print.headingInside, headingInside),

  firstWords: ({ firstWords }, facts) => jaccardWith(firstWords, facts.firstWords),
  lastWords: ({ lastWords }, facts) => jaccardWith(lastWords, facts.lastWords),
  headingInsideWords: ({ print }, facts) => jaccard(print.headingInsideWords, facts.headingInsideWords),
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
  children: ({ print }, { children }) => bagLikeness(print.children, children),
  wrappersAbove: ({ print }, facts) => facts.wrappersAbove - print.wrappersAbove,
  wrappersBelow: ({ print }, facts) => facts.wrappersBelow - print.wrappersBelow,
  spread: ({ print }, { spread }) => 1 - Math.abs(print.spread - spread),
  shareOfParent: ({ print }, facts) => 1 - Math.abs(print.shareOfParent - facts.shareOfParent),

  // what stands around it
  headingAbove: ({ print }, { headingAbove }) => sameOrUnknown(print.headingAbove, headingAbove),
  headingAboveWords: ({ print }, facts) => jaccard(print.headingAboveWords, facts.headingAboveWords),
  before: ({ before }, facts) => shareIn(before, facts.runsBefore),
  after: ({ after }, facts) => shareIn(after, facts.runsAfter),
  swallowed: ({ around }, facts) => recall(around, facts),
  rightBefore: ({ print }, { before }) => sameOrUnknown(print.before[0] ?? 0, before[0] ?? 0),
  rightAfter: ({ print }, { after }) => sameOrUnknown(print.after[0] ?? 0, after[0] ?? 0),
  previous: ({ print }, { previous }) => markLikeness(print.previous, previous),
  next: ({ print }, { next }) => markLikeness(print.next, next),
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

/** Nearest ancestors weigh most; a level inserted or removed in between shifts the comparison by one. */
function alignedAncestors({ print }: Reference, { ancestors }: Facts): number {
  let best = 0;
  for (const shift of [0, 1, -1]) {
    let [sum, weights] = [0, 0];
    for (let level = 0; level < print.ancestors.length; level++) {
      const weight = 1 / (level + 2);
      const other = ancestors[level + shift];
      weights += weight;
      if (other) sum += weight * markLikeness(print.ancestors[level], other);
    }
    if (weights > 0) best = Math.max(best, sum / weights);
  }
  return best;
}

function sharedAncestorTokens({ ancestorTokens }: Reference, { ancestorTokens: seen }: Facts): number {
  if (ancestorTokens.size === 0 && seen.size === 0) return UNKNOWN;
  let common = 0;
  for (const token of ancestorTokens) if (seen.has(token)) common++;
  return common / Math.max(1, ancestorTokens.size + seen.size - common);
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

function recall(overlap: Overlap, { node }: Facts): number {
  return overlap.isEmpty ? UNKNOWN : overlap.recall(node);
}

function recallBelow(overlap: Overlap, { node }: Facts): number {
  return overlap.isEmpty ? UNKNOWN : overlap.recallBelow(node);
}

function precision(overlap: Overlap, { node, end }: Range): number {
  const within = overlap.within(node, end);
  if (within === 0) return overlap.isEmpty ? UNKNOWN : 0;
  return overlap.hits(node, end) / within;
}

function shareIn(remembered: ReadonlySet<number>, seen: readonly number[]): number {
  if (remembered.size === 0) return UNKNOWN;
  let common = 0;
  for (const hash of seen) if (remembered.has(hash)) common++;
  return common / remembered.size;
}
