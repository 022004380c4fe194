/** Strings as numbers: one byte a code unit where all of them fit, else two, so that lone surrogates survive. */

/** A list of strings as two arrays. */
export interface StringTable {
  readonly lengths: Uint32Array;
  /** The code units of all strings, one after the other. */
  readonly units: Uint8Array | Uint16Array;
}

const LARGEST_NARROW_UNIT = 0xff;

/** Arguments that a call may have is a matter of stack size; this many are safe everywhere. */
const UNITS_PER_CALL = 4_096;

export function tableOf(strings: readonly string[]): StringTable {
  const lengths = Uint32Array.from(strings, (string) => string.length);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const units = strings.every(isNarrow) ? new Uint8Array(total) : new Uint16Array(total);
  let at = 0;
  for (const string of strings) {
    for (let unit = 0; unit < string.length; unit++) units[at++] = string.charCodeAt(unit);
  }
  return { lengths, units };
}

/** The strings of a table, or null where its lengths do not add up. */
export function stringsOf({ lengths, units }: StringTable): string[] | null {
  const pieces: string[] = [];
  for (let at = 0; at < units.length; at += UNITS_PER_CALL) {
    pieces.push(String.fromCharCode(...units.subarray(at, at + UNITS_PER_CALL)));
  }
  const all = pieces.join("");
  const strings: string[] = [];
  let at = 0;
  for (const length of lengths) {
    strings.push(all.slice(at, at + length));
    at += length;
  }
  return at === all.length ? strings : null;
}

function isNarrow(string: string): boolean {
  for (let at = 0; at < string.length; at++) if (string.charCodeAt(at) > LARGEST_NARROW_UNIT) return false;
  return true;
}
