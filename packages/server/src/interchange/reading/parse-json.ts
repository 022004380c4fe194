/** JSON from anywhere, within a number of values. */
import { ImportRefused } from "./import-plan.ts";

/** Some hundred megabytes at the worst, which a worker thread has. */
export const MAX_VALUES = 4_000_000;

/**
 * Throws a SyntaxError where the text is no JSON. Values are counted first: parsing cannot be interrupted, and one that
 * runs out of memory on the way would end the whole process and not its thread alone.
 */
export function parseJson(text: string, maxValues = MAX_VALUES): unknown {
  if (hasMoreValues(text, maxValues)) {
    throw new ImportRefused("too-large", `The file has more than ${maxValues} values. Split it.`);
  }
  return JSON.parse(text);
}

const [QUOTE, COMMA, BACKSLASH, BRACKET, BRACE] = [...'",\\[{'].map((character) => character.charCodeAt(0));

/** Every value but the first stands behind a comma or begins a list or an object. */
function hasMoreValues(text: string, max: number): boolean {
  let count = 1;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isInText = !isInText;
    else if (isInText && code === BACKSLASH) at++;
    else if (!isInText && (code === COMMA || code === BRACKET || code === BRACE) && ++count > max) return true;
  }
  return false;
}
