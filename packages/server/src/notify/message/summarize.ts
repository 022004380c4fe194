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

/** What changed, by items where some came, went or moved. `numbers` are those of the content as it is now. */
export function summarize(change: Change, numbers: readonly NumberFound[] = []): ChangeSummary {
  return summaryOfItems(change) ?? summaryOfLines(change, numbers);
}

/** Null where the items say too little: those that only read otherwise are best told by the words that changed. */
function summaryOfItems({ items, parts }: Change): ChangeSummary | null {
  if (!items) return null;
  const isOtherItems = items.added.length + items.removed.length > 0;
  if (!isOtherItems && !(items.moved.length > 0 && isSameInOtherOrder(parts))) return null;
  return {
    kind: "items",
    added: counted(items.added),
    removed: counted(items.removed),
    reworded: counted(items.reworded.map(({ after }) => after)),
    moved: counted(items.moved.map(({ item }) => item)),
  };
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
  const whole = wholeWords(pieces);
  const differences = whole.flatMap((piece) => (isSame(piece) ? [] : (differenceOf(piece, numbers) ?? [])));
  const [difference = null, ...others] = differences;
  const shown = whole.slice(0, MAX_PIECES).map((piece, at) => shortPiece(piece, at, whole.length));
  return { pieces: shown, difference: others.length === 0 ? difference : null };
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

/** Languages that write `1.234` for a thousand and for little more than one. */
const LANGUAGES = ["en", "de"] as const;
const MAX_NUMBER = 60;

/** By how much a number is more or less, written like it and with its unit; null where no number became another. */
function differenceOf({ was, is }: SummaryPiece, numbers: readonly NumberFound[]): string | null {
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
  const shape = shapeOf(known?.text ?? to.text, to.value);
  const decimals = Math.max(shapeOf(from.text, from.value).decimals, shape.decimals);
  return asWritten(to.value - from.value, { ...shape, decimals });
}

/** How a number is written: what stands around its digits, and how many of them come after which decimal mark. */
interface NumberShape {
  readonly before: string;
  readonly after: string;
  readonly decimals: number;
  readonly decimalMark: "." | ",";
}

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
function asWritten(amount: number, { before, after, decimals, decimalMark }: NumberShape): string | null {
  if (/^[kKMB]/.test(after)) return null;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const size = new Intl.NumberFormat(decimalMark === "," ? "de" : "en", digits).format(Math.abs(amount));
  return `${amount < 0 ? "−" : "+"}${before}${size}${after}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
