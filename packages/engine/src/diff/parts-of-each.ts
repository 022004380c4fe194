/**
 * Parts that were pointed at in one of several elements alike, and belong to each: the price of every card. What one says
 * tells little about the others, so the elements of a part's kind are put in rows, by what most of the cards have there;
 * a card with one more, or with one less, is laid beside these rows in the order of the page.
 */
import { type DomTree, isText } from "../tree/dom-tree.ts";
import { pathOf } from "../tree/path.ts";
import { findPart, type InnerPart } from "./inner-part.ts";
import { likenessOf, markOf, type PartLikeness, siblingsOf, textSimilarity } from "./part-likeness.ts";

/** With more of a kind than this in one element, only its place tells which is the part. */
const MAX_OF_KIND = 24;
/** Pairs of an element and a row that are compared in all. */
const MAX_PAIRS = 100_000;
/** Elements of one of them that are looked at. */
const MAX_ELEMENTS = 2_000;

/** How much each of these says, beside what an element says itself, which counts up to 1. */
const WEIGHTS = {
  /** Of the kind at all, in the right element. */
  kin: 0.05,
  /** The mark, and the words, of what stands before or after it. */
  besideMark: 0.1,
  besideText: 0.15,
  place: 0.1,
  /** Less, where most of the row say the same and it says something else. */
  otherWords: 0.3,
  /** For the row itself: where the part was, the same number of its kind, its very words, and how many have that row. */
  rowPlace: 0.3,
  rowCount: 0.3,
  rowWords: 0.5,
  rowShare: 0.4,
} as const;
/** What says less is of a row only within the same element. */
const MIN_SAID = 0.5;
/** What is left of the words of a part, on the whole. */
const MIN_LEFT = 0.1;

interface Candidate {
  readonly node: number;
  /** Its words, with one digit for every number. */
  readonly shape: string;
  readonly likeness: PartLikeness;
  readonly path: string;
  /** Its path without the numbers. */
  readonly kind: string;
  readonly before: string;
  readonly after: string;
}

/** Candidates that have the same place in elements with as many of them, and how many of them have each of these. */
interface Row {
  readonly of: readonly Candidate[];
  readonly shapes: Counts;
  /** How many say the same. */
  readonly mostSame: number;
  readonly kinds: Counts;
  readonly paths: Counts;
  readonly befores: Counts;
  readonly afters: Counts;
  readonly wordsBefore: Counts;
  readonly wordsAfter: Counts;
}
type Counts = ReadonlyMap<string, number>;

/** For each part, where it is in each block; null where it is not. Linear in their size. */
export function findPartsOfEach(
  tree: DomTree,
  blocks: readonly number[],
  parts: readonly InnerPart[],
): (number | null)[][] {
  const marks = new Set(parts.map(({ mark }) => mark));
  const byMark = blocks.map((block) => candidatesIn(tree, block, marks));
  let pairs = 0;
  return parts.map((part) => {
    const all = byMark.map((found) => found.get(part.mark) ?? []);
    const most = Math.max(0, ...all.map(({ length }) => length));
    pairs += all.reduce((sum, { length }) => sum + length * most, 0);
    if (most > MAX_OF_KIND || pairs > MAX_PAIRS) {
      return blocks.map((block) => findPart(tree, block, { path: part.path, mark: part.mark }));
    }
    const chosen = rowsFor(part, all);
    return all.map(
      (candidates) => (unchanged(candidates, part) ?? (chosen && align(candidates, chosen, part)))?.node ?? null,
    );
  });
}

/** As it was picked, where it was. */
function unchanged(candidates: readonly Candidate[], { path, likeness: then }: InnerPart): Candidate | undefined {
  if (candidates.length !== then?.alike) return undefined;
  return candidates.find(({ path: at, likeness: { text, link, picture, beside } }) => {
    const isSaid = text === then.text && link === then.link && picture === then.picture;
    return at === path && isSaid && beside.before === then.beside.before && beside.after === then.beside.after;
  });
}

function candidatesIn(tree: DomTree, block: number, marks: ReadonlySet<string>): ReadonlyMap<string, Candidate[]> {
  const found = new Map<string, Candidate[]>();
  const above = pathOf(tree, block).length + 1;
  const end = Math.min(tree.end[block], block + MAX_ELEMENTS);
  for (let node = block + 1; node < end; node++) {
    if (isText(tree, node)) continue;
    const mark = markOf(tree, node);
    if (!marks.has(mark)) continue;
    const ofMark = found.get(mark) ?? [];
    found.set(mark, ofMark);
    // one more than are looked at says that there are too many
    if (ofMark.length > MAX_OF_KIND) continue;
    const likeness = likenessOf(tree, block, node, 1);
    const [before, after] = siblingsOf(tree, node).map((beside) => (beside === null ? "" : markOf(tree, beside)));
    const path = pathOf(tree, node).slice(above);
    ofMark.push({ node, shape: shapeOf(likeness), likeness, path, kind: kindOf(path), before, after });
  }
  return found;
}

function kindOf(path: string): string {
  return path.replace(/\[\d+\]/g, "");
}

/** Prices are alike, and so are dates; what has no words is known by its picture. */
function shapeOf({ text, picture }: Pick<PartLikeness, "text" | "picture">): string {
  return text === "" ? (picture ?? "") : text.replace(/\p{N}(?:[\p{N}.,'’ ]*\p{N})?/gu, "0");
}

interface Chosen {
  readonly rows: readonly Row[];
  /** Which of them is the part's. */
  readonly own: number;
}

/** The rows of those that have as many of the kind; of several such groups, the one in which the part is told best. */
function rowsFor(part: InnerPart, all: readonly (readonly Candidate[])[]): Chosen | null {
  const groups = Map.groupBy(
    all.filter((candidates) => candidates.length > 0),
    (candidates) => candidates.length,
  );
  let best: (Chosen & { readonly score: number }) | null = null;
  for (const [count, group] of groups) {
    const share = WEIGHTS.rowShare * (group.length / all.length);
    const rows = Array.from({ length: count }, (_, at) => rowOf(group.map((candidates) => candidates[at])));
    for (const [own, row] of rows.entries()) {
      const score = rowScore(row, part, count) + share;
      if (best === null || score > best.score) best = { rows, own, score };
    }
  }
  return best && isGone(part, best) ? null : best;
}

/** Each has less of the kind than there was, and what is left has nothing of its words: each has lost the part. */
function isGone({ likeness }: InnerPart, { rows, own }: Chosen): boolean {
  if (!likeness || rows.length >= likeness.alike) return false;
  const { of } = rows[own];
  return of.reduce((sum, candidate) => sum + wordsAs(likeness, candidate), 0) < MIN_LEFT * of.length;
}

function rowOf(of: readonly Candidate[]): Row {
  const shapes = counts(of, ({ shape }) => shape);
  return {
    of,
    shapes,
    mostSame: Math.max(...shapes.values()),
    kinds: counts(of, ({ kind }) => kind),
    paths: counts(of, ({ path }) => path),
    befores: counts(of, ({ before }) => before),
    afters: counts(of, ({ after }) => after),
    wordsBefore: counts(of, ({ likeness }) => likeness.beside.before),
    wordsAfter: counts(of, ({ likeness }) => likeness.beside.after),
  };
}

function counts(of: readonly Candidate[], read: (candidate: Candidate) => string): Counts {
  const counted = new Map<string, number>();
  for (const value of of.map(read)) counted.set(value, (counted.get(value) ?? 0) + 1);
  return counted;
}

function rowScore({ of }: Row, part: InnerPart, count: number): number {
  const said = of.reduce((sum, candidate) => sum + saidAs(part.likeness, candidate), 0) / of.length;
  const inPlace = of.filter(({ path }) => path === part.path).length / of.length;
  const { text = "", alike } = part.likeness ?? {};
  const hasWords = text !== "" && of.some(({ likeness }) => likeness.text === text);
  const place = inPlace * (WEIGHTS.rowPlace + (alike === count ? WEIGHTS.rowCount : 0));
  return said + place + (hasWords ? WEIGHTS.rowWords : 0);
}

/** How much it is what the part was, by its words and by those beside it, from 0 to 1. */
function saidAs(then: PartLikeness | undefined, { likeness: now, shape }: Candidate): number {
  if (!then) return 0;
  const { before, after } = then.beside;
  const beside =
    Number(before !== "" && before === now.beside.before) + Number(after !== "" && after === now.beside.after);
  return Math.max(wordsAs(then, { likeness: now, shape }), [0, 0.5, 0.7][beside]);
}

function wordsAs(then: PartLikeness, { likeness: now, shape }: Pick<Candidate, "likeness" | "shape">): number {
  if (shape !== "" && shape === shapeOf(then)) return 1;
  return then.text === "" ? 0 : textSimilarity(then.text, now.text);
}

/** The candidate that is in the part's row, where each is in one row at most, in their order, and as many say so as can. */
function align(candidates: readonly Candidate[], { rows, own }: Chosen, part: InnerPart): Candidate | null {
  const width = rows.length + 1;
  // by how many candidates and how many rows were laid beside each other
  const best = new Float64Array((candidates.length + 1) * width);
  const isModel = candidates.length === rows.length;
  const fits = candidates.map((candidate, c) =>
    rows.map((row, r) => {
      return fitness(candidate, row, { isModel, isOwn: isModel && c === r, part: r === own ? part : null });
    }),
  );
  for (let c = 1; c <= candidates.length; c++) {
    for (let r = 1; r <= rows.length; r++) {
      const both = fits[c - 1][r - 1] === 0 ? 0 : best[(c - 1) * width + r - 1] + fits[c - 1][r - 1];
      best[c * width + r] = Math.max(best[(c - 1) * width + r], best[c * width + r - 1], both);
    }
  }
  for (let c = candidates.length, r = rows.length; c > 0 && r > 0; ) {
    const at = best[c * width + r];
    const fit = fits[c - 1][r - 1];
    if (fit > 0 && at === best[(c - 1) * width + r - 1] + fit) {
      if (r - 1 === own) return candidates[c - 1];
      c--;
      r--;
    } else if (at === best[(c - 1) * width + r]) c--;
    else r--;
  }
  return null;
}

/** 0 where it is none of the row. What it says itself, where the row was made of it too, is no reason to be in it. */
function fitness(candidate: Candidate, row: Row, { isModel, isOwn, part }: Fitted): number {
  const { shape, kind, path, before, after, likeness } = candidate;
  const others = (of: Counts, value: string) => (of.get(value) ?? 0) - Number(isOwn);
  const same = shape === "" ? 0 : others(row.shapes, shape);
  const shared = same > 0 ? 0.6 + (0.4 * same) / (row.of.length - Number(isOwn)) : 0;
  const said = Math.max(shared, saidAs(part?.likeness, candidate));
  if (said < MIN_SAID && !isKin(kind, row, part)) return 0;
  const besides = [
    [others(row.befores, before), WEIGHTS.besideMark],
    [others(row.afters, after), WEIGHTS.besideMark],
    [likeness.beside.before === "" ? 0 : others(row.wordsBefore, likeness.beside.before), WEIGHTS.besideText],
    [likeness.beside.after === "" ? 0 : others(row.wordsAfter, likeness.beside.after), WEIGHTS.besideText],
    [others(row.paths, path), WEIGHTS.place],
  ] as const;
  const fit = besides.reduce((sum, [count, weight]) => sum + (count > 0 ? weight : 0), WEIGHTS.kin + said);
  const isOther = said < MIN_SAID && row.mostSame > row.of.length / 2;
  if (!isOther) return fit;
  // something else in the part's place is the part only where nothing came or went
  return part && !isModel ? 0 : Math.max(WEIGHTS.kin, fit - WEIGHTS.otherWords);
}

/** In an element of the same kind; for the part's own row in one as it was picked in, where there is any. */
function isKin(kind: string, { kinds }: Row, part: InnerPart | null): boolean {
  const picked = part && kindOf(part.path);
  return picked !== null && kinds.has(picked) ? kind === picked : kinds.has(kind);
}

interface Fitted {
  /** It is in an element with as many of the kind as there are rows. */
  readonly isModel: boolean;
  /** The row was made of it, too. */
  readonly isOwn: boolean;
  /** Where the row is the part's. */
  readonly part: InnerPart | null;
}
