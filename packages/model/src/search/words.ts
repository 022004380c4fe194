/**
 * What counts as a word when texts are searched: the same for what is indexed and for what is asked, in every store. Words are
 * folded (Unicode NFKC without case, accents, strokes, vowel points and invisible characters); scripts that are written without
 * spaces are taken as pairs of neighbouring characters, so that any part of a run can be found.
 */
import { plain } from "./plain.ts";

export interface Word {
  readonly word: string;
  /** Where it stands in the text, in UTF-16 units; pairs of characters overlap. */
  readonly start: number;
  readonly end: number;
}

/** Longer ones are cut, in the text as in the question. */
const MAX_WORD_LENGTH = 40;

/** Thai, Lao, Burmese, Khmer, kana, Han. */
const UNSPACED =
  "\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005-\\u3007\\u3040-\\u30ff\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\uff66-\\uff9f\\u{20000}-\\u{3ffff}";

/** A run of such characters, or a run of other letters, digits and what is put on or between them. */
const RUNS = new RegExp(
  `(?<unspaced>[${UNSPACED}][${UNSPACED}\\p{M}\\p{Cf}]*)|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}\\p{Cf}])+`,
  "gu",
);
const CHARACTERS = /[^\p{M}\p{Cf}][\p{M}\p{Cf}]*/gu;
const PLAIN = /^[a-z0-9]*$/;
const PLAIN_IN_ANY_CASE = /^[A-Za-z0-9]*$/;
const NO_WORD = /[^\p{L}\p{M}\p{N}]/gu;

export interface WordOptions {
  /**
   * As in a question: the last run of characters without spaces may go on in the text, so its last character does not stand for
   * itself.
   */
  readonly isAsked?: boolean;
}

/** The words of a text, in its order. */
export function wordsIn(text: string, { isAsked = false }: WordOptions = {}): readonly Word[] {
  const words: Word[] = [];
  let open = 0;
  for (const { 0: run, index: start, groups } of text.matchAll(RUNS)) {
    open = 0;
    if (groups?.unspaced === undefined) {
      const word = folded(run);
      if (word !== "") words.push({ word, start, end: start + run.length });
    } else {
      open = addPairs(words, run, start);
    }
  }
  if (isAsked && open > 1) words.pop();
  return words;
}

/** Each character with the next, and the last alone; says how many there were. */
function addPairs(words: Word[], run: string, start: number): number {
  const characters = [...run.matchAll(CHARACTERS)].flatMap(({ 0: raw, index }) => {
    const word = folded(raw);
    return word === "" ? [] : [{ word, start: start + index, end: start + index + raw.length }];
  });
  for (const [at, { word, start: from, end }] of characters.entries()) {
    const next = characters[at + 1];
    words.push({ word: word + (next?.word ?? ""), start: from, end: next?.end ?? end });
  }
  return characters.length;
}

/** The words of a text in one line with a space on both sides of each, for a look with `includes`. */
export function wordLine(text: string): string {
  let line = " ";
  for (const { word } of wordsIn(text)) line += `${word} `;
  return line;
}

/** Runs of scripts without spaces are one character or two, everything else is a word of its own. */
export function isUnspaced(word: string): boolean {
  return UNSPACED_WORD.test(word);
}

const UNSPACED_WORD = new RegExp(`^[${UNSPACED}]`, "u");

/** One word without case and accents. */
export function folded(raw: string): string {
  if (PLAIN.test(raw)) return shortened(raw);
  if (PLAIN_IN_ANY_CASE.test(raw)) return shortened(raw.toLowerCase());
  return shortened(plain(raw).replace(NO_WORD, "").normalize("NFC"));
}

function shortened(word: string): string {
  if (word.length <= MAX_WORD_LENGTH) return word;
  const cut = word.slice(0, MAX_WORD_LENGTH);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
