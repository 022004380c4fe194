/**
 * What a block has said, as the search keeps it: every line once, with the moments at which it was there. Lines that stay cost
 * nothing again, so a change costs what has changed. Pure but for the texts that it asks for.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { hasTerm, needleOf, type SearchQuery, type Term, wordLine } from "@tessera/model/search";
import { alone } from "../contract/body.ts";

/** An observation with content: the instant tells it from the others of its block. */
export interface Moment {
  readonly at: number;
  /** The first characters of the hash of its content. */
  readonly content: string;
}

export interface Line {
  readonly text: string;
  /** As `wordLine` has them. */
  readonly words: string;
  /** First and last of the moments at which it was there, by their places, in pairs. */
  readonly runs: readonly number[];
}

export interface SearchedText {
  /** Moments up to this one are too many to be searched. */
  readonly since: number;
  /** Oldest first. */
  readonly moments: readonly Moment[];
  readonly lines: readonly Line[];
}

export const NO_TEXT: SearchedText = { since: 0, moments: [], lines: [] };

/** Of a text; what is behind is not searched. */
const MAX_TEXT_CHARACTERS = 200_000;
/** Of a block, of all moments together: beyond, the older half of its moments goes. */
const MAX_CHARACTERS = 400_000;
export const MAX_MOMENTS = 1_000;
/** Longer lines are taken apart, so that not all of it is new when one word is. */
const LONG_LINE = 400;
const MAX_LINE = 1_000;
const SENTENCE_END = /[.!?。！？]\s/gu;
const LEVEL = 3;
/** A text with its words at its longest, with room. */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;

/** Of contents by their instants, oldest first: of two at one instant the later counts. */
export function momentsOf(contents: ReadonlyMap<number, string>): readonly Moment[] {
  return [...contents].map(([at, content]) => ({ at, content: content.slice(0, 12) }));
}

/** The text with these moments, oldest first: those that have gone are taken out, and new ones are read. */
export async function brought(
  before: SearchedText,
  wanted: readonly Moment[],
  read: (moment: Moment) => Promise<string | null>,
): Promise<SearchedText> {
  const now = wanted.filter(({ at }) => at > before.since).slice(-MAX_MOMENTS);
  const contents = new Map(now.map(({ at, content }) => [at, content]));
  const kept = new Set<number>();
  for (const { at, content } of before.moments) if (contents.get(at) === content) kept.add(at);
  const fresh = now.filter(({ at }) => !kept.has(at));
  const latest = before.moments.findLast(({ at }) => kept.has(at));
  // what comes before something that is there is rare: all of it is read again
  const isLater = fresh.every(({ at }) => !latest || at > latest.at);
  const writing = new Writing(isLater ? without(before, kept) : { ...NO_TEXT, since: before.since });
  for (const moment of isLater ? fresh : now) writing.add(moment, (await read(moment)) ?? "");
  return writing.done();
}

/** Without those moments that are not kept, and what was there at no other. */
function without(text: SearchedText, kept: ReadonlySet<number>): SearchedText {
  const { moments } = text;
  if (kept.size === moments.length) return text;
  const places: number[] = [];
  let place = 0;
  for (const { at } of moments) {
    places.push(place);
    if (kept.has(at)) place += 1;
  }
  places.push(place);
  const lines = text.lines.flatMap((line): Line[] => {
    const runs: number[] = [];
    for (let at = 0; at < line.runs.length; at += 2) {
      const first = places[line.runs[at]!]!;
      const last = places[line.runs[at + 1]! + 1]! - 1;
      if (last < first) continue;
      if (runs.length > 0 && runs.at(-1)! >= first - 1) runs[runs.length - 1] = last;
      else runs.push(first, last);
    }
    return runs.length > 0 ? [{ text: line.text, words: line.words, runs }] : [];
  });
  return { ...text, moments: moments.filter(({ at }) => kept.has(at)), lines };
}

/** A text that is being written, moment after moment. */
class Writing {
  #since: number;
  #moments: Moment[];
  readonly #lines: Map<string, { text: string; words: string; runs: number[] }>;
  #characters = 0;

  constructor({ since, moments, lines }: SearchedText) {
    this.#since = since;
    this.#moments = [...moments];
    this.#lines = new Map(lines.map(({ text, words, runs }) => [text, { text, words, runs: [...runs] }]));
    for (const line of lines) this.#characters += line.text.length;
  }

  add(moment: Moment, text: string): void {
    const place = this.#moments.push(moment) - 1;
    for (const part of linesOf(text)) {
      const known = this.#lines.get(part);
      if (!known) {
        this.#lines.set(part, { text: part, words: wordLine(part), runs: [place, place] });
        this.#characters += part.length;
      } else if (known.runs.at(-1)! >= place - 1) {
        known.runs[known.runs.length - 1] = place;
      } else {
        known.runs.push(place, place);
      }
    }
    if (this.#characters > MAX_CHARACTERS && this.#moments.length > 1) this.#forgetOlderHalf();
  }

  #forgetOlderHalf(): void {
    const half = Math.ceil(this.#moments.length / 2);
    const kept = new Set(this.#moments.slice(half).map(({ at }) => at));
    this.#since = this.#moments[half - 1]!.at;
    const rest = without(this.done(), kept);
    this.#moments = [...rest.moments];
    this.#lines.clear();
    this.#characters = 0;
    for (const line of rest.lines) {
      this.#lines.set(line.text, { text: line.text, words: line.words, runs: [...line.runs] });
      this.#characters += line.text.length;
    }
  }

  done(): SearchedText {
    return { since: this.#since, moments: this.#moments, lines: [...this.#lines.values()] };
  }
}

/** The lines of a text that have a word, long ones by sentence; each once. */
function linesOf(text: string): ReadonlySet<string> {
  const lines = new Set<string>();
  for (const line of text.slice(0, MAX_TEXT_CHARACTERS).split("\n")) {
    for (const part of line.length > LONG_LINE ? sentencesOf(line) : [line]) {
      const trimmed = part.trim();
      if (trimmed !== "") lines.add(trimmed.toWellFormed());
    }
  }
  return lines;
}

function* sentencesOf(line: string): Generator<string> {
  let start = 0;
  for (const { index } of line.matchAll(SENTENCE_END)) {
    yield* pieces(line.slice(start, index + 1));
    start = index + 1;
  }
  yield* pieces(line.slice(start));
}

/** At a space where there is one. */
function* pieces(sentence: string): Generator<string> {
  let start = 0;
  while (sentence.length - start > MAX_LINE) {
    const space = sentence.lastIndexOf(" ", start + MAX_LINE);
    const end = space > start ? space : start + MAX_LINE;
    yield sentence.slice(start, end);
    start = end;
  }
  yield sentence.slice(start);
}

/** All words that it has ever said. */
export function wordsOf({ lines }: Pick<SearchedText, "lines">): ReadonlySet<string> {
  const words = new Set(lines.flatMap((line) => line.words.split(" ")));
  words.delete("");
  return words;
}

/** What is looked at when a question is answered, as it is stored: neither compressed nor in need of being read first. */
export interface Said {
  /** Of all lines, each as `wordLine` has it; a sign that is in no word keeps them apart. */
  readonly words: string;
  /** How many moments there are, then the runs of each line. */
  readonly runs: string;
}

/** A text as it is stored. */
export interface StoredText extends Said {
  /** What is shown of it: the moments, and the lines as they were. */
  readonly packed: Uint8Array;
}

/** A stretch of moments at all of which the text answers, by their places; latest first. */
export interface Answer {
  readonly first: number;
  readonly last: number;
}

interface Looked {
  /** A line of words that every moment has besides its own. */
  readonly title: string;
  /** Only at the latest moment. */
  readonly isCurrentOnly: boolean;
}

/** None also where the runs cannot be read: the doctor tells, and has it written anew. */
export function answersOf(
  said: Said,
  { terms, without: unwanted }: Pick<SearchQuery, "terms" | "without">,
  { title, isCurrentOnly }: Looked,
): readonly Answer[] {
  const [count, ...runs] = readRuns(said.runs);
  if (count === 0 || unwanted.some((term) => hasTerm(title, term))) return [];
  const isThere = new Uint8Array(count).fill(1);
  const momentsWith = (term: Term) => momentsAt(count, runs, linesWith(said.words, term));
  for (const term of terms) if (!hasTerm(title, term)) keep(isThere, momentsWith(term), 1);
  for (const term of unwanted) keep(isThere, momentsWith(term), 0);
  const answers: Answer[] = [];
  const lowest = isCurrentOnly ? count - 1 : 0;
  for (let last = count - 1; last >= lowest; last--) {
    if (!isThere[last]) continue;
    let first = last;
    while (first > 0 && isThere[first - 1]) first -= 1;
    answers.push({ first, last });
    last = first;
  }
  return answers;
}

type StoredRuns = readonly [moments: number, ...lines: (readonly number[])[]];

function readRuns(runs: string): StoredRuns {
  try {
    return JSON.parse(runs) as StoredRuns;
  } catch {
    return [0];
  }
}

function keep(isThere: Uint8Array, has: Uint8Array, wanted: 0 | 1): void {
  for (let at = 0; at < isThere.length; at++) if (has[at] !== wanted) isThere[at] = 0;
}

/** The places of the lines that say it; lines that do not are passed by without a look at each. */
function* linesWith(words: string, term: Term): Generator<number> {
  const needle = needleOf(term);
  let [line, end] = [0, words.indexOf(APART)];
  for (let at = words.indexOf(needle); at >= 0; at = words.indexOf(needle, end)) {
    for (; end >= 0 && end < at; line++) end = words.indexOf(APART, end + 1);
    yield line;
    if (end < 0) return;
  }
}

function momentsAt(count: number, runs: readonly (readonly number[])[], lines: Iterable<number>): Uint8Array {
  const has = new Uint8Array(count);
  for (const line of lines) {
    const of = runs[line] ?? [];
    for (let at = 0; at < of.length; at += 2) has.fill(1, of[at], of[at + 1]! + 1);
  }
  return has;
}

/** The lines of one moment that say one of the terms, in the order in which they first came. */
export function linesAt(text: SearchedText, place: number, terms: readonly Term[]): readonly string[] {
  return text.lines
    .filter(({ words, runs }) => isAt(runs, place) && terms.some((term) => hasTerm(words, term)))
    .map((line) => line.text);
}

/** The first line of a moment. */
export function firstLineAt(text: SearchedText, place: number): string {
  return text.lines.find(({ runs }) => isAt(runs, place))?.text ?? "";
}

function isAt(runs: readonly number[], place: number): boolean {
  for (let at = 0; at < runs.length; at += 2) if (runs[at]! <= place && place <= runs[at + 1]!) return true;
  return false;
}

/** Is in no word. */
const APART = "\n";

/** The words that are there now, in lines. */
export function wordsNow({ moments, lines }: SearchedText): string {
  return lines
    .filter(({ runs }) => runs.at(-1) === moments.length - 1)
    .map(({ words }) => words)
    .join(APART);
}

type Packed = readonly [since: number, moments: readonly (readonly [number, string])[], texts: readonly string[]];

export function packText({ since, moments, lines }: SearchedText): StoredText {
  const shown: Packed = [since, moments.map(({ at, content }) => [at, content]), lines.map(({ text }) => text)];
  const runs: StoredRuns = [moments.length, ...lines.map((line) => line.runs)];
  const params = { [constants.ZSTD_c_compressionLevel]: LEVEL, [constants.ZSTD_c_checksumFlag]: 1 };
  return {
    words: lines.map(({ words }) => words).join(APART),
    runs: JSON.stringify(runs),
    packed: alone(zstdCompressSync(JSON.stringify(shown), { params })),
  };
}

/** Throws where the bytes are not what `packText` has written. */
export function unpackText({ words, runs, packed }: StoredText): SearchedText {
  const plain = zstdDecompressSync(packed, { maxOutputLength: MAX_UNPACKED_BYTES });
  const [since, moments, texts] = JSON.parse(plain.toString("utf8")) as Packed;
  const [count, ...runsOf] = readRuns(runs);
  const lines = texts.length > 0 ? words.split(APART) : [];
  if (count !== moments.length || runsOf.length !== texts.length || lines.length !== texts.length) {
    throw new RangeError("the parts of a searched text do not belong together");
  }
  return {
    since,
    moments: moments.map(([at, content]) => ({ at, content })),
    lines: texts.map((text, place) => ({ text, words: lines[place]!, runs: runsOf[place]! })),
  };
}
