/** What may be the block, for the eye of a person: of candidates that show the same, the best alone. */
import { attributeOf, blockText, type Candidate, contains, type DomTree, tagOf } from "@tessera/engine";

/** From this F1 of words and pictures on, two elements show the same. */
const ALIKE_FROM = 0.9;
/** What is longer is told by its beginning. */
const MAX_LENGTH = 20_000;

/** Words, and in writing without spaces each sign. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{M}\p{N}]+/gu;

/** Without those that look like a better one; `candidates` is from best to worst, and the order stays. */
export function distinctCandidates(tree: DomTree, candidates: readonly Candidate[]): readonly Candidate[] {
  const kept: (Candidate & { readonly look: Look })[] = [];
  for (const candidate of candidates) {
    const look = lookOf(tree, candidate.node);
    if (!kept.some((better) => looksLike(tree, look, better.look))) kept.push({ ...candidate, look });
  }
  return kept.map(({ look, ...candidate }) => candidate);
}

/** The same element to the eye: one lies in the other and they show the same. */
export function isLevelOf(tree: DomTree, node: number, other: number): boolean {
  const isNested = contains(tree, node, other) || contains(tree, other, node);
  return isNested && looksLike(tree, lookOf(tree, node), lookOf(tree, other));
}

interface Look {
  readonly node: number;
  /** By which a person tells it from others of its kind. */
  readonly firstLine: string;
  /** Words and pictures, each with how often it is shown. */
  readonly shown: ReadonlyMap<string, number>;
  readonly count: number;
}

function lookOf(tree: DomTree, node: number): Look {
  const text = blockText(tree, node).slice(0, MAX_LENGTH).toLowerCase();
  const all = [...(text.match(WORD) ?? []), ...picturesIn(tree, node)];
  const shown = new Map<string, number>();
  for (const one of all) shown.set(one, (shown.get(one) ?? 0) + 1);
  return { node, firstLine: text.split("\n", 1)[0]!.trim(), shown, count: all.length };
}

function picturesIn(tree: DomTree, node: number): readonly string[] {
  const pictures: string[] = [];
  for (let inner = node; inner < tree.end[node]!; inner++) {
    if (tagOf(tree, inner) === "img") pictures.push(`picture ${attributeOf(tree, inner, "src") ?? ""}`);
  }
  return pictures;
}

/** Rows and cards may have all but their names in common: such a name begins them. */
function looksLike(tree: DomTree, one: Look, other: Look): boolean {
  const isNested = contains(tree, one.node, other.node) || contains(tree, other.node, one.node);
  return (isNested || one.firstLine === other.firstLine) && f1(one, other) >= ALIKE_FROM;
}

function f1(one: Look, other: Look): number {
  if (one.count + other.count === 0) return 1;
  let common = 0;
  for (const [what, times] of one.shown) common += Math.min(times, other.shown.get(what) ?? 0);
  return (2 * common) / (one.count + other.count);
}
