/** Text as hashes of words, by one pass over character codes: regular expressions would cost more than the tracing. */

const FNV_PRIME = 0x01000193;
const FNV_SEED = 0x811c9dc5;

const FIRST_CJK = 0x2e80;
const LAST_CJK = 0xd7ff;

/** Calls `take` with the hash of every word of `text[start, stop)`, in order. Digits count as letters. */
export function eachWord(text: string, start: number, stop: number, take: (hash: number) => void): void {
  let hash = FNV_SEED;
  let length = 0;
  for (let at = start; at < stop; at++) {
    const code = foldCase(text.charCodeAt(at));
    // scripts that write no spaces: every character is a word
    const isAlone = code >= FIRST_CJK && code <= LAST_CJK;
    if (isAlone || !isWordCode(code)) {
      if (length > 0) take(finished(hash));
      hash = FNV_SEED;
      length = 0;
      if (isAlone) take(finished(Math.imul(FNV_SEED ^ code, FNV_PRIME)));
    } else {
      hash = Math.imul(hash ^ code, FNV_PRIME);
      length++;
    }
  }
  if (length > 0) take(finished(hash));
}

/** Hash of a text as a reader sees it: case and white space folded. Zero only by chance. */
export function hashText(text: string, start = 0, stop: number = text.length): number {
  let hash = FNV_SEED;
  eachWord(text, start, stop, (word) => {
    hash = Math.imul(hash ^ word, FNV_PRIME);
  });
  return finished(hash);
}

/** Like `hashText` with every number replaced by one sign: "12:30 Uhr" and "9:05 Uhr" are alike. */
export function hashPattern(text: string, start: number, stop: number): number {
  let hash = FNV_SEED;
  let wasDigit = false;
  for (let at = start; at < stop; at++) {
    const code = foldCase(text.charCodeAt(at));
    const isDigit = code >= 48 && code <= 57;
    if (isDigit && wasDigit) continue;
    wasDigit = isDigit;
    if (isDigit) hash = Math.imul(hash ^ 48, FNV_PRIME);
    else if (code > 32) hash = Math.imul(hash ^ code, FNV_PRIME);
  }
  return finished(hash);
}

/** Spreads the last steps of FNV over all bits, so that hashes can be compared by size for sampling. */
function finished(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x7feb352d);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function foldCase(code: number): number {
  if (code >= 65 && code <= 90) return code + 32;
  // Latin-1, Greek and Cyrillic capitals
  if (code >= 0xc0 && code <= 0xde && code !== 0xd7) return code + 32;
  if (code >= 0x391 && code <= 0x3a9) return code + 32;
  if (code >= 0x410 && code <= 0x42f) return code + 32;
  return code;
}

function isWordCode(code: number): boolean {
  if (code < 0x80) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
  if (code < 0xc0) return false;
  return code < 0x2000 || code > 0x206f;
}

const FIRST_SIGN = 0x2000;

/** Punctuation of scripts that write no spaces. */
function isWideSign(code: number): boolean {
  return (code >= 0x3000 && code <= 0x3004) || (code >= 0x3008 && code <= 0x3020) || code === 0x30fb || code >= 0xff00;
}

/** A letter of any script with its case folded; 0 for digits, punctuation, signs and space. */
export function letterCode(code: number): number {
  const folded = foldCase(code);
  if ((folded >= FIRST_SIGN && folded < FIRST_CJK) || isWideSign(folded)) return 0;
  return isWordCode(folded) && (folded < 48 || folded > 57) ? folded : 0;
}
