/**
 * Parts inside a block that a person pointed at, followed like blocks: found again by what they say, the entry that they
 * are in, what they look like and where they were, so that a new entry above one of them neither brings it back nor is
 * taken for it.
 */
import { type DomTree, isText, tagOf } from "../tree/dom-tree.ts";
import { nodeAt, pathOf } from "../tree/path.ts";
import { commonWords, likenessOf, markOf, type PartLikeness, textSimilarity } from "./part-likeness.ts";

export interface InnerPart {
  /** From the block down, such as `div[1]/span[2]`. */
  readonly path: string;
  /** Tag, id and classes, written as a selector would write them. */
  readonly mark: string;
  /** Missing in parts from before there was one: those are found by path and mark alone. */
  readonly likeness?: PartLikeness | undefined;
}

/** What is less like a part is another: leaving out the wrong element hides news. */
const MIN_SCORE = 0.6;
/** From here on it is known by itself or its entry and not by its place, unless another is nearly as like. */
const SURE_SCORE = 0.75;
const SURE_MARGIN = 0.1;
/** An entry with less in common than this is another one. */
const MIN_ENTRY = 0.3;
const SAME_ENTRY = 0.6;
/** In its place, this much of its words is enough. */
const MIN_IN_PLACE = 0.2;
/** What leads elsewhere must say the same. */
const OTHER_LINK = 0.7;
/** As many elements of a kind say which words are common to them. */
const MAX_OF_KIND = 50;
/** Elements of a block among which its parts are looked for, and pairs that are compared in all. */
const MAX_ELEMENTS = 5_000;
const MAX_PAIRS = 20_000;

/** How to find an element below a block again. Linear in the size of the block. */
export function describePart(tree: DomTree, block: number, node: number): InnerPart {
  if (node <= block || node >= tree.end[block]) throw new RangeError(`node ${node} is not inside block ${block}`);
  const mark = markOf(tree, node);
  const path = pathOf(tree, node).slice(pathOf(tree, block).length + 1);
  const alike = elementsOf(tree, block).filter((other) => markOf(tree, other) === mark).length;
  return { path, mark, likeness: likenessOf(tree, block, node, Math.max(1, alike)) };
}

/** The same for one part alone. */
export function findPart(tree: DomTree, block: number, part: InnerPart): number | null {
  return findParts(tree, block, [part])[0];
}

/** The parts in a newer version of the block, null for each that is not there; no two are one element. */
export function findParts(tree: DomTree, block: number, parts: readonly InnerPart[]): (number | null)[] {
  return traceParts(tree, block, parts).map((found) => found?.node ?? null);
}

export interface TracedPart {
  readonly node: number;
  /** It can be learned from what it is like now: nothing else is as like. */
  readonly isSure: boolean;
}

/**
 * The same with how sure each is. Linear in the size of the block for parts that are as they were, here or elsewhere, and
 * at most `MAX_PAIRS` comparisons for the others.
 */
export function traceParts(tree: DomTree, block: number, parts: readonly InnerPart[]): (TracedPart | null)[] {
  const places = parts.map((part) => nodeAt(tree, `${pathOf(tree, block)}/${part.path}`));
  const found = parts.map((part, at): TracedPart | null => {
    const place = places[at];
    return place !== null && isUnchanged(tree, block, part, place) ? { node: place, isSure: true } : null;
  });
  if (found.every((part) => part !== null)) return found;
  const search = new PartSearch(tree, block);
  const taken = new Set(found.map((part) => part?.node ?? null));
  parts.forEach((part, at) => {
    if (found[at] !== null) return;
    const { likeness } = part;
    const node = likeness ? search.unchanged(part.mark, likeness, taken) : search.byMark(part, places[at]);
    if (node === null) return;
    found[at] = { node, isSure: likeness !== undefined };
    taken.add(node);
  });
  const pairs = parts.flatMap(({ mark, likeness }, at) =>
    found[at] === null && likeness ? search.pairsOf(likeness, { at, mark, place: places[at] }) : [],
  );
  // the likeliest first; of equals the one in its place, then in the order of the page
  pairs.sort(
    (a, b) => b.score - a.score || Number(b.isInPlace) - Number(a.isInPlace) || a.at - b.at || a.node - b.node,
  );
  for (const { at, node, score } of pairs) {
    if (found[at] !== null || taken.has(node)) continue;
    const hasRival = pairs.some(
      (other) => other.at === at && other.node !== node && other.score > score - SURE_MARGIN && !taken.has(other.node),
    );
    found[at] = { node, isSure: score >= SURE_SCORE && !hasRival };
    taken.add(node);
  }
  return found;
}

interface Pair {
  /** Which part. */
  readonly at: number;
  readonly node: number;
  readonly score: number;
  readonly isInPlace: boolean;
}

interface Wanted {
  readonly at: number;
  readonly mark: string;
  readonly place: number | null;
}

/** Where it was, and as it was: nothing needs to be looked for. */
function isUnchanged(tree: DomTree, block: number, { mark, likeness }: InnerPart, place: number | null): boolean {
  if (place === null || !likeness || markOf(tree, place) !== mark) return false;
  const now = likenessOf(tree, block, place, likeness.alike);
  const isSaid = now.text === likeness.text && now.link === likeness.link && now.picture === likeness.picture;
  return isSaid && now.entry?.link === likeness.entry?.link;
}

/** One look through a block for those of its parts that are not as they were. */
class PartSearch {
  readonly #tree: DomTree;
  readonly #block: number;
  readonly #elements: readonly number[];
  readonly #marks: readonly string[];
  readonly #counts = new Map<string, number>();
  /** By mark, the elements of each content. */
  readonly #unchanged = new Map<string, ReadonlyMap<string | null, readonly number[]>>();
  readonly #common = new Map<string, ReadonlySet<string>>();
  readonly #likenesses = new Map<number, PartLikeness>();
  #pairs = 0;

  constructor(tree: DomTree, block: number) {
    this.#tree = tree;
    this.#block = block;
    this.#elements = elementsOf(tree, block);
    this.#marks = this.#elements.map((node) => markOf(tree, node));
    for (const mark of this.#marks) this.#counts.set(mark, (this.#counts.get(mark) ?? 0) + 1);
  }

  /** What is at the path counts only with the same mark; elsewhere the mark must be the only one of its kind. */
  byMark({ mark }: InnerPart, place: number | null): number | null {
    if (place !== null && markOf(this.#tree, place) === mark) return place;
    // a bare tag says too little to look for elsewhere
    if (!/[.#]/.test(mark) || this.#counts.get(mark) !== 1) return null;
    return this.#elements[this.#marks.indexOf(mark)];
  }

  /** The first element that is as the part was, elsewhere, and not another part. */
  unchanged(mark: string, likeness: PartLikeness, taken: ReadonlySet<number | null>): number | null {
    let nodes = this.#unchanged.get(mark);
    if (!nodes) {
      const ofKind = this.#elements.filter((_, index) => this.#marks[index] === mark);
      nodes = Map.groupBy(ofKind, (node) => contentKey(this.#likenessAt(node)));
      this.#unchanged.set(mark, nodes);
    }
    const key = contentKey(likeness);
    return key === null ? null : (nodes.get(key)?.find((node) => !taken.has(node)) ?? null);
  }

  /** The elements that may be the part. */
  pairsOf(likeness: PartLikeness, wanted: Wanted): readonly Pair[] {
    const pairs: Pair[] = [];
    for (const [index, node] of this.#elements.entries()) {
      const isMarked = this.#marks[index] === wanted.mark;
      if (!isMarked && !this.#isSimilarInSize(node, likeness)) continue;
      if (++this.#pairs > MAX_PAIRS) break;
      const isInPlace = node === wanted.place;
      const score = this.#score(node, likeness, { ...wanted, isMarked, isInPlace });
      if (score >= MIN_SCORE) pairs.push({ at: wanted.at, node, score, isInPlace });
    }
    return pairs;
  }

  #score(node: number, then: PartLikeness, found: Wanted & { isMarked: boolean; isInPlace: boolean }): number {
    const { mark, isMarked, isInPlace } = found;
    const now = this.#likenessAt(node);
    const entry = entrySimilarity(then, now);
    if (entry !== null && entry < MIN_ENTRY) return 0;
    const identity = identityOf(then, now, this.#commonTo(markOf(this.#tree, node)));
    const isSameTag = mark.split(/[.#]/, 1)[0] === tagOf(this.#tree, node);
    const scores = [identity === null ? 0 : identity * (isMarked ? 1 : isSameTag ? 0.9 : 0.8)];
    if (isMarked) {
      const isOnly = then.alike === 1 && this.#counts.get(mark) === 1;
      // the only one of its kind then and now, whatever it says
      if (isOnly && (isInPlace || /[.#]/.test(mark))) scores.push(0.75);
      if (entry !== null && entry >= SAME_ENTRY) scores.push(0.8);
      if (isInPlace && !isElsewhere(then, now) && (identity ?? 1) >= MIN_IN_PLACE) scores.push(0.65);
      if (isInPlace && isSlot(then, now)) scores.push(0.7);
    }
    return Math.max(...scores);
  }

  /** Words that tell no entry of a kind from another: "Add to cart". */
  #commonTo(mark: string): ReadonlySet<string> {
    const known = this.#common.get(mark);
    if (known) return known;
    const nodes = this.#elements.filter((_, index) => this.#marks[index] === mark).slice(0, MAX_OF_KIND);
    const common = commonWords(nodes.map((node) => this.#likenessAt(node).text));
    this.#common.set(mark, common);
    return common;
  }

  /** Another mark is only looked at for its words: a redesign keeps them. */
  #isSimilarInSize(node: number, { text }: PartLikeness): boolean {
    const length = this.#tree.textStart[this.#tree.end[node]] - this.#tree.textStart[node];
    return text !== "" && length >= text.length / 2 && (length <= 4 * text.length + 20 || text.length > 100);
  }

  #likenessAt(node: number): PartLikeness {
    const known = this.#likenesses.get(node);
    if (known) return known;
    const likeness = likenessOf(this.#tree, this.#block, node, 1);
    this.#likenesses.set(node, likeness);
    return likeness;
  }
}

/** How much of what a part says is still said, from 0 to 1; null where it said nothing. */
function identityOf(then: PartLikeness, now: PartLikeness, common: ReadonlySet<string>): number | null {
  const isLinked = then.link !== null && then.link === now.link;
  if (then.text !== "") {
    const similarity = textSimilarity(then.text, now.text, common);
    if (isLinked && similarity >= MIN_IN_PLACE) return Math.max(similarity, 0.9);
    return isElsewhere(then, now) ? similarity * OTHER_LINK : similarity;
  }
  if (now.text !== "") return 0;
  if (then.picture !== null) return then.picture === now.picture ? 1 : isLinked ? 0.9 : 0;
  return then.link === null ? null : Number(isLinked);
}

/** Equal where two say the same in the same entry; null where one says nothing to know it by. */
function contentKey(likeness: PartLikeness): string | null {
  const { text, link, picture, entry } = likeness;
  if (text + (link ?? "") + (picture ?? "") === "") return null;
  return JSON.stringify([text, link, picture, entry?.link, restOfEntry(likeness)]);
}

/** Both lead somewhere, and not to the same. */
function isElsewhere(then: PartLikeness, now: PartLikeness): boolean {
  return then.link !== null && now.link !== null && then.link !== now.link;
}

/** Null where the part was in no entry, or in one that says nothing else. */
function entrySimilarity(then: PartLikeness, now: PartLikeness): number | null {
  const rest = restOfEntry(then);
  if (then.entry === null || (rest === "" && then.entry.link === null)) return null;
  if (now.entry === null) return MIN_ENTRY;
  const areLinked = then.entry.link !== null && now.entry.link !== null;
  if (areLinked && then.entry.link === now.entry.link) return 1;
  return textSimilarity(rest, restOfEntry(now)) * (areLinked ? 0.5 : 1);
}

/** What the entry of a part says besides the part. */
function restOfEntry({ entry, text }: PartLikeness): string {
  return (entry?.text ?? "").replace(text, " ").trim();
}

/** Something else between the same neighbours: a place for something that changes. */
function isSlot({ beside: then }: PartLikeness, { beside: now }: PartLikeness): boolean {
  return then.before !== "" && then.after !== "" && then.before === now.before && then.after === now.after;
}

function elementsOf(tree: DomTree, block: number): readonly number[] {
  const elements: number[] = [];
  for (let node = block + 1; node < tree.end[block] && elements.length < MAX_ELEMENTS; node++) {
    if (!isText(tree, node)) elements.push(node);
  }
  return elements;
}
