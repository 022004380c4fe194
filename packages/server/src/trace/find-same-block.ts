/** The element of a page that says the same as one that a person has seen elsewhere. Runs in a worker thread. */
import { blockText, type DomTree, isText, nodeAt, pathOf } from "@tessera/engine";
import { interstitialOf } from "@tessera/engine/shown";
import { BlockPath } from "@tessera/model";
import { treeOf } from "./trace-page.ts";

export interface SameBlockJob {
  readonly html: string;
  readonly layout: Uint8Array | null;
  /** Where it was in the page as the person saw it. */
  readonly path: BlockPath;
  readonly text: string;
}

/** Of a block that is still the same so much of its words is, by weight: a clock or a counter may have moved on. */
const SAME_SHARE = 0.9;
/** Elements that may hold the text; a page has few that are as long. */
const MAX_CANDIDATES = 200;

export interface SameBlock {
  /** Null where no element says the same. */
  readonly path: BlockPath | null;
  /** What stands in place of the page, where it looks like that. */
  readonly wall: ReturnType<typeof interstitialOf>;
}

export function findSameBlock({ html, layout, path, text }: SameBlockJob): SameBlock {
  const tree = treeOf(html, layout);
  return { path: sameBlock(tree, path, text), wall: interstitialOf(tree) };
}

export interface SameBlocksJob {
  readonly html: string;
  readonly layout: Uint8Array | null;
  readonly blocks: readonly Pick<SameBlockJob, "path" | "text">[];
}

/** Of several blocks that were last seen in an earlier capture: what says the same, or else what stands at their place. */
export function findSameBlocks({ html, layout, blocks }: SameBlocksJob): readonly (SeenAt | null)[] {
  const tree = treeOf(html, layout);
  return blocks.map(({ path, text }) => {
    const at = sameBlock(tree, path, text) ?? path;
    const node = nodeAt(tree, at);
    return node === null ? null : { path: at, node };
  });
}

export interface SeenAt {
  readonly path: BlockPath;
  readonly node: number;
}

function sameBlock(tree: DomTree, path: BlockPath, text: string): BlockPath | null {
  const wanted = wordsOf(text);
  if (wanted.length === 0) return null;
  const there = nodeAt(tree, path);
  const candidates = [...(there === null ? [] : [there]), ...elementsOfLength(tree, lengthOf(text))];
  const scored = candidates.map((node) => ({ node, share: sharedShare(wanted, wordsOf(blockText(tree, node))) }));
  // the deepest of those that say the same, unless it is just where it was
  const best = scored.reduce<(typeof scored)[number] | null>((one, other) => {
    if (one === null || other.share > one.share) return other;
    return other.share === one.share && one.node !== there && other.node > one.node ? other : one;
  }, null);
  return best && best.share >= SAME_SHARE ? (BlockPath.safeParse(pathOf(tree, best.node)).data ?? null) : null;
}

/** Elements with about as many characters, spaces aside, the most alike in length first. */
function elementsOfLength(tree: DomTree, wanted: number): readonly number[] {
  const lengths = new Float64Array(tree.size);
  for (let node = tree.size - 1; node >= 0; node--) {
    if (isText(tree, node)) lengths[node] = lengthOf(blockText(tree, node));
    const parent = tree.parent[node]!;
    if (parent >= 0) lengths[parent]! += lengths[node]!;
  }
  const near = [...lengths.keys()].filter((node) => {
    const length = lengths[node]!;
    return !isText(tree, node) && length >= wanted * 0.8 && length <= wanted * 1.25;
  });
  return near.sort((a, b) => Math.abs(lengths[a]! - wanted) - Math.abs(lengths[b]! - wanted)).slice(0, MAX_CANDIDATES);
}

function lengthOf(text: string): number {
  return text.replace(/\s+/g, "").length;
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Of the words of both together, the share that both have, each as often as it stands there. */
function sharedShare(one: readonly string[], other: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of one) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of other) {
    const count = left.get(word) ?? 0;
    if (count > 0) {
      shared++;
      left.set(word, count - 1);
    }
  }
  return one.length + other.length === 0 ? 0 : (2 * shared) / (one.length + other.length);
}
