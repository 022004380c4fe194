/** How large a page may be before it is refused: pages are foreign input, and every part of one can be made huge. */

export interface TreeLimits {
  /** Size of the HTML in UTF-8. */
  readonly bytes: number;
  /** Elements and text runs, those that the parser makes and throws away included. */
  readonly nodes: number;
  /** Levels of elements below the root. */
  readonly depth: number;
  /** UTF-16 code units of one attribute value. */
  readonly attributeLength: number;
  /** Attributes of the whole page. */
  readonly attributes: number;
  /** Times that the parser may move a node from one parent to another. */
  readonly moves: number;
  /** Distinct names of elements, and of attributes: both are numbered with 16 bits, so at most 65,535. */
  readonly names: number;
}

/**
 * What `parseHtml` accepts unless told otherwise: several times the largest pages in use. Together they bound the work:
 * no page takes more than 15 seconds of processor time, a tree or a `ParseLimitError` at the end (`bench parse --hostile`).
 */
export const DEFAULT_LIMITS: TreeLimits = {
  bytes: 64 * 1024 * 1024,
  nodes: 2_000_000,
  depth: 4_096,
  attributeLength: 16 * 1024 * 1024,
  attributes: 8_000_000,
  moves: 8_000_000,
  names: 65_535,
};

/** Nothing is too large, except what the arrays of a tree cannot hold. */
export const NO_LIMITS: TreeLimits = {
  bytes: Infinity,
  nodes: Infinity,
  depth: Infinity,
  attributeLength: Infinity,
  attributes: Infinity,
  moves: Infinity,
  names: DEFAULT_LIMITS.names,
};

/** A page went over a limit. Trying again does not help; a higher limit does. */
export class ParseLimitError extends Error {
  override readonly name = "ParseLimitError";
  readonly code: keyof TreeLimits;
  readonly retry = "never";
  readonly limit: number;
  /** How many there were when the parser stopped: at least this many are on the page. */
  readonly seen: number;

  constructor(code: keyof TreeLimits, limit: number, seen: number) {
    super(`page is over the limit of ${limit} ${LIMIT_NAMES[code]}`);
    this.code = code;
    this.limit = limit;
    this.seen = seen;
  }
}

const LIMIT_NAMES: Readonly<Record<keyof TreeLimits, string>> = {
  bytes: "bytes",
  nodes: "nodes",
  depth: "levels",
  attributeLength: "characters in an attribute",
  attributes: "attributes",
  moves: "moves of misnested elements",
  names: "distinct names",
};

/** Refuses a string whose UTF-8 form has more bytes than the limit. A lone surrogate counts as what replaces it. */
export function checkBytes(text: string, limit: number): void {
  if (text.length * MAX_BYTES_PER_UNIT <= limit) return;
  const seen = text.length > limit ? text.length : bytesOf(text);
  if (seen > limit) throw new ParseLimitError("bytes", limit, seen);
}

const MAX_BYTES_PER_UNIT = 3;

function bytesOf(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) continue;
    const isPair = unit >= 0xd800 && unit < 0xdc00 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
    // a pair is four bytes, two of them counted as its code units
    if (unit < 0x800) bytes += 1;
    else {
      bytes += 2;
      if (isPair) at++;
    }
  }
  return bytes;
}
