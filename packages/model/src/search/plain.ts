/** A text as people compare texts: without case, accents and vowel points. */

/** Accents, Hebrew points, Arabic vowel signs and the stroke that only makes a word longer. */
const ACCENTS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670\u06d6-\u06dc]/g;

export function plain(text: string): string {
  // by way of upper case, so that ß is ss and every sigma the same
  const bare = text.normalize("NFKD").replace(ACCENTS, "").toUpperCase().toLowerCase().replaceAll("ς", "σ");
  return bare.normalize("NFKD").replace(ACCENTS, "").normalize("NFC");
}
