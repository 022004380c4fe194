/** The signals: each says from one side how well a candidate fits a remembered fingerprint. */
import type { KnownTokens } from "../../feature/stretch.ts";
import type { AncestorMarks, Mark } from "./ancestors.ts";
import {
  alike,
  difference,
  each,
  growth,
  inCommon,
  nearness,
  precisionOf,
  ratioOf,
  recallOf,
  type Signal,
  same,
  sameIfAny,
  stillThere,
  wordsInCommon,
} from "./comparisons.ts";
import type { ListMatch } from "./listing.ts";
import type { LiveFeatures } from "./live-features.ts";
import { memberSets } from "./measures.ts";
import type { Ancestors, ChildBag, PathOnPage } from "./reference.ts";
import { jaccard, markSimilarity, UNKNOWN } from "./similarity.ts";

/** What an id on one side only says. */
const ID_ON_ONE_SIDE = 0.25;

/** By name; the order is the order of the ranker's columns, so it changes only with a new training. */
export const SIGNALS: Readonly<Record<string, Signal>> = {
  // what the element's own tag says
  tag: same("tag"),
  id: sameIfAny("id", ID_ON_ONE_SIDE),
  classes: inCommon("classes"),
  names: inCommon("names"),
  attributes: inCommon("attributes"),

  // what people call it
  name: inCommon("name"),
  nameAbove: inCommon("nameAbove"),
  unitName: inCommon("unitName"),
  called: each(({ members }) => members, bestOfNames),

  // where it stands in the tree
  path: same("node"),
  pathTop: each(
    ({ path }) => path,
    (path, features) => commonTop(path, features) / longerPath(path, features),
  ),
  pathBottom: each(
    ({ path }) => path,
    (path, features) => commonBottom(path, features) / longerPath(path, features),
  ),
  depth: ratioOf("depth"),
  parent: alike("parent"),
  grandparent: alike("grandparent"),
  ancestors: each(({ ancestors }) => ancestors, alignedAncestors),
  ancestorTokens: each(({ ancestors }) => ancestors.tokens, sharedAncestorTokens),
  namesAround: inCommon("namesAround"),
  landmark: same("landmark"),

  // what it holds
  wordRecall: recallOf("words"),
  wordPrecision: precisionOf("words"),
  runRecall: recallOf("runs"),
  runPrecision: precisionOf("runs"),
  patternRecall: recallOf("patterns"),
  patternPrecision: precisionOf("patterns"),
  linkRecall: recallOf("links"),
  linkPrecision: precisionOf("links"),
  linkDirRecall: recallOf("linkDirs"),
  linkDirPrecision: precisionOf("linkDirs"),
  imageRecall: recallOf("images"),
  innerClassRecall: recallOf("classes", 1),
  innerClassPrecision: precisionOf("classes", 1),
  innerNameRecall: recallOf("namesInside", 1),
  innerNamePrecision: precisionOf("namesInside", 1),
  firstRun: sameIfAny("firstRun"),
  lastRun: sameIfAny("lastRun"),
  headingInside: sameIfAny("headingInside"),

  firstWords: wordsInCommon("firstWords"),
  lastWords: wordsInCommon("lastWords"),
  headingInsideWords: wordsInCommon("headingInside"),
  topHeading: same("hasTopHeading"),

  landmarksInside: ratioOf("landmarksInside"),

  // how large it is and how it is built
  wordCount: ratioOf("words"),
  runCount: ratioOf("runs"),
  elementCount: ratioOf("elements"),
  linkCount: ratioOf("links"),
  imageCount: ratioOf("images"),
  sizeChange: growth("words"),
  pageShare: nearness("pageShare"),
  linkDensity: nearness("linkDensity"),
  shape: same("shape"),
  children: each(({ children }) => children, alikeChildren),
  wrappersAbove: difference("wrappersAbove"),
  wrappersBelow: difference("wrappersBelow"),
  spread: nearness("spread"),
  shareOfParent: nearness("shareOfParent"),

  // what stands around it
  headingAbove: sameIfAny("headingAbove"),
  headingAboveWords: wordsInCommon("headingAbove"),
  before: stillThere("before"),
  after: stillThere("after"),
  swallowed: recallOf("around"),
  rightBefore: sameIfAny("rightBefore"),
  rightAfter: sameIfAny("rightAfter"),
  previous: alike("previous"),
  next: alike("next"),
  place: nearness("place"),

  // which of several alike
  alikeRank: ratioOf("alikeBefore"),
  alikeRankFromEnd: ratioOf("alikeFromHere"),
  alikeCount: ratioOf("alike"),
  unitLevels: same("unitLevels"),
  unitRank: ratioOf("unitsBefore"),
  unitCount: ratioOf("units"),

  // what became of the list that it stands in
  listKept: inList("kept"),
  listFresh: inList("fresh"),
  listOrder: inList("order"),
  listShift: inList("shift"),
  listHasOwn: inList("own"),
  isOther: each(
    ({ listing }) => listing,
    (listing, { nameKey }) => (nameKey === 0 ? UNKNOWN : listing.isOther(nameKey) ? 1 : 0),
  ),
  hasOwnName: each(
    ({ listing }) => listing,
    (listing, { nameKey }) => (nameKey === 0 || listing.own === 0 ? UNKNOWN : nameKey === listing.own ? 1 : 0),
  ),
  isOtherLink: each(
    ({ listing }) => listing,
    (listing, { linkKey }) => (linkKey === 0 ? UNKNOWN : listing.isOtherLink(linkKey) ? 1 : 0),
  ),
  hasOwnLink: each(
    ({ listing }) => listing,
    (listing, { linkKey }) => (linkKey === 0 || listing.ownLink === 0 ? UNKNOWN : linkKey === listing.ownLink ? 1 : 0),
  ),
};

function inList(part: keyof ListMatch): Signal {
  return each(
    ({ listing }) => listing,
    (listing, { things }) => listing.matchOf(things)[part],
  );
}

const NAME = memberSets.place.name;
const NAME_ABOVE = memberSets.place.nameAbove;

/** A name may move into the block or out of it: a heading inside becomes one above. */
function bestOfNames(known: readonly (readonly number[])[], { members }: LiveFeatures): number {
  let best = -1;
  for (const own of [known[NAME], known[NAME_ABOVE]]) {
    if (own.length === 0) continue;
    best = Math.max(best, likenessOf(own, members[NAME]), likenessOf(own, members[NAME_ABOVE]));
  }
  return best < 0 ? UNKNOWN : best;
}

function likenessOf(a: readonly number[], b: readonly number[]): number {
  return b.length === 0 ? 0 : jaccard(a, b);
}

/** The best of three alignments: a level inserted or removed in between shifts the comparison by one. */
function alignedAncestors({ marks, alignments }: Ancestors, { ancestors }: LiveFeatures): number {
  let best = alignments.get(ancestors.parent);
  if (best === undefined) {
    best = Math.max(aligned(marks, ancestors, 0), aligned(marks, ancestors, 1), aligned(marks, ancestors, -1));
    alignments.set(ancestors.parent, best);
  }
  return best;
}

/** Nearest ancestors weigh most. */
function aligned(ancestors: readonly Mark[], { marks }: AncestorMarks, shift: number): number {
  let [sum, weights] = [0, 0];
  for (let level = 0; level < ancestors.length; level++) {
    const weight = 1 / (level + 2);
    const other = level + shift;
    weights += weight;
    if (other >= 0 && other < marks.length) sum += weight * markSimilarity(ancestors[level], marks[other]);
  }
  return weights > 0 ? sum / weights : 0;
}

function sharedAncestorTokens(known: KnownTokens, { ancestors: { tokens } }: LiveFeatures): number {
  if (known.size === 0 && tokens.length === 0) return UNKNOWN;
  const common = known.in(tokens);
  return common / Math.max(1, known.size + tokens.length - common);
}

/** Number of steps that the two paths have in common from the root on. */
function commonTop({ trail }: PathOnPage, { tree, node }: LiveFeatures): number {
  let length = 0;
  while (length < trail.length && trail[length] <= node && node < tree.end[trail[length]]) length++;
  return length;
}

/** Number of steps that the two paths have in common at their ends. */
function commonBottom({ tags, ranks, ranksOnPage }: PathOnPage, { tree, node }: LiveFeatures): number {
  let length = 0;
  for (let [at, step] = [node, tags.length - 1]; at >= 0 && step >= 0; at = tree.parent[at], step--) {
    if (tree.tag[at] !== tags[step] || ranksOnPage[at] !== ranks[step]) break;
    length++;
  }
  return length;
}

function longerPath({ tags }: PathOnPage, { tree, node }: LiveFeatures): number {
  return Math.max(tags.length, tree.depth[node] + 1);
}

/** Dice coefficient of the tags of the children taken as bags. */
function alikeChildren(known: ChildBag, { children: { tags, counts, total } }: LiveFeatures): number {
  if (known.total === 0 && total === 0) return UNKNOWN;
  let common = 0;
  for (let at = 0; at < tags.length; at++) common += Math.min(known.counts[tags[at]], counts[at]);
  return (2 * common) / (known.total + total);
}
