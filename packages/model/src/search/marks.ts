/** Where a text says what was asked for, and the part of it that is shown. Ranges are offsets; nothing here makes markup. */
import type { AskedSheet, SearchQuery, Term } from "./query.ts";
import { isUnspaced, type Word, wordLine, wordsIn } from "./words.ts";

/** From the first to behind the last character, in UTF-16 units. */
export type Range = readonly [start: number, end: number];

export interface Excerpt {
  readonly text: string;
  readonly marks: readonly Range[];
}

/** True where the words of a line, as `wordLine` has them, have those of the term beside each other. */
export function hasTerm(line: string, term: Term): boolean {
  return line.includes(needleOf(term));
}

/** Whether a title has the words of one of these; a title of signs alone has none, and is meant only by itself. */
export function isNamed(title: string, asked: readonly AskedSheet[]): boolean {
  const line = wordLine(title);
  return asked.some((one) => {
    const words = wordsIn(one.title, { isAsked: true }).map(({ word }) => word);
    const last = words.at(-1);
    if (last === undefined) return title.trim() === one.title.trim();
    return hasTerm(line, { words, isPrefix: !one.isQuoted || isUnspaced(last) });
  });
}

/** A term as it stands in such a line. */
export function needleOf({ words, isPrefix }: Term): string {
  return ` ${words.join(" ")}${isPrefix ? "" : " "}`;
}

/** True where what is asked for cannot be there without what must not be, as in `river -river`: nothing answers that. */
export function excludesItself({ terms, without }: Pick<SearchQuery, "terms" | "without">): boolean {
  return terms.some((term) => without.some((unwanted) => needleOf(term).includes(needleOf(unwanted))));
}

/** In order, and none touches the next. */
export function marksIn(text: string, terms: readonly Term[]): readonly Range[] {
  const words = wordsIn(text);
  const found: Range[] = [];
  for (const term of terms) {
    for (let at = 0; at + term.words.length <= words.length; at++) {
      if (!standsAt(words, at, term)) continue;
      found.push([words[at]!.start, words[at + term.words.length - 1]!.end]);
    }
  }
  return joined(found);
}

function standsAt(words: readonly Word[], at: number, { words: asked, isPrefix }: Term): boolean {
  return asked.every((word, index) => {
    const there = words[at + index]!.word;
    return isPrefix && index === asked.length - 1 ? there.startsWith(word) : there === word;
  });
}

function joined(ranges: readonly Range[]): readonly Range[] {
  const sorted = ranges.toSorted((one, other) => one[0] - other[0] || one[1] - other[1]);
  const all: [number, number][] = [];
  for (const [start, end] of sorted) {
    const last = all.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else all.push([start, end]);
  }
  return all;
}

const MAX_EXCERPT = 240;
/** So much of it stands before the first mark. */
const BEFORE = 60;
/** Anything that would break a line or ring a bell. */
const CONTROLS = /\p{Cc}/gu;

/** The part of a line around the first place that says it, or its beginning. */
export function excerptOf(line: string, terms: readonly Term[]): Excerpt {
  const plain = line.replace(CONTROLS, " ");
  const marks = marksIn(plain, terms);
  if (plain.length <= MAX_EXCERPT) return { text: plain, marks };
  const first = marks[0]?.[0] ?? 0;
  const start = first <= BEFORE ? 0 : startOfWord(plain, first - BEFORE, first);
  const end = whole(plain, Math.min(plain.length, start + MAX_EXCERPT));
  const shown = marks.flatMap(([from, to]): Range[] => (from < end ? [[from - start, Math.min(to, end) - start]] : []));
  const [before, after] = [start > 0 ? "…" : "", end < plain.length ? "…" : ""];
  return {
    text: `${before}${plain.slice(start, end)}${after}`,
    marks: shown.map(([from, to]) => [from + before.length, to + before.length]),
  };
}

/** Behind the next space, where one comes before `until`. */
function startOfWord(text: string, from: number, until: number): number {
  const space = text.indexOf(" ", from);
  return space >= 0 && space < until ? space + 1 : whole(text, from);
}

/** Never between the halves of a character. */
function whole(text: string, at: number): number {
  const isSecondHalf = at > 0 && at < text.length && (text.charCodeAt(at) & 0xfc00) === 0xdc00;
  return isSecondHalf ? at + 1 : at;
}
