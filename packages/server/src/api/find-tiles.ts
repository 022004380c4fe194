/** What a person wrote, searched: notes, links, headings and the names of all other tiles on all their sheets, as it is now. */
import type { Tile } from "@tessera/model";
import type { FoundTileReply } from "@tessera/model/api";
import { excerptOf, hasTerm, isNamed, marksIn, type SearchQuery, type Term, wordLine } from "@tessera/model/search";
import type { WrittenTile } from "@tessera/store";

/** So many tiles are looked at, and so much of what they say: what a person wrote is little, and read on the main thread. */
export const MAX_WRITTEN = 500;
const MAX_CHARACTERS = 400_000;
const MAX_FOUND = 20;
const MAX_LINES = 3;

/** Of everybody's tiles that were looked at last: their words are folded once, and not for each letter that somebody types. */
const MAX_WORDED_CHARACTERS = 4_000_000;

interface Line {
  readonly text: string;
  readonly url: string | null;
  /** As `wordLine` has them. */
  readonly words: string;
}

/** Tags are those of follows: what is asked for with one is nothing that a person wrote. */
export function isForTiles({ terms, tags }: SearchQuery): boolean {
  return terms.length > 0 && tags.length === 0;
}

export interface FoundTiles {
  readonly tiles: FoundTileReply[];
  /** There may be more that say it: not all were looked at, or not all are given. */
  readonly isCut: boolean;
}

/** `written`: one more than `MAX_WRITTEN` where there are as many. */
export function findTiles(written: readonly WrittenTile[], query: SearchQuery): FoundTiles {
  if (!isForTiles(query)) return { tiles: [], isCut: false };
  const tiles: FoundTileReply[] = [];
  let left = MAX_CHARACTERS;
  for (const { tile, sheet } of written.slice(0, MAX_WRITTEN)) {
    if (query.sheets.length > 0 && !isNamed(sheet.title, query.sheets)) continue;
    const worded = wordedOf(tile);
    left -= worded.characters;
    if (left < 0) return { tiles, isCut: true };
    const said = saidBy(worded, query);
    if (said && tiles.length === MAX_FOUND) return { tiles, isCut: true };
    if (said) tiles.push(reply({ tile, sheet }, { title: worded.title, said, terms: query.terms }));
  }
  return { tiles, isCut: written.length > MAX_WRITTEN };
}

interface WordedTile {
  readonly title: string;
  readonly titleWords: string;
  readonly lines: readonly Line[];
  /** Each line is a thing of its own, and has to say everything; a note says it as a whole. */
  readonly isList: boolean;
  readonly characters: number;
}

/** By tile and version; what was asked for last comes last. */
const worded = new Map<string, WordedTile>();
let wordedCharacters = 0;

function wordedOf(tile: Tile): WordedTile {
  const key = `${tile.id} ${tile.version}`;
  const known = worded.get(key);
  const one = known ?? wordedAnew(tile);
  worded.delete(key);
  worded.set(key, one);
  if (!known) wordedCharacters += one.characters;
  for (const [oldest, { characters }] of worded) {
    if (wordedCharacters <= MAX_WORDED_CHARACTERS || oldest === key) break;
    worded.delete(oldest);
    wordedCharacters -= characters;
  }
  return one;
}

function wordedAnew(tile: Tile): WordedTile {
  const title = titleOf(tile);
  const lines = linesOf(tile).map((line) => ({ ...line, words: wordLine(line.text) }));
  const characters = lines.reduce((sum, { text }) => sum + text.length, title.length);
  return { title, titleWords: wordLine(title), lines, isList: tile.content.kind === "links", characters };
}

function titleOf({ content, style }: Tile): string {
  return style.title ?? ("title" in content ? content.title : null) ?? "";
}

function linesOf({ content }: Tile): readonly Omit<Line, "words">[] {
  if (content.kind === "note") {
    return content.text.split("\n").flatMap((text) => (text.trim() === "" ? [] : [{ text: text.trim(), url: null }]));
  }
  if (content.kind !== "links") return [];
  return content.groups.flatMap(({ heading, links }) => [
    ...(heading === null ? [] : [{ text: heading, url: null }]),
    ...links.map(({ title, url }) => ({ text: title === url ? url : `${title} ${url}`, url })),
  ]);
}

/** The lines that say it, none where the title does; null where nothing does. */
function saidBy({ titleWords, lines, isList }: WordedTile, { terms, without }: SearchQuery): readonly Line[] | null {
  const says = (words: readonly string[], term: Term): boolean => words.some((each) => hasTerm(each, term));
  const saysAll = (words: readonly string[]): boolean =>
    terms.every((term) => says(words, term)) && !without.some((term) => says(words, term));
  if (isList) {
    const found = lines.filter(({ words }) => saysAll([words]));
    return found.length > 0 || saysAll([titleWords]) ? found : null;
  }
  if (!saysAll([titleWords, ...lines.map(({ words }) => words)])) return null;
  return lines.filter(({ words }) => terms.some((term) => hasTerm(words, term)));
}

interface Said {
  readonly title: string;
  readonly said: readonly Line[];
  readonly terms: readonly Term[];
}

function reply({ tile, sheet }: WrittenTile, { title, said, terms }: Said): FoundTileReply {
  return {
    tile: {
      id: tile.id,
      kind: tile.content.kind as FoundTileReply["tile"]["kind"],
      title,
      titleMarks: marksIn(title, terms).map(([from, to]) => [from, to]),
    },
    sheet,
    lines: said.slice(0, MAX_LINES).map(({ text: line, url }) => {
      const { text, marks } = excerptOf(line, terms);
      return { text, marks: marks.map(([from, to]) => [from, to]), url };
    }),
    link: `/sheets/${sheet.id}?tile=${tile.id}`,
  };
}
