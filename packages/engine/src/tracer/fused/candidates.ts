/**
 * The elements of a page that may be the block: the union of what each way of looking proposes, so that none of them
 * can lose it alone. A quick score over every element stands in for the papers' generators (path, content, context,
 * subtree shape) in one linear pass; wrappers of the best are added because the same content stands in several levels.
 */
import type { PageIndex } from "../../feature/page-index.ts";
import { type DomTree, TEXT_TAG, tagOf } from "../../tree/dom-tree.ts";
import { nodeAt } from "../../tree/path.ts";
import { ratio } from "./likeness.ts";
import type { Reference } from "./reference.ts";

const BEST_BY_SCORE = 26;
const BEST_BY_SIGNATURE = 6;
const BEST_BY_SHAPE = 4;
const WRAPPED = 8;
/** A page of this few nodes may be nothing but the block. */
const SMALL_PAGE = 12;

/** Numbers of the candidates in document order; linear in the page but for sorting the best. */
export function candidatesOf(tree: DomTree, index: PageIndex, references: readonly Reference[]): number[] {
  const chosen = new Set<number>();
  const scores = references.map((reference) => quickScores(tree, index, reference));
  for (const [at, reference] of references.entries()) {
    const score = scores[at];
    for (const node of best(score, BEST_BY_SCORE)) chosen.add(node);
    for (const node of lookAlikes(tree, index, reference, score)) chosen.add(node);
    const atPath = nodeAt(tree, reference.print.path);
    if (atPath !== null) chosen.add(atPath);
  }
  for (const node of best(sumOf(scores), WRAPPED)) {
    for (const wrapper of wrappersOf(tree, node)) chosen.add(wrapper);
  }
  const wholePage = new Set(references.map(({ print }) => print.self.tag));
  return [...chosen].filter((node) => !isWholePage(tree, node, wholePage)).sort((a, b) => a - b);
}

function sumOf(scores: readonly Float64Array[]): Float64Array {
  const [first, ...others] = scores;
  if (others.length === 0) return first;
  return first.map((score, node) => others.reduce((sum, other) => sum + other[node], score));
}

/** Nobody follows the whole page, unless that is what was pointed at: `html` and `body` hold everything and fit any text. */
function isWholePage(tree: DomTree, node: number, followed: ReadonlySet<string>): boolean {
  const tag = tagOf(tree, node);
  return (tag === "html" || tag === "body") && !followed.has(tag) && tree.size > SMALL_PAGE;
}

/** A rough fit of every element in a few operations each; 0 for text runs. */
function quickScores(tree: DomTree, index: PageIndex, reference: Reference): Float64Array {
  const { print } = reference;
  const score = new Float64Array(tree.size);
  const around = ancestorLikeness(tree, index, reference);
  const own = new Set(print.self.classes);
  const tag = tree.tagNames.indexOf(print.self.tag);
  for (let node = 0; node < tree.size; node++) {
    if (tree.tag[node] === TEXT_TAG) continue;
    const end = tree.end[node];
    const words = index.words.start[end] - index.words.start[node];
    const elements = index.elements[end] - index.elements[node];
    const sameId = print.self.id !== 0 && print.self.id === index.id[node] ? 1 : 0;
    score[node] =
      2 * reference.words.quick(node, end) +
      1.5 * reference.runs.quick(node, end) +
      reference.patterns.quick(node, end) +
      1.5 * reference.links.quick(node, end) +
      reference.images.quick(node, end) +
      1.5 * reference.classes.quick(node, end) +
      reference.namesInside.quick(node, end) +
      0.5 * reference.linkDirs.quick(node, end) +
      1.5 * sameId +
      1.5 * ownClassLikeness(index, node, own) +
      (tree.tag[node] === tag ? 0.7 : 0) +
      1.5 * around[node] +
      0.5 * ratio(print.counts.words, words) +
      0.5 * ratio(print.counts.elements, elements);
  }
  return score;
}

/** How much the ids and classes above each node are those above the block; nearer ancestors weigh more. */
function ancestorLikeness(tree: DomTree, index: PageIndex, { ancestorTokens }: Reference): Float64Array {
  const { hash, start } = index.classes;
  const likeness = new Float64Array(tree.size);
  /** What the children of each element get. */
  const inside = new Float64Array(tree.size);
  for (let node = 0; node < tree.size; node++) {
    if (tree.tag[node] === TEXT_TAG) continue;
    if (node > 0) likeness[node] = inside[tree.parent[node]];
    inside[node] = likeness[node];
    const count = start[node + 1] - start[node];
    if (count === 0) continue;
    let shared = 0;
    for (let at = start[node]; at < start[node + 1]; at++) if (ancestorTokens.has(hash[at])) shared++;
    inside[node] = 0.5 * likeness[node] + (0.5 * shared) / count;
  }
  return likeness;
}

function ownClassLikeness(index: PageIndex, node: number, own: ReadonlySet<number>): number {
  const from = index.classes.start[node];
  const to = index.classes.start[node + 1];
  if (from === to) return own.size === 0 ? 0.3 : 0;
  let shared = 0;
  for (let at = from; at < to; at++) if (own.has(index.classes.hash[at])) shared++;
  return shared / Math.max(1, own.size + (to - from) - shared);
}

/** The best elements of the same tag and classes, and of the same subtree shape. */
function lookAlikes(tree: DomTree, index: PageIndex, { print }: Reference, score: Float64Array): number[] {
  const tag = tree.tagNames.indexOf(print.self.tag);
  const own = new Set(print.self.classes);
  const byScore = (a: number, b: number): number => score[b] - score[a] || a - b;
  const sameMark: number[] = [];
  const sameShape: number[] = [];
  for (let node = 0; node < tree.size; node++) {
    if (tree.tag[node] !== tag) continue;
    if (tree.shapeHash[node] === print.shape) sameShape.push(node);
    if (own.size > 0 && ownClassLikeness(index, node, own) === 1) sameMark.push(node);
  }
  return [...sameMark.sort(byScore).slice(0, BEST_BY_SIGNATURE), ...sameShape.sort(byScore).slice(0, BEST_BY_SHAPE)];
}

/** Two levels above, and the way down while it is the only one. */
function wrappersOf(tree: DomTree, node: number): number[] {
  const wrappers: number[] = [];
  for (let [at, level] = [tree.parent[node], 0]; at >= 0 && level < 2; at = tree.parent[at], level++) wrappers.push(at);
  for (let [at, level] = [node + 1, 0]; level < 3 && at < tree.end[node]; at++, level++) {
    if (tree.tag[at] === TEXT_TAG || tree.end[at] < tree.end[at - 1]) break;
    wrappers.push(at);
  }
  return wrappers;
}

/** The `count` nodes of the highest score above 0, without sorting the whole page. */
function best(score: Float64Array, count: number): number[] {
  const kept: number[] = [];
  for (let node = 0; node < score.length; node++) {
    const value = score[node];
    if (value <= 0 || (kept.length === count && value <= score[kept[count - 1]])) continue;
    let place = kept.length === count ? count - 1 : kept.length;
    while (place > 0 && score[kept[place - 1]] < value) {
      kept[place] = kept[place - 1];
      place--;
    }
    kept[place] = node;
  }
  return kept;
}
