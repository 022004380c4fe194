/**
 * A text as the words that a difference is told in: a number with all its separators (a price, a time, a date), a word, a
 * line's end, a run of spaces, or one sign. Together they are the text.
 */

/** Scripts that put no spaces between words: each of their signs stands for itself. */
export const UNSPACED = ["Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar"]
  .map((script) => `\\p{Script=${script}}`)
  .join("");

/**
 * One word, from where it is told to begin. What is written here is what counts; letters of ASCII are read without it.
 *
 * @internal
 */
export const WORD: RegExp = new RegExp(
  `\\p{N}+(?:[.,:'’\\u00a0\\u202f/-]\\p{N}+)*|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}_])+|\\r?\\n|[^\\S\\r\\n]+|.`,
  "ysu",
);

const OTHER = 0;
const DIGIT = 1;
const LETTER = 2;
const BLANK = 3;
const BEYOND_ASCII = 0x80;

const KINDS = new Uint8Array(BEYOND_ASCII);
for (let unit = 0; unit < BEYOND_ASCII; unit++) {
  const sign = String.fromCharCode(unit);
  KINDS[unit] = /\d/.test(sign) ? DIGIT : /\w/.test(sign) ? LETTER : /[^\S\r\n]/.test(sign) ? BLANK : OTHER;
}

/** Within numbers. */
const SEPARATORS: ReadonlySet<number> = new Set([...".,:'/-"].map((sign) => sign.charCodeAt(0)));
const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** Linear: every check reads the texts of all blocks that changed. */
export function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  for (let at = 0; at < text.length; ) {
    const plain = endOfPlain(text, at);
    const end = plain < 0 ? endByPattern(text, at) : plain;
    words.push(text.slice(at, end));
    at = end;
  }
  return words;
}

/** Where the word ends that begins here; -1 where a sign beyond ASCII is in it or may belong to it. */
function endOfPlain(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first >= BEYOND_ASCII) return -1;
  const kind = KINDS[first]!;
  let end = start + 1;
  if (kind === DIGIT) end = endOfNumber(text, start);
  else if (kind === LETTER) while (KINDS[text.charCodeAt(end)]! === LETTER || isDigit(text, end)) end++;
  else if (kind === BLANK) while (KINDS[text.charCodeAt(end)] === BLANK) end++;
  else return first === RETURN && text.charCodeAt(end) === LINE_FEED ? end + 1 : end;
  return text.charCodeAt(end) >= BEYOND_ASCII ? -1 : end;
}

function endOfNumber(text: string, start: number): number {
  let end = start;
  while (isDigit(text, end)) end++;
  while (SEPARATORS.has(text.charCodeAt(end)) && isDigit(text, end + 1)) {
    end++;
    while (isDigit(text, end)) end++;
  }
  // digits of other scripts may follow a separator
  return SEPARATORS.has(text.charCodeAt(end)) && text.charCodeAt(end + 1) >= BEYOND_ASCII ? end + 1 : end;
}

function isDigit(text: string, at: number): boolean {
  return KINDS[text.charCodeAt(at)] === DIGIT;
}

function endByPattern(text: string, start: number): number {
  WORD.lastIndex = start;
  // any sign is a word, so that there always is one
  return WORD.test(text) ? WORD.lastIndex : start + 1;
}
