/**
 * The elements of a page that may be the block: the union of what each way of looking proposes, so that none of them
 * can lose it alone. A quick score over every element stands in for the papers' generators (path, content, context,
 * subtree shape) in one linear pass; wrappers of the best are added because the same content stands in several levels.
 */
import type { PageIndex } from "../../feature/page-index.ts";
import { type DomTree, TEXT_TAG, tagOf } from "../../tree/dom-tree.ts";
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
    const { trail, tags } = reference.path;
    if (trail.length === tags.length) chosen.add(trail[trail.length - 1]);
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
  const sum = first.slice();
  for (const other of others) for (let node = 0; node < sum.length; node++) sum[node] += other[node];
  return sum;
}

/** Nobody follows the whole page, unless that is what was pointed at: `html` and `body` hold everything and fit any text. */
function isWholePage(tree: DomTree, node: number, followed: ReadonlySet<string>): boolean {
  const tag = tagOf(tree, node);
  return (tag === "html" || tag === "body") && !followed.has(tag) && tree.size > SMALL_PAGE;
}

/** A rough fit of every element in a few operations each; 0 for text runs. */
function quickScores(tree: DomTree, index: PageIndex, reference: Reference): Float64Array {
  const score = new Float64Array(tree.size);
  const nodes = index.elementNodes;
  reference.words.addQuick(score, nodes, 2);
  reference.runs.addQuick(score, nodes, 1.5);
  reference.patterns.addQuick(score, nodes, 1);
  reference.links.addQuick(score, nodes, 1.5);
  reference.images.addQuick(score, nodes, 1);
  reference.classes.addQuick(score, nodes, 1.5);
  reference.namesInside.addQuick(score, nodes, 1);
  reference.linkDirs.addQuick(score, nodes, 0.5);
  addLooks(score, tree, index, reference);
  return score;
}

/** Adds how the element itself looks, where it stands and how large it is. */
function addLooks(score: Float64Array, tree: DomTree, index: PageIndex, reference: Reference): void {
  const { self, counts } = reference.print;
  const words = index.words.start;
  const tag = tree.tagNames.indexOf(self.tag);
  const around = ancestorLikeness(tree, index, reference);
  for (const node of index.elementNodes) {
    const end = tree.end[node];
    score[node] =
      score[node] +
      (self.id !== 0 && self.id === index.id[node] ? 1.5 : 0) +
      1.5 * ownClassLikeness(index, node, reference) +
      (tree.tag[node] === tag ? 0.7 : 0) +
      1.5 * around[node] +
      0.5 * ratio(counts.words, words[end] - words[node]) +
      0.5 * ratio(counts.elements, index.elements[end] - index.elements[node]);
  }
}

/** How much the ids and classes above each node are those above the block; nearer ancestors weigh more. */
function ancestorLikeness(tree: DomTree, index: PageIndex, { ancestorClasses }: Reference): Float64Array {
  const { start } = index.classes;
  const likeness = new Float64Array(tree.size);
  /** What the children of each element get. */
  const inside = new Float64Array(tree.size);
  for (const node of index.elementNodes) {
    if (node > 0) likeness[node] = inside[tree.parent[node]];
    inside[node] = likeness[node];
    const count = start[node + 1] - start[node];
    if (count > 0) inside[node] = 0.5 * likeness[node] + (0.5 * ancestorClasses.hits(node, node + 1)) / count;
  }
  return likeness;
}

function ownClassLikeness({ classes: { start } }: PageIndex, node: number, { ownClasses }: Reference): number {
  const count = start[node + 1] - start[node];
  if (count === 0) return ownClasses.isEmpty ? 0.3 : 0;
  const shared = ownClasses.hits(node, node + 1);
  return shared / Math.max(1, ownClasses.size + count - shared);
}

/** The best elements of the same tag and classes, and of the same subtree shape. */
function lookAlikes(tree: DomTree, index: PageIndex, reference: Reference, score: Float64Array): number[] {
  const { print, ownClasses } = reference;
  const tag = tree.tagNames.indexOf(print.self.tag);
  const byScore = (a: number, b: number): number => score[b] - score[a] || a - b;
  const sameMark: number[] = [];
  const sameShape: number[] = [];
  for (const node of index.elementNodes) {
    if (tree.tag[node] !== tag) continue;
    if (tree.shapeHash[node] === print.shape) sameShape.push(node);
    if (!ownClasses.isEmpty && ownClassLikeness(index, node, reference) === 1) sameMark.push(node);
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
