/** The candidates of a `srcset` with other addresses (HTML standard, "parse a srcset attribute"). */

interface Candidate {
  readonly url: string;
  readonly descriptor: string;
}

const MAX_CANDIDATES = 32;
const DESCRIPTOR = /^(?:[\d.]+[wxh](?:\s+[\d.]+[wxh])?)?$/;
const LONGEST_DESCRIPTOR = 100;

/** Candidates whose address has no replacement are left out. */
export function rewriteSrcset(srcset: string, replace: (url: string) => string | null): string {
  const kept: string[] = [];
  for (const { url, descriptor } of candidatesIn(srcset)) {
    if (descriptor.length > LONGEST_DESCRIPTOR || !DESCRIPTOR.test(descriptor)) continue;
    const address = replace(url);
    if (address !== null) kept.push(descriptor === "" ? address : `${address} ${descriptor}`);
    if (kept.length === MAX_CANDIDATES) break;
  }
  return kept.join(", ");
}

/** An address runs to white space; commas at its end belong to the list, those inside to the address. Linear. */
function* candidatesIn(text: string): Generator<Candidate> {
  for (let at = 0; at < text.length; ) {
    while (at < text.length && (isSpace(text, at) || text[at] === ",")) at++;
    const start = at;
    while (at < text.length && !isSpace(text, at)) at++;
    let end = at;
    while (end > start && text[end - 1] === ",") end--;
    if (end === start) return;
    const url = text.slice(start, end);
    if (end < at) {
      yield { url, descriptor: "" };
      continue;
    }
    const comma = endOfDescriptor(text, at);
    yield { url, descriptor: text.slice(at, comma).trim() };
    at = comma + 1;
  }
}

/** The next comma that is in no parentheses, or the end. */
function endOfDescriptor(text: string, from: number): number {
  let isInside = false;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === "(") isInside = true;
    else if (character === ")") isInside = false;
    else if (character === "," && !isInside) return at;
  }
  return text.length;
}

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}
