/**
 * What a person types to find something: words that all have to be there, "phrases", -words that must not be, `tag:`, `-tag:`
 * and `in:` a sheet. Any text is a question; what makes no sense in it is left out.
 */
import { isUnspaced, wordsIn } from "./words.ts";

/** Words that stand beside each other; the last of them may go on where `isPrefix`. */
export interface Term {
  readonly words: readonly string[];
  readonly isPrefix: boolean;
}

export interface SearchQuery {
  readonly terms: readonly Term[];
  readonly without: readonly Term[];
  /** As typed; all of them. */
  readonly tags: readonly string[];
  /** As typed; none of them. */
  readonly withoutTags: readonly string[];
  /** On any of them. */
  readonly sheets: readonly AskedSheet[];
}

/** The title of a sheet or words of it, as typed; the last of them may go on where it stands without quotes. */
export interface AskedSheet {
  readonly title: string;
  readonly isQuoted: boolean;
}

export const MAX_QUERY_LENGTH = 500;
/** What is beyond is not looked at. */
const MAX_TERMS = 12;
const MAX_WORDS_OF_TERM = 20;
/** One letter is a word and not the beginning of all words with it. */
const MIN_PREFIX_LENGTH = 2;

const SPACE = /\s/u;
const QUOTES: ReadonlySet<string> = new Set(['"', "“", "”", "„"]);
const FIELDS = ["tag:", "in:"] as const;
const NEGATED_FIELDS = ["tag:"] as const;

interface Piece {
  readonly text: string;
  readonly field: (typeof FIELDS)[number] | null;
  readonly isQuoted: boolean;
  readonly isNegated: boolean;
  /** Nothing comes after it: it may still be being typed. */
  readonly isLast: boolean;
}

export function parseQuery(text: string): SearchQuery {
  const pieces = [...piecesOf(text.slice(0, MAX_QUERY_LENGTH))];
  const named = (field: Piece["field"]) => pieces.filter((piece) => piece.field === field && piece.text.trim() !== "");
  const tagged = (isNegated: boolean) =>
    named("tag:").flatMap((piece) => (piece.isNegated === isNegated ? [piece.text] : []));
  const spoken = named(null).flatMap((piece) => termOf(piece) ?? []);
  return {
    terms: spoken.filter(({ isNegated }) => !isNegated).map(({ term }) => term),
    without: spoken.filter(({ isNegated }) => isNegated).map(({ term }) => term),
    tags: tagged(false),
    withoutTags: tagged(true),
    sheets: named("in:").map(({ text: title, isQuoted }) => ({ title, isQuoted })),
  };
}

/** False where there is nothing to look for. */
export function asksSomething({ terms, without, tags, withoutTags, sheets }: SearchQuery): boolean {
  return terms.length + without.length + tags.length + withoutTags.length + sheets.length > 0;
}

function termOf(piece: Piece): { readonly term: Term; readonly isNegated: boolean } | null {
  const words = wordsIn(piece.text, { isAsked: true })
    .slice(0, MAX_WORDS_OF_TERM)
    .map(({ word }) => word);
  const last = words.at(-1);
  if (last === undefined) return null;
  const goesOn = !piece.isQuoted && (piece.isLast || piece.text.endsWith("*")) && last.length >= MIN_PREFIX_LENGTH;
  // a character of a script without spaces is the first of a pair wherever it stands
  return { term: { words, isPrefix: goesOn || isUnspaced(last) }, isNegated: piece.isNegated };
}

/** From left to right, each character once. */
function* piecesOf(text: string): Generator<Piece> {
  let at = 0;
  let count = 0;
  while (at < text.length && count < MAX_TERMS) {
    if (SPACE.test(text[at]!)) {
      at += 1;
      continue;
    }
    const isNegated = text[at] === "-" && at + 1 < text.length && !SPACE.test(text[at + 1]!);
    if (isNegated) at += 1;
    const fields = isNegated ? NEGATED_FIELDS : FIELDS;
    const field = fields.find((name) => text.slice(at, at + name.length).toLowerCase() === name) ?? null;
    if (field) at += field.length;
    const isQuoted = at < text.length && QUOTES.has(text[at]!);
    if (isQuoted) at += 1;
    const end = endOf(text, at, isQuoted);
    yield { text: text.slice(at, end), field, isQuoted, isNegated, isLast: end === text.length };
    count += 1;
    at = isQuoted ? end + 1 : end;
  }
}

function endOf(text: string, from: number, isQuoted: boolean): number {
  for (let at = from; at < text.length; at++) {
    const sign = text[at]!;
    if (QUOTES.has(sign) || (!isQuoted && SPACE.test(sign))) return at;
  }
  return text.length;
}
