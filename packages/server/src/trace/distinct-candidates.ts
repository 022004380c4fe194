/** What may be the block, for the eye of a person: of candidates that show the same, the best alone. */
import { attributeOf, blockText, type Candidate, contains, type DomTree, tagOf } from "@tessera/engine";

/** From this F1 of words and pictures on, two elements show the same. */
const ALIKE_FROM = 0.9;
/** So many signs fill a card. */
const MAX_SEEN = 300;
/** What is longer is told by its beginning. */
const MAX_LENGTH = 20_000;

/** Words, and in writing without spaces each sign. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+/gu;

export interface DistinctCandidate {
  readonly candidate: Candidate;
  /** So much of its text as fills a card. */
  readonly excerpt: string;
}

/**
 * Without those that look like a better one, which gets their share of the score; `candidates` is from best to worst, and
 * the order stays. No further are looked at once there are as many as `most`.
 */
export function distinctCandidates(
  tree: DomTree,
  candidates: readonly Candidate[],
  most = candidates.length,
): readonly DistinctCandidate[] {
  const kept: { candidate: Candidate; readonly look: Look }[] = [];
  for (const candidate of candidates) {
    if (kept.length >= most) break;
    const look = lookOf(tree, candidate.node);
    const better = kept.find((other) => looksLike(tree, look, other.look));
    if (!better) kept.push({ candidate, look });
    else {
      const score = Math.min(1, better.candidate.score + candidate.score);
      better.candidate = { ...better.candidate, score };
    }
  }
  return kept.map(({ candidate, look: { excerpt } }) => ({ candidate, excerpt }));
}

/** One lies in the other, and they show the same. */
export function isLevelOf(tree: DomTree, node: number, other: number): boolean {
  return isNested(tree, node, other) && showSame(lookOf(tree, node), lookOf(tree, other));
}

interface Look {
  readonly node: number;
  /** The beginning as it is written. */
  readonly excerpt: string;
  /** What is to be seen of it on a card. */
  readonly beginning: string;
  /** By which a person tells it from others of its kind. */
  readonly firstLine: string;
  /** Words and pictures, counted when first asked for: most are told apart by how they begin. */
  readonly shown: () => Shown;
}

interface Shown {
  /** How often each is shown. */
  readonly times: ReadonlyMap<string, number>;
  readonly count: number;
}

/** Blocks of one page have wrappers and siblings in common, each looked at once. */
const looks = new WeakMap<DomTree, Map<number, Look>>();

function lookOf(tree: DomTree, node: number): Look {
  const known = looks.get(tree) ?? new Map<number, Look>();
  const look = known.get(node) ?? lookAt(tree, node);
  looks.set(tree, known.set(node, look));
  return look;
}

function lookAt(tree: DomTree, node: number): Look {
  const written = blockText(tree, node);
  const text = written.slice(0, MAX_LENGTH).toLowerCase();
  let counted: Shown | null = null;
  const shown = (): Shown => {
    counted ??= countShown([...(text.match(WORD) ?? []), ...picturesIn(tree, node)]);
    return counted;
  };
  const firstLine = text.split("\n", 1)[0]!.trim();
  const excerpt = written.slice(0, MAX_SEEN);
  return { node, excerpt, beginning: text.slice(0, MAX_SEEN), firstLine, shown };
}

function countShown(all: readonly string[]): Shown {
  const times = new Map<string, number>();
  for (const one of all) times.set(one, (times.get(one) ?? 0) + 1);
  return { times, count: all.length };
}

function picturesIn(tree: DomTree, node: number): readonly string[] {
  const pictures: string[] = [];
  for (let inner = node; inner < tree.end[node]!; inner++) {
    if (tagOf(tree, inner) === "img") pictures.push(`picture ${attributeOf(tree, inner, "src") ?? ""}`);
  }
  return pictures;
}

/**
 * A wrapper that goes on below the edge of its card looks like what it begins with. Rows and cards side by side may have
 * all but their names in common: such a name begins them.
 */
function looksLike(tree: DomTree, one: Look, other: Look): boolean {
  if (isNested(tree, one.node, other.node)) return one.beginning === other.beginning || showSame(one, other);
  return one.firstLine === other.firstLine && showSame(one, other);
}

function isNested(tree: DomTree, node: number, other: number): boolean {
  return contains(tree, node, other) || contains(tree, other, node);
}

function showSame(one: Look, other: Look): boolean {
  return f1(one.shown(), other.shown()) >= ALIKE_FROM;
}

function f1(one: Shown, other: Shown): number {
  if (one.count + other.count === 0) return 1;
  let common = 0;
  for (const [what, times] of one.times) common += Math.min(times, other.times.get(what) ?? 0);
  return (2 * common) / (one.count + other.count);
}
