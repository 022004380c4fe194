/** The root element of a document by its first characters: told in one pass, whatever stands there. */

const NAME = /^[A-Za-z_][\w:.-]*$/;

/**
 * In lower case; null where no element follows the prologue within the text. Linear: every character is passed once, so
 * that it may be asked on the main thread about the first kilobytes of anything.
 */
export function rootName(text: string): string | null {
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  for (;;) {
    at = skipSpace(text, at);
    const end = endOfPrologue(text, at);
    if (end === null) return null;
    if (end === at) break;
    at = end;
  }
  const end = endOfName(text, at + 1);
  const name = text.slice(at + 1, end);
  return text[at] === "<" && end < text.length && NAME.test(name) ? name.toLowerCase() : null;
}

/** Behind a declaration, a comment or a document type; `at` where there is none, null where it does not end. */
function endOfPrologue(text: string, at: number): number | null {
  if (text.startsWith("<!--", at)) return endAfter(text, "-->", at + 4);
  if (text.startsWith("<?", at)) return endAfter(text, "?>", at + 2);
  if (text.slice(at, at + 9).toLowerCase() !== "<!doctype") return at;
  const end = endAfter(text, ">", at);
  // one with declarations of its own is not looked into
  return end !== null && text.slice(at, end).includes("[") ? null : end;
}

function endAfter(text: string, mark: string, from: number): number | null {
  const found = text.indexOf(mark, from);
  return found < 0 ? null : found + mark.length;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text[at]!)) at++;
  return at;
}

function endOfName(text: string, from: number): number {
  let at = from;
  while (at < text.length && !/[\s/>]/.test(text[at]!)) at++;
  return at;
}
