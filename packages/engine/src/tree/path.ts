/** Stable `tag[index]` paths: the address of an element, `index` counting from 1 among the siblings of the same tag. */
import { type DomTree, isText, TEXT_TAG } from "./dom-tree.ts";

/** The path of an element, such as `html[1]/body[1]/div[3]`. Linear in depth times siblings. */
export function pathOf(tree: DomTree, node: number): string {
  if (node < 0 || node >= tree.size || isText(tree, node)) throw new RangeError(`no element ${node} to give a path`);
  const steps: string[] = [];
  for (let at = node; at >= 0; at = tree.parent[at]) steps.push(`${tree.tagNames[tree.tag[at]]}[${rankOf(tree, at)}]`);
  return steps.reverse().join("/");
}

/** The element at a path, or null where the page has none there or the path is not one. */
export function nodeAt(tree: DomTree, path: string): number | null {
  const steps = splitPath(path);
  const trail = trailOf(tree, steps);
  return trail.length === steps.length ? trail[trail.length - 1] : null;
}

export interface Step {
  readonly tag: string;
  readonly index: number;
}

const MAX_DIGITS = 9;
const ZERO = 48;

/** No element has it. */
const NO_STEP: Step = { tag: "", index: 0 };

/** The steps of a path; what is not written as `tag[index]` becomes a step that no page has. */
export function splitPath(path: string): Step[] {
  return path.split("/").map((step) => parseStep(step) ?? NO_STEP);
}

/** The elements along the steps from the root on, as far as the page has them. */
export function trailOf(tree: DomTree, steps: readonly Step[]): number[] {
  const trail: number[] = [];
  for (const { tag, index } of steps) {
    const child = nthOfTag(tree, trail.length === 0 ? -1 : trail[trail.length - 1], tag, index);
    if (child === null) break;
    trail.push(child);
  }
  return trail;
}

/** The position of a node among its siblings of the same tag, from 1. */
export function rankOf(tree: DomTree, node: number): number {
  const parent = tree.parent[node];
  if (parent < 0) return 1;
  let rank = 0;
  for (let sibling = parent + 1; sibling <= node; sibling = tree.end[sibling]) {
    if (tree.tag[sibling] === tree.tag[node]) rank++;
  }
  return rank;
}

/** One step of a path, or null where it is not written as `tag[index]`. */
function parseStep(step: string): Step | null {
  const open = step.lastIndexOf("[");
  if (open <= 0 || !step.endsWith("]")) return null;
  const index = readIndex(step, open + 1, step.length - 1);
  return index === 0 ? null : { tag: step.slice(0, open), index };
}

/** The number written at `[from, to)` without a leading zero, 0 where there is none or it is too long. */
function readIndex(step: string, from: number, to: number): number {
  let index = 0;
  if (to - from > MAX_DIGITS || step.charCodeAt(from) === ZERO) return 0;
  for (let at = from; at < to; at++) {
    const digit = step.charCodeAt(at) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return 0;
    index = 10 * index + digit;
  }
  return index;
}

function nthOfTag(tree: DomTree, parent: number, tagName: string, index: number): number | null {
  const tag = tree.tagNames.indexOf(tagName);
  if (tag <= TEXT_TAG) return null;
  if (parent < 0) return tree.size > 0 && tree.tag[0] === tag && index === 1 ? 0 : null;
  let rank = 0;
  for (let child = parent + 1; child < tree.end[parent]; child = tree.end[child]) {
    if (tree.tag[child] === tag && ++rank === index) return child;
  }
  return null;
}

/** The position of every node among its siblings of the same tag, from 1. Linear, however many siblings there are. */
export function ranksOf(tree: DomTree): Uint32Array {
  const ranks = new Uint32Array(tree.size).fill(1);
  const seen = new Uint32Array(tree.tagNames.length);
  for (let parent = 0; parent < tree.size; parent++) {
    for (let child = parent + 1; child < tree.end[parent]; child = tree.end[child])
      ranks[child] = ++seen[tree.tag[child]];
    for (let child = parent + 1; child < tree.end[parent]; child = tree.end[child]) seen[tree.tag[child]] = 0;
  }
  return ranks;
}
