/** A text as people compare texts: without case, accents and vowel points, and letters as a keyboard without them has them. */

/** Accents, Hebrew points, Arabic vowel signs and the stroke that only makes a word longer. */
const ACCENTS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670\u06d6-\u06dc]/g;

/** Letters that Unicode does not take apart: with a stroke or a hook, of two letters in one, or of an alphabet of their own. */
const AS_TYPED: Readonly<Record<string, string>> = {
  ...{ æ: "ae", œ: "oe", ß: "ss", þ: "th", ð: "d", ĸ: "k", ŋ: "n", ə: "e", ǝ: "e", ɛ: "e", ɔ: "o", ı: "i" },
  ...{ ⱥ: "a", ƀ: "b", ɓ: "b", ƈ: "c", ȼ: "c", đ: "d", ɖ: "d", ɗ: "d", ɇ: "e", ƒ: "f", ǥ: "g", ɠ: "g", ħ: "h", ɨ: "i" },
  ...{ ɉ: "j", ƙ: "k", ł: "l", ƚ: "l", ɲ: "n", ø: "o", ɵ: "o", ƥ: "p", ɍ: "r", ŧ: "t", ƭ: "t", ʈ: "t", ʉ: "u", ʋ: "v" },
  ...{ ƴ: "y", ɏ: "y", ƶ: "z" },
};
const NO_ASCII = /[^\0-\x7f]/g;

export function plain(text: string): string {
  // by way of upper case, so that every sigma is the same
  const bare = text.normalize("NFKD").replace(ACCENTS, "").toUpperCase().toLowerCase().replaceAll("ς", "σ");
  const typed = bare.replace(NO_ASCII, (letter) => AS_TYPED[letter] ?? letter);
  return typed.normalize("NFKD").replace(ACCENTS, "").normalize("NFC");
}
