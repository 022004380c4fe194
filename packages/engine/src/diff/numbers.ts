/** Numbers in running text, read as the page's language writes them: `1.234,50 €`, `1,234.50`, `12'000`, `٣٫٥`, `1.2M`. */

export interface NumberValue {
  readonly value: number;
  /** As written, with its unit. */
  readonly text: string;
  /** ISO 4217, where a currency stands beside the number and is no other country's too. */
  readonly currency: string | null;
  /** Percent, degree or currency sign beside the number, as written. */
  readonly unit: string | null;
  /** Offset in the text that was read. */
  readonly at: number;
}

/**
 * Numbers beyond this many in one block are not read: a table of thousands has no one number to follow.
 *
 * @internal
 */
export const MAX_NUMBERS = 50;
const MAX_DIGITS = 30;

/** Words stand alone or at the digits (`499kr`); `\b` would know no letters but those of ASCII. */
const UNIT_WORD = "(?<!\\p{L})(?:EUR|USD|GBP|CHF|JPY|CNY|INR|SEK|NOK|DKK|PLN|CZK|BRL|CAD|AUD|kr|zł|Kč|Rs)(?!\\p{L})";
const UNIT = `\\p{Sc}|%|‰|°[CFcf]?|${UNIT_WORD}`;
/** Separators within numbers in any language: full stop, comma, apostrophes, hard and thin spaces, the Arabic pair. */
const SEPARATOR = ".,'’٫٬\\u00a0\\u202f\\u2009";
/** Signs that stand for one currency, or for one far more often than for all others. */
const CURRENCY_SIGNS: Readonly<Record<string, string>> = {
  "€": "EUR",
  $: "USD",
  "£": "GBP",
  "¥": "JPY",
  "₹": "INR",
  "₽": "RUB",
  "₩": "KRW",
  "₺": "TRY",
  "₪": "ILS",
  "₫": "VND",
  "₴": "UAH",
  zł: "PLN",
  Kč: "CZK",
};
const MULTIPLIERS: Readonly<Record<string, number>> = { k: 1e3, K: 1e3, M: 1e6, B: 1e9 };

/**
 * Digits of a name (`LH450`, `COVID19`, `v1.2.3`) are no value, and no part of them is. Names have no more of them than are
 * looked back for.
 */
const IN_NAME = "[\\p{L}_@](?:\\p{Nd}[\\p{Nd}.,]{0,30})?";

/** A plain space groups digits only in languages that do so; elsewhere it stands between two numbers. */
const TOKENS = { spaced: tokenPattern(`${SEPARATOR} `), unspaced: tokenPattern(SEPARATOR) };

/** Longer runs of digits are identifiers: blank before anything else is looked for, so that no run is read again and again. */
const LONG_RUN = new RegExp(`\\p{Nd}{${MAX_DIGITS + 1},}`, "gu");

const ANY_DIGIT = /\p{Nd}/u;

/** Times, dates and telephone numbers are digits, but no values. */
const NOT_VALUES =
  /\p{Nd}+(?::\p{Nd}+)+|\p{Nd}+(?:\/\p{Nd}+){2,}|\p{Nd}+(?:-\p{Nd}+){2,}|\+\p{Nd}+(?:[ -]\p{Nd}+)+|\p{Nd}{1,2}\. ?\p{Nd}{1,2}\. ?\p{Nd}{4}/gu;

interface Separators {
  readonly decimal: string;
  readonly group: string;
}

/** The values in a text in reading order. `language` is the page's `lang`, which settles what `1.234` means. */
export function numbersIn(text: string, language: string | null = null): readonly NumberValue[] {
  if (!ANY_DIGIT.test(text)) return [];
  const separators = separatorsOf(language);
  const blank = (match: string): string => " ".repeat(match.length);
  const readable = text.replace(LONG_RUN, blank).replace(NOT_VALUES, blank);
  const numbers: NumberValue[] = [];
  for (const match of readable.matchAll(separators.group === " " ? TOKENS.spaced : TOKENS.unspaced)) {
    const { unitBefore, unitBetween, unitAfter, sign, digits = "", multiplier } = match.groups ?? {};
    const scale = (multiplier && MULTIPLIERS[multiplier]) || 1;
    const direction = sign && sign !== "+" && isMinus(readable, match.index, match[0], sign) ? -1 : 1;
    for (const value of readDigits(digits, separators)) {
      if (numbers.length === MAX_NUMBERS) return numbers;
      const unit = unitBefore ?? unitBetween ?? unitAfter ?? null;
      numbers.push({
        value: value * scale * direction,
        text: match[0].trim(),
        currency: unit && currencyOf(unit),
        unit,
        at: match.index,
      });
    }
  }
  return numbers;
}

/** The number that a block is about: the first with a unit, otherwise the first. */
export function mainNumber<N extends Pick<NumberValue, "unit">>(numbers: readonly N[]): N | null {
  return numbers.find(({ unit }) => unit !== null) ?? numbers[0] ?? null;
}

function currencyOf(unit: string): string | null {
  return CURRENCY_SIGNS[unit] ?? (/^[A-Z]{3}$/.test(unit) ? unit : null);
}

function tokenPattern(separator: string): RegExp {
  return new RegExp(
    `(?:(?<unitBefore>${UNIT})\\s?)?(?:(?<sign>[-−–+])\\s?)?(?:(?<unitBetween>${UNIT})\\s?)?` +
      `(?=\\.?\\p{Nd})(?:(?<=${UNIT_WORD})|(?<!${IN_NAME}))(?<digits>\\.?\\p{Nd}+(?:[${separator}]\\p{Nd}+)*)` +
      `(?:(?<multiplier>[kKMB])(?![\\p{L}\\p{Nd}]))?(?:\\s?(?<unitAfter>${UNIT}))?`,
    "gu",
  );
}

/** A dash is a minus where it stands at the number and at nothing before: `5–7`, `A-4` and `sale - 20` are not negative. */
function isMinus(text: string, start: number, token: string, sign: string): boolean {
  const signAt = token.indexOf(sign);
  const before = start + signAt - 1;
  return !/\s/.test(token[signAt + 1] ?? "") && !(before >= 0 && /[\p{L}\p{Nd})\]]/u.test(text[before] ?? ""));
}

/** One run of digits and separators as one value; as several, or none, where the separators do not make one number. */
function readDigits(written: string, separators: Separators): readonly number[] {
  // some scripts have their digits beyond the first plane, with two code units each
  const ascii = written.length > 2 * MAX_DIGITS ? written : toAsciiDigits(written);
  // more digits than any quantity has are an identifier, and might not even be finite
  if (ascii.length > MAX_DIGITS) return [];
  const whole = readOne(ascii, separators);
  if (whole !== null) return [whole];
  return /\s/.test(ascii) ? ascii.split(/\s/).flatMap((part) => readOne(part, separators) ?? []) : [];
}

function readOne(ascii: string, separators: Separators): number | null {
  const marks = [...ascii.replace(/\d/g, "")].map(canonicalMark);
  const parts = ascii.split(/\D/);
  const last = marks.at(-1);
  if (last === undefined) return Number(ascii);
  const isLastDecimal = marks.indexOf(last) === marks.length - 1 && isDecimal(marks, parts, separators);
  const grouped = isLastDecimal ? parts.slice(0, -1) : parts;
  const groupMarks = new Set(isLastDecimal ? marks.slice(0, -1) : marks);
  if (groupMarks.size > 1 || !isGrouping(grouped)) return null;
  return Number(isLastDecimal ? `${grouped.join("") || "0"}.${parts.at(-1)}` : grouped.join(""));
}

/** Whether the last separator is the decimal one: by the shape of the number, by the language where that is open. */
function isDecimal(marks: readonly string[], parts: readonly string[], separators: Separators): boolean {
  const last = marks.at(-1) ?? "";
  if (last === " " || last === "'" || last === "٬") return false;
  if (marks.length > 1) return true;
  const [whole = "", fraction = ""] = parts;
  if (fraction.length !== 3 || whole.length > 3 || whole === "" || /^0/.test(whole)) return true;
  return last !== separators.group && last === separators.decimal;
}

/** Groups of three, or of two before the last three as in India. */
function isGrouping(parts: readonly string[]): boolean {
  if (parts.length === 1) return true;
  const [first = "", ...rest] = parts;
  const between = rest.slice(0, -1);
  const isEven = between.every(({ length }) => length === 3) || between.every(({ length }) => length === 2);
  return first.length >= 1 && first.length <= 3 && rest.at(-1)?.length === 3 && isEven;
}

/** Typographic variants of one mark count as that mark. */
function canonicalMark(mark: string): string {
  if (mark === "’") return "'";
  return /\s/.test(mark) ? " " : mark;
}

/** Asking `Intl` takes longer than reading a block; pages may declare any number of languages, most are of a few. */
const knownSeparators = new Map<string, Separators>();
const MAX_KNOWN = 100;

/** What `Intl` says of the language; English where the page says nothing or nonsense. */
function separatorsOf(language: string | null): Separators {
  const name = language || "en";
  let separators = knownSeparators.get(name);
  if (!separators) {
    const parts = formatterOf(name).formatToParts(1234567.8);
    const mark = (type: string): string => canonicalMark(parts.find((part) => part.type === type)?.value ?? "");
    separators = { decimal: mark("decimal"), group: mark("group") };
    if (knownSeparators.size >= MAX_KNOWN) knownSeparators.clear();
    knownSeparators.set(name, separators);
  }
  return separators;
}

function formatterOf(language: string): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat(language);
  } catch {
    return new Intl.NumberFormat("en");
  }
}

/** Decimal digits of every script as 0 to 9: Unicode keeps each script's ten together, and every run starts at a zero. */
function toAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    if (code < 0x80) return digit;
    let zero = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
    return String((code - zero) % 10);
  });
}

// Whether a block is about one number: a price, a level, a count; not headlines, scores or a table with numbers in them.

/** A price, the price before and what is saved are still one price; more of one unit are a list. */
const MAX_OF_ONE_UNIT = 3;

/** About seven words: with more around it, a bare number is part of what they say. */
const LETTERS_AROUND_BARE = 40;

/** A unit makes a number weigh more: about a sentence may go with it. */
const LETTERS_AROUND_UNIT = 80;

/** A number with a unit and no more than a word or two on its line stands out of a text of any length. */
const LETTERS_ON_OWN_LINE = 12;

type Weighed = Pick<NumberValue, "value" | "text" | "unit" | "at">;

/** The one number that `text` is about, or null; `numbers` are those in it, and in what may have followed it. */
export function dominantNumber<N extends Weighed>(numbers: readonly N[], text: string): N | null {
  const main = mainNumber(numbers);
  if (main === null || main.at >= text.length) return null;
  const dominates = main.unit === null ? isOnlyBareNumber(main, numbers, text) : isForemostOfUnit(main, numbers, text);
  return dominates ? main : null;
}

function isForemostOfUnit(main: Weighed, numbers: readonly Weighed[], text: string): boolean {
  if (numbers.filter(({ unit }) => unit === main.unit).length > MAX_OF_ONE_UNIT) return false;
  return letters(text) <= LETTERS_AROUND_UNIT || letters(lineAt(text, main)) <= LETTERS_ON_OWN_LINE;
}

/** Signed numbers after it tell how it changed: `342 cm, +2`. */
function isOnlyBareNumber(main: Weighed, numbers: readonly Weighed[], text: string): boolean {
  const hasRival = numbers.some((other) => other.value !== main.value && !/^[-−–+]/.test(other.text));
  return !hasRival && letters(text) <= LETTERS_AROUND_BARE;
}

/** The line of a number without the number. */
function lineAt(text: string, { at, text: written }: Weighed): string {
  const before = text.slice(0, at).split("\n").at(-1) ?? "";
  const [after = ""] = text.slice(at + written.length).split("\n");
  return before + after;
}

function letters(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}
