/** From the difference of two contents to what a person would say of it: the lines that changed, or the items that did. */
import { numbersIn } from "@tessera/engine";
import type {
  Change,
  ChangeSummary,
  ContentItem,
  CountedItems,
  NumberFound,
  SummaryLine,
  SummaryPiece,
} from "@tessera/model";
import { UNSPACED } from "../../changes/words-of.ts";
import { shortened } from "./words.ts";

const MAX_LINES = 20;
const MAX_ITEMS = 20;
const MAX_TITLE = 300;
/** A changed piece is quoted up to this length, and unchanged words beside it up to that one. */
const MAX_PIECE = 600;
const MAX_CONTEXT = 80;
const MAX_PIECES = 100;
/** More changes within one line than this read as two lines, one before and one after. */
const MAX_CHANGES = 2;

/** What changed, by items where some came, went or moved. `numbers` are those of the content as it is now. */
export function summarize(change: Change, numbers: readonly NumberFound[] = []): ChangeSummary {
  return summaryOfItems(change) ?? summaryOfLines(change, numbers);
}

/** Null where the items say too little: those that only read otherwise are best told by the words that changed. */
function summaryOfItems({ items, parts }: Change): ChangeSummary | null {
  if (!items) return null;
  const isOtherItems = items.added.length + items.removed.length > 0;
  if (!isOtherItems && !(items.moved.length > 0 && isSameInOtherOrder(parts))) return null;
  if (isOtherItems && haveOtherNumbers(items.added, items.removed)) return null;
  return {
    kind: "items",
    added: counted(items.added),
    removed: counted(items.removed),
    reworded: counted(items.reworded.map(({ after }) => after)),
    moved: counted(items.moved.map(({ item }) => item)),
  };
}

/** Items that are known by their words alone and differ in their digits only are the same ones with other numbers. */
function haveOtherNumbers(added: readonly ContentItem[], removed: readonly ContentItem[]): boolean {
  const shapes = (items: readonly ContentItem[]): string =>
    items
      .map(({ text }) => oneLine(text).replace(/\p{Nd}+/gu, "0"))
      .sort()
      .join("\n");
  const areLinked = [...added, ...removed].some(({ href }) => href !== null);
  return !areLinked && added.length === removed.length && shapes(added) === shapes(removed);
}

/** Whether every line that went is there again elsewhere. */
export function isSameInOtherOrder(parts: Change["parts"]): boolean {
  const linesOfKind = (wanted: string): string => {
    const lines = parts.flatMap(({ kind, text }) => (kind === wanted ? text.split("\n") : []));
    return lines.map(oneLine).filter(Boolean).sort().join("\n");
  };
  return linesOfKind("removed") === linesOfKind("added");
}

function counted(items: readonly ContentItem[]): CountedItems {
  const named = items.slice(0, MAX_ITEMS).map(({ title, text, href }) => ({
    title: shortened(oneLine(title) || oneLine(text), MAX_TITLE),
    href,
  }));
  return { count: items.length, items: named };
}

function summaryOfLines(change: Change, numbers: readonly NumberFound[]): ChangeSummary {
  const lines = linesOf(change.parts).filter(isTouched);
  return {
    kind: "lines",
    lines: lines.slice(0, MAX_LINES).map((pieces) => finished(pieces, numbers)),
    more: Math.max(0, lines.length - MAX_LINES),
  };
}

type Pieces = readonly SummaryPiece[];

/** The text line by line. Where several lines were replaced by others, the first stands against the first, and so on. */
function linesOf(parts: Change["parts"]): Pieces[] {
  const lines: SummaryPiece[][] = [[]];
  let replaced = { was: "", is: "" };
  const put = ({ was, is }: SummaryPiece): void => {
    const [wasLines, isLines] = [was.split("\n"), is.split("\n")];
    for (let at = 0; at < Math.max(wasLines.length, isLines.length); at++) {
      if (at > 0) lines.push([]);
      const piece = { was: wasLines[at] ?? "", is: isLines[at] ?? "" };
      if (piece.was !== "" || piece.is !== "") lines.at(-1)!.push(piece);
    }
  };
  for (const { kind, text } of parts) {
    if (kind === "removed") replaced.was += text;
    else if (kind === "added") replaced.is += text;
    else {
      put(replaced);
      replaced = { was: "", is: "" };
      put({ was: text, is: text });
    }
  }
  put(replaced);
  return lines;
}

const isSame = ({ was, is }: SummaryPiece): boolean => was === is;

function isTouched(pieces: Pieces): boolean {
  return pieces.some(({ was, is }) => oneLine(was) !== oneLine(is));
}

function finished(pieces: Pieces, numbers: readonly NumberFound[]): SummaryLine {
  const whole = joined(spacedTogether(wholeWords(pieces), numbers));
  const numbered = whole.map((piece) => (isSame(piece) ? null : differenceOf(piece, numbers)));
  const changes = whole.filter((piece) => !isSame(piece)).length;
  // a sentence with many changes is two sentences; numbers are told one by one, however many
  const isSalad = changes > MAX_CHANGES && numbered.filter((number) => number !== null).length < changes;
  if (isSalad) return { pieces: [replaced(whole)], difference: null };
  const withUnits = numbersWhole(whole, numbered);
  const [first, ...others] = numbered.filter((number) => number !== null);
  const shown = withUnits.slice(0, MAX_PIECES).map((piece, at) => shortPiece(piece, at, withUnits.length));
  if (!first || others.length > 0) return { pieces: shown, difference: null };
  const words = withUnits.filter(isSame).map(({ is }) => is);
  return {
    pieces: shown,
    difference: first.amount,
    ...(first.share === undefined ? {} : { share: first.share }),
    ...(changes === 1 && words.join("").trim() === "" ? { isNumber: true } : {}),
  };
}

/** `12 990` became `9 990`, and not `12` became `9` before a `990` that stays. */
function spacedTogether(pieces: Pieces, numbers: readonly NumberFound[]): Pieces {
  let all = pieces;
  for (const side of ["was", "is"] as const) {
    const line = all.map((piece) => piece[side]).join("");
    for (const span of spacedIn(line, numbers)) all = togetherIn(all, side, span);
  }
  return all;
}

type Span = readonly [start: number, end: number];

/** Where a line has numbers with spaces in them: where the page's language means them so, or they are amounts of something. */
function spacedIn(line: string, numbers: readonly NumberFound[]): readonly Span[] {
  if (line.length > MAX_SPACED_LINE || !SPACED.test(line)) return [];
  const known = new Set(numbers.map(({ value }) => value));
  const found = numbersIn(line, SPACING).filter(({ text, value, unit }) => {
    return SPACED.test(text) && (unit !== null || known.has(value));
  });
  return found.map(({ text, at }) => {
    const start = line.indexOf(text, at);
    return [start, start + text.length];
  });
}

/** As one piece, where anything of it changed. */
function togetherIn(pieces: Pieces, side: "was" | "is", [start, end]: Span): Pieces {
  const [before, within, after]: [SummaryPiece[], SummaryPiece[], SummaryPiece[]] = [[], [], []];
  let at = 0;
  for (const piece of pieces) {
    const from = at;
    at += piece[side].length;
    if (at <= start) before.push(piece);
    else if (from >= end) after.push(piece);
    else if (!isSame(piece)) within.push(piece);
    else {
      const [head, tail] = [Math.max(0, start - from), end - from];
      before.push(cut(piece, 0, head));
      within.push(cut(piece, head, tail));
      after.push(cut(piece, tail));
    }
  }
  if (within.every(isSame)) return pieces;
  const whole = { was: within.map(({ was }) => was).join(""), is: within.map(({ is }) => is).join("") };
  return [...before, whole, ...after].filter(({ was, is }) => was !== "" || is !== "");
}

function cut({ was, is }: SummaryPiece, from: number, to?: number): SummaryPiece {
  return { was: was.slice(from, to), is: is.slice(from, to) };
}

/** Words that changed one after the other are one change; numbers stay by themselves. */
function joined(pieces: Pieces): Pieces {
  const all: SummaryPiece[] = [];
  for (const piece of pieces) {
    const [before, gap] = [all.at(-2), all.at(-1)];
    const isGap = before && gap && isSame(gap) && /^[^\S\n]+$/.test(gap.is);
    if (!isGap || isSame(piece) || isSame(before) || (hasDigit(before) && hasDigit(piece))) all.push(piece);
    else all.splice(-2, 2, { was: before.was + gap.was + piece.was, is: before.is + gap.is + piece.is });
  }
  return all;
}

function hasDigit({ was, is }: SummaryPiece): boolean {
  return /\p{Nd}/u.test(was) && /\p{Nd}/u.test(is);
}

/** The whole line as it was and as it is. */
function replaced(pieces: Pieces): SummaryPiece {
  const side = (name: "was" | "is"): string =>
    shortened(
      pieces
        .map((piece) => piece[name])
        .join("")
        .trim(),
      MAX_PIECE,
    );
  return { was: side("was"), is: side("is") };
}

/** Every number that changed with its unit on both sides: `129 € → 99 €`. */
function numbersWhole(pieces: Pieces, numbered: readonly (NumberChange | null)[]): Pieces {
  const whole = pieces.map(({ was, is }) => ({ was, is }));
  for (const [at, number] of numbered.entries()) {
    const [piece, before, after] = [whole[at]!, whole[at - 1], whole[at + 1]];
    if (!number) continue;
    if (number.unitAfter !== "" && after && isSame(after) && after.is.startsWith(number.unitAfter)) {
      for (const side of ["was", "is"] as const) {
        piece[side] += number.unitAfter;
        after[side] = after[side].slice(number.unitAfter.length);
      }
    }
    if (number.unitBefore !== "" && before && isSame(before) && before.is.endsWith(number.unitBefore)) {
      for (const side of ["was", "is"] as const) {
        piece[side] = number.unitBefore + piece[side];
        before[side] = before[side].slice(0, -number.unitBefore.length);
      }
    }
  }
  return whole.filter(({ was, is }) => was !== "" || is !== "");
}

/** Unchanged words only as far as they stand near what changed. */
function shortPiece(piece: SummaryPiece, at: number, count: number): SummaryPiece {
  if (!isSame(piece)) return { was: shortened(piece.was, MAX_PIECE), is: shortened(piece.is, MAX_PIECE) };
  const text = piece.is;
  const [isFirst, isLast] = [at === 0, at === count - 1];
  if (text.length <= (isFirst || isLast ? MAX_CONTEXT : 2 * MAX_CONTEXT)) return piece;
  const start = isFirst ? "" : text.slice(0, MAX_CONTEXT);
  const end = isLast ? "" : text.slice(-MAX_CONTEXT);
  const cut = `${start}…${end}`.toWellFormed();
  return { was: cut, is: cut };
}

/** Signs that belong to a word or a number; scripts without spaces have no such words. */
const WORD = `(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}\\p{Sc}%‰°+\\-−–_@#/'’])`;
const WORD_AT_START = new RegExp(`^${WORD}{1,40}`, "u");
const WORD_AT_END = new RegExp(`${WORD}$`, "u");

/** Every changed piece with the rest of its word: `€38` for `€44` says more than `38` for `44`. */
function wholeWords(pieces: Pieces): Pieces {
  const whole: { was: string; is: string }[] = [];
  for (const { was, is } of pieces) {
    const last = whole.at(-1);
    if (!last || !isWordAcross(last, { was, is })) whole.push({ was, is });
    else if (isSame(last)) {
      const word = wordAtEnd(last.is);
      [last.was, last.is] = [last.was.slice(0, -word.length), last.is.slice(0, -word.length)];
      if (last.is === "") whole.pop();
      whole.push({ was: word + was, is: word + is });
    } else {
      const word = was === is ? (WORD_AT_START.exec(is)?.[0] ?? "") : "";
      const rest = is.slice(word.length);
      [last.was, last.is] = was === is ? [last.was + word, last.is + word] : [last.was + was, last.is + is];
      if (was === is && rest !== "") whole.push({ was: rest, is: rest });
    }
  }
  return whole;
}

/** Whether a word goes on from one piece into the next, one of which changed. */
function isWordAcross(left: SummaryPiece, right: SummaryPiece): boolean {
  if (isSame(left) && isSame(right)) return false;
  const ends = [left.was, left.is].some((text) => WORD_AT_END.test(text.slice(-2)));
  return ends && [right.was, right.is].some((text) => WORD_AT_START.test(text));
}

/** The last letters of a text, one by one: a pattern that looks for its end would try from everywhere. */
function wordAtEnd(text: string): string {
  const signs = [...text.slice(-40)];
  const start = signs.findLastIndex((sign) => !WORD_AT_END.test(sign));
  return signs.slice(start + 1).join("");
}

/** Languages that write `1.234` for a thousand and for little more than one, and one that writes thousands with a space. */
const SPACING = "fr";
const LANGUAGES = ["en", "de", SPACING] as const;
const SPACED = /\p{Nd}\s\p{Nd}/u;
const MAX_SPACED_LINE = 2_000;
const MAX_NUMBER = 60;

/** A number that became another. */
interface NumberChange {
  /** By how much it is more or less, written like it and with its unit; null where its digits are not its amount. */
  readonly amount: string | null;
  /** The same as a share of what it was, for money. */
  readonly share?: number;
  /** What of it stands beside its digits on the page. */
  readonly unitBefore: string;
  readonly unitAfter: string;
}

/** Null where no number became another. */
function differenceOf({ was, is }: SummaryPiece, numbers: readonly NumberFound[]): NumberChange | null {
  if (was.length > MAX_NUMBER || is.length > MAX_NUMBER) return null;
  const readings = LANGUAGES.flatMap((language) => {
    const [from, ...otherFrom] = numbersIn(was, language);
    const [to, ...otherTo] = numbersIn(is, language);
    return from && to && otherFrom.length + otherTo.length === 0 ? [{ from, to }] : [];
  });
  const [first, second] = readings;
  const isClear = first?.from.value === second?.from.value && first?.to.value === second?.to.value;
  // the page's own language has settled what the number is now
  const meant = readings.find(({ to }) => numbers.some(({ value }) => value === to.value)) ?? (isClear ? first : null);
  if (!meant || meant.from.value === meant.to.value) return null;
  const { from, to } = meant;
  const known = numbers.find(({ value, text }) => value === to.value && text.includes(to.text));
  const written = known?.text ?? to.text;
  const isSpaced = [from.text, written].some((text) => SPACED.test(text));
  const shape = { ...shapeOf(written, to.value), ...(isSpaced ? { group: HARD_SPACE } : {}) };
  const decimals = Math.max(shapeOf(from.text, from.value).decimals, shape.decimals);
  const start = written.indexOf(to.text);
  return {
    amount: asWritten(to.value - from.value, { ...shape, decimals }),
    ...(known?.currency && from.value > 0 ? { share: (to.value - from.value) / from.value } : {}),
    unitBefore: written.slice(0, start),
    unitAfter: written.slice(start + to.text.length),
  };
}

/** How a number is written: what stands around its digits, and how many of them come after which decimal mark. */
interface NumberShape {
  readonly before: string;
  readonly after: string;
  readonly decimals: number;
  readonly decimalMark: "." | ",";
  /** Between thousands, where it is not what goes with the decimal mark. */
  readonly group?: string;
}

const HARD_SPACE = "\u00a0";
const isDigit = (sign: string): boolean => /\p{Nd}/u.test(sign);

function shapeOf(written: string, value: number): NumberShape {
  const signs = [...written];
  const last = signs.findLastIndex(isDigit);
  const mark = signs.findLastIndex((sign, at) => at < last && !isDigit(sign));
  const hasMark = mark >= 0 && ".,".includes(signs[mark]!);
  const digits = last - mark;
  // three digits after a mark are a group of thousands where they make a whole number
  const hasDecimals = hasMark && !(Number.isInteger(value) && digits === 3);
  return {
    before: signs
      .slice(0, signs.findIndex(isDigit))
      .filter((sign) => !"-−–+.".includes(sign))
      .join(""),
    after: signs.slice(last + 1).join(""),
    decimals: hasDecimals ? digits : 0,
    decimalMark: hasMark && hasDecimals === (signs[mark] === ",") ? "," : ".",
  };
}

/** A signed amount in the shape of a number; `1.2M` gives none, as its digits are not its amount. */
function asWritten(amount: number, { before, after, decimals, decimalMark, group }: NumberShape): string | null {
  if (/^[kKMB]/.test(after)) return null;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const parts = new Intl.NumberFormat(decimalMark === "," ? "de" : "en", digits).formatToParts(Math.abs(amount));
  const size = parts.map(({ type, value }) => (type === "group" ? (group ?? value) : value)).join("");
  return `${amount < 0 ? "−" : "+"}${before}${size}${after}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
