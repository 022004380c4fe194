/**
 * The elements of a page that may be the block: the union of what each way of looking proposes, so that none of them
 * can lose it alone. A quick score over every element stands in for the papers' generators (path, content, context,
 * subtree shape) in one linear pass; wrappers of the best are added because the same content stands in several levels.
 */
import { type ElementColumns, elementColumns } from "../../feature/element-columns.ts";
import type { Overlap } from "../../feature/overlap.ts";
import type { Scratch } from "../../feature/scratch.ts";
import { type DomTree, TEXT_TAG, tagOf } from "../../tree/dom-tree.ts";
import type { Reference } from "./reference.ts";
import { ratio } from "./similarity.ts";

/** How many candidates each way of looking proposes. */
export interface Net {
  /** By quick score, against the latest sight and against what was pointed at. */
  readonly byLatest: number;
  readonly byOrigin: number;
  /** Of the same tag and classes, and of the same subtree shape. */
  readonly byMark: number;
  readonly byShape: number;
  /** How many of the best bring their wrappers. */
  readonly wrapped: number;
}

/** Few: those of the lessons cost time and hold the right one hardly more often (docs/measurements/tracing.md). */
export const CANDIDATE_LIMITS: Net = { byLatest: 18, byOrigin: 14, byMark: 3, byShape: 2, wrapped: 5 };

/** Lessons need more wrong ones to learn from: learned from as few, the ranker takes the wrong level after a redesign. */
export const TRAINING_LIMITS: Net = { byLatest: 26, byOrigin: 26, byMark: 6, byShape: 4, wrapped: 8 };

/**
 * What each likeness adds to the quick score of an element, at most. Set by hand: the quick score only has to bring the
 * right one among the candidates, and the ranker has the last word.
 */
const QUICK = {
  words: 2,
  runs: 1.5,
  patterns: 1,
  links: 1.5,
  linkDirs: 0.5,
  images: 1,
  innerClasses: 1.5,
  innerNames: 1,
  id: 1.5,
  ownClasses: 1.5,
  tag: 0.7,
  ancestors: 1.5,
  wordCount: 0.5,
  elementCount: 0.5,
} as const;

/** How much of what is known of an ancestor is left one level further down; the level itself gives the rest. */
const KEPT_FROM_ABOVE = 0.5;
/** How alike two elements without any class are. */
const BOTH_WITHOUT_CLASS = 0.3;

/** How many levels above and below the best come along. */
const WRAPPERS_ABOVE = 2;
const WRAPPERS_BELOW = 3;

/** A page of this few nodes may be nothing but the block. */
const SMALL_PAGE = 12;

/** Numbers of the candidates in document order; `references` are the latest sight, and what was pointed at if it differs. */
export function candidatesOf(
  tree: DomTree,
  references: readonly Reference[],
  { net, scratch }: { readonly net: Net; readonly scratch: Scratch },
): number[] {
  const elements = elementColumns(tree);
  const isChosen = scratch.bytes(tree.size);
  const fits: Fit[] = [];
  for (const reference of references) fits.push(quickFit(reference, { elements, scratch, sibling: fits[0] ?? null }));
  for (const fit of fits) {
    const { path } = fit.reference;
    for (const entry of best(fit.score, fit === fits[0] ? net.byLatest : net.byOrigin))
      isChosen[elements.node[entry]] = 1;
    for (const entry of lookAlikes(tree, fit, net)) isChosen[elements.node[entry]] = 1;
    if (path.end >= 0) isChosen[path.end] = 1;
  }
  for (const entry of best(sumOf(fits, scratch), net.wrapped)) {
    for (const wrapper of wrappersOf(tree, elements.node[entry])) isChosen[wrapper] = 1;
  }
  const followed = new Set(references.map(({ print }) => print.self.tag));
  const chosen: number[] = [];
  for (let node = 0; node < tree.size; node++) {
    if (isChosen[node] === 1 && !isWholePage(tree, node, followed)) chosen.push(node);
  }
  return chosen;
}

function sumOf([first, ...others]: readonly Fit[], scratch: Scratch): Float64Array {
  if (others.length === 0) return first.score;
  const sum = scratch.numbers(first.score.length);
  sum.set(first.score);
  for (const { score } of others) for (let entry = 0; entry < sum.length; entry++) sum[entry] += score[entry];
  return sum;
}

/** Nobody follows the whole page, unless that is what was pointed at: `html` and `body` hold everything and fit any text. */
function isWholePage(tree: DomTree, node: number, followed: ReadonlySet<string>): boolean {
  const tag = tagOf(tree, node);
  return (tag === "html" || tag === "body") && !followed.has(tag) && tree.size > SMALL_PAGE;
}

/** How every element fits to a reference, roughly. */
interface Fit {
  readonly reference: Reference;
  readonly score: Float64Array;
  readonly ownClass: Float64Array;
  readonly above: Float64Array;
}

/** A few operations for each element, less where the twin has the same class tokens. */
function quickFit(
  reference: Reference,
  { elements, scratch, sibling }: { elements: ElementColumns; scratch: Scratch; sibling: Fit | null },
): Fit {
  const { ownClasses, ancestors } = reference;
  const ownClass =
    sibling?.reference.ownClasses === ownClasses ? sibling.ownClass : ownClassSimilarity(elements, ownClasses, scratch);
  const above =
    sibling?.reference.ancestors === ancestors
      ? sibling.above
      : ancestorSimilarity(elements, ancestors.classes, scratch);
  const fit = { reference, score: scratch.numbers(elements.node.length).fill(0), ownClass, above };
  addContent(fit, elements);
  addPlace(fit, elements);
  return fit;
}

function addContent({ reference, score }: Fit, elements: ElementColumns): void {
  reference.words.addQuick(score, elements.words, QUICK.words);
  reference.runs.addQuick(score, elements.runs, QUICK.runs);
  reference.patterns.addQuick(score, elements.runs, QUICK.patterns);
  reference.links.addQuick(score, elements.links, QUICK.links);
  reference.images.addQuick(score, elements.images, QUICK.images);
  reference.classes.addQuick(score, elements.classes, QUICK.innerClasses);
  reference.namesInside.addQuick(score, elements.names, QUICK.innerNames);
  reference.linkDirs.addQuick(score, elements.links, QUICK.linkDirs);
}

function addPlace({ reference, score, ownClass, above }: Fit, { id, tag, words, elements }: ElementColumns): void {
  const { self, counts } = reference.print;
  // no element has the number -1
  const knownId = self.id === 0 ? -1 : self.id;
  for (let at = 0; at < score.length; at++) {
    score[at] =
      score[at] +
      (id[at] === knownId ? QUICK.id : 0) +
      QUICK.ownClasses * ownClass[at] +
      (tag[at] === reference.tag ? QUICK.tag : 0) +
      QUICK.ancestors * above[at] +
      QUICK.wordCount * ratio(counts.words, words.to[at] - words.from[at]) +
      QUICK.elementCount * ratio(counts.elements, elements[at]);
  }
}

/** How much the ids and classes above each element are those above the block; nearer ancestors weigh more. */
function ancestorSimilarity({ parent, own }: ElementColumns, classes: Overlap, scratch: Scratch): Float64Array {
  const similarity = scratch.numbers(parent.length);
  /** What the children of each element get. */
  const inside = scratch.numbers(parent.length);
  const shared = scratch.integers(parent.length);
  classes.countHits(shared, own);
  for (let at = 0; at < parent.length; at++) {
    const above = at === 0 ? 0 : inside[parent[at]];
    const count = own.to[at] - own.from[at];
    similarity[at] = above;
    inside[at] = count === 0 ? above : KEPT_FROM_ABOVE * above + ((1 - KEPT_FROM_ABOVE) * shared[at]) / count;
  }
  return similarity;
}

function ownClassSimilarity({ own }: ElementColumns, classes: Overlap, scratch: Scratch): Float64Array {
  const { from, to } = own;
  const similarity = scratch.numbers(from.length);
  const shared = scratch.integers(from.length);
  classes.countHits(shared, own);
  const ofNone = classes.isEmpty ? BOTH_WITHOUT_CLASS : 0;
  for (let at = 0; at < from.length; at++) {
    const count = to[at] - from[at];
    similarity[at] = count === 0 ? ofNone : shared[at] / Math.max(1, classes.size + count - shared[at]);
  }
  return similarity;
}

/** The best elements of the same tag and classes, and of the same subtree shape. */
function lookAlikes(tree: DomTree, fit: Fit, { byMark, byShape }: Net): number[] {
  const { score, ownClass } = fit;
  const { print, tag, ownClasses } = fit.reference;
  const elements = elementColumns(tree);
  const sameMark: number[] = [];
  const sameShape: number[] = [];
  for (let at = 0; at < score.length; at++) {
    if (elements.tag[at] !== tag) continue;
    if (tree.shapeHash[elements.node[at]] === print.shape) sameShape.push(at);
    if (!ownClasses.isEmpty && ownClass[at] === 1) sameMark.push(at);
  }
  return [...best(score, byMark, sameMark), ...best(score, byShape, sameShape)];
}

/** Two levels above, and the way down while it is the only one. */
function wrappersOf(tree: DomTree, node: number): number[] {
  const wrappers: number[] = [];
  for (let [at, level] = [tree.parent[node], 0]; at >= 0 && level < WRAPPERS_ABOVE; at = tree.parent[at], level++)
    wrappers.push(at);
  for (let [at, level] = [node + 1, 0]; level < WRAPPERS_BELOW && at < tree.end[node]; at++, level++) {
    if (tree.tag[at] === TEXT_TAG || tree.end[at] < tree.end[at - 1]) break;
    wrappers.push(at);
  }
  return wrappers;
}

/** The entries of the highest scores, of two alike the earlier one, without sorting them all. */
function best(score: Float64Array, count: number, among?: readonly number[]): number[] {
  const kept: number[] = [];
  /** Theirs, beside them: most of the time goes into moving both. */
  const scores: number[] = [];
  let lowest = Number.NEGATIVE_INFINITY;
  const length = among ? among.length : score.length;
  for (let at = 0; at < length; at++) {
    const entry = among ? among[at] : at;
    const own = score[entry];
    if (own <= lowest) continue;
    let place = Math.min(kept.length, count - 1);
    for (; place > 0 && scores[place - 1] < own; place--) {
      kept[place] = kept[place - 1];
      scores[place] = scores[place - 1];
    }
    kept[place] = entry;
    scores[place] = own;
    if (kept.length === count) lowest = scores[count - 1];
  }
  return kept;
}
