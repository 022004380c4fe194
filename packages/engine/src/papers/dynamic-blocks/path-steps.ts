/**
 * Paths with holes as [following-dynamic-blocks] writes them: `body[1]/div[*]/.../span[1]/a[1]`, where `*` is any index
 * and `...` any steps or none.
 *
 * Departures: a path starts below the root element, as in the paper's examples, so the root has the empty path. Of a
 * block deeper than `MAX_STEPS` only the lowest steps are kept: Chromium nests elements no deeper than 512, and memory
 * must not grow with what a hostile page nests.
 */

import { siblingRanks } from "../../feature/sibling-ranks.ts";
import type { DomTree } from "../../tree/dom-tree.ts";

export interface PathStep {
  readonly tag: string;
  /** Position among the siblings of the same tag, from 1; null where any will do. */
  readonly index: number | null;
}

export interface HoledPath {
  readonly top: readonly PathStep[];
  /** The steps below the hole; null where there is no hole and `top` is the whole path. */
  readonly bottom: readonly PathStep[] | null;
}

const MAX_STEPS = 512;
const HOLE = "...";
const STEP = /^([^/]+)\[(\*|[1-9]\d{0,8})\]$/;

/** The path of an element. Linear in its depth once the sibling ranks of the page are known. */
export function stepsOf(page: DomTree, node: number): HoledPath {
  const ranks = siblingRanks(page);
  const steps: PathStep[] = [];
  for (let at = node; at > 0 && steps.length < MAX_STEPS; at = page.parent[at]) {
    steps.push({ tag: page.tagNames[page.tag[at]], index: ranks[at] });
  }
  steps.reverse();
  return page.depth[node] > steps.length ? { top: [], bottom: steps } : { top: steps, bottom: null };
}

export function formatPath(path: HoledPath): string {
  const top = path.top.map(formatStep);
  return (path.bottom ? [...top, HOLE, ...path.bottom.map(formatStep)] : top).join("/");
}

/** Null where the text is not a path. */
export function parsePath(text: string): HoledPath | null {
  const parts: PathStep[][] = [[]];
  if (text === "") return { top: [], bottom: null };
  for (const word of text.split("/")) {
    if (word === HOLE) {
      parts.push([]);
      continue;
    }
    const [, tag, index] = STEP.exec(word) ?? [];
    if (tag === undefined) return null;
    parts.at(-1)?.push({ tag, index: index === "*" ? null : Number(index) });
  }
  return parts.length > 2 ? null : { top: parts[0], bottom: parts[1] ?? null };
}

/** The fewest steps that a path with this pattern can have. */
export function lengthOf(path: HoledPath): number {
  return path.top.length + (path.bottom?.length ?? 0);
}

/** Tags and indexes that are not empty: what the paper compares merged paths by. */
export function filledParts(steps: readonly PathStep[]): number {
  return steps.reduce((sum, step) => sum + (step.index === null ? 1 : 2), 0);
}

function formatStep(step: PathStep): string {
  return `${step.tag}[${step.index ?? "*"}]`;
}
