/**
 * Style names of one page kept apart from those of another: [page-fragmentation] section 10, "a style name 'X' which is
 * used in the 'Y' page is named in the final CSS file of the personalized page as 'Y_X'".
 *
 * Classes and identifiers in the selectors of a style sheet are renamed, and so are the `class` and `id` attributes that
 * they meet. Declarations, at-rules, strings and comments stay as they are. A reading of the parts of the CSS syntax that
 * matter (blocks, strings, comments, escapes), not a parser: what it does not understand passes through unchanged.
 *
 * Departures: the paper renames in JavaScript files too; blocks are shown without scripts here.
 */

/** A name that is a letter, digits and hyphens: `news-example-org` for a page of that host. */
const NAMESPACE = /^[a-z][a-z0-9-]*$/i;
/** A class or identifier at the start of the rest: `.` or `#` and a CSS name with its escapes. */
const SIMPLE_SELECTOR = /[.#](?=-?(?:[_a-z\u0080-\u{10ffff}]|\\)|--)/iuy;
/** Strings, comments and attribute selectors, which are skipped as a whole. */
const OPAQUE = /"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|\/\*.*?(?:\*\/|$)|\\./suy;

/** The style sheet with every class and identifier of its selectors renamed. Linear. */
export function namespaceStyles(css: string, namespace: string): string {
  if (!NAMESPACE.test(namespace)) throw new RangeError(`not a namespace: ${namespace}`);
  let result = "";
  let start = 0;
  for (let at = 0; at < css.length; at = step(css, at)) {
    const character = css[at];
    if (character !== "{" && character !== "}" && character !== ";") continue;
    const piece = css.slice(start, at);
    // what stands before an opening brace is a selector, or an at-rule, which is not touched
    result += character === "{" ? namespaceSelector(piece, namespace) : piece;
    result += character;
    start = at + 1;
  }
  return result + css.slice(start);
}

/** The value of a `class` or `id` attribute with every name in it renamed. */
export function namespaceNames(names: string, namespace: string): string {
  return names.replace(/[^\s]+/g, (name) => `${namespace}_${name}`);
}

function namespaceSelector(piece: string, namespace: string): string {
  let result = "";
  let brackets = 0;
  let isBlankSoFar = true;
  for (let at = 0, next = 0; at < piece.length; at = next) {
    const character = piece[at];
    next = step(piece, at);
    if (character === "@" && isBlankSoFar) return piece;
    if (character === "[") brackets++;
    if (character === "]") brackets--;
    result += piece.slice(at, next);
    const isComment = next > at + 1 && character === "/";
    if (!isComment && character.trim() !== "") isBlankSoFar = false;
    SIMPLE_SELECTOR.lastIndex = at;
    if (brackets <= 0 && SIMPLE_SELECTOR.test(piece)) result += `${namespace}_`;
  }
  return result;
}

/** The position after a string, comment or escape that starts here, else the next character. */
function step(css: string, at: number): number {
  OPAQUE.lastIndex = at;
  return OPAQUE.test(css) ? OPAQUE.lastIndex : at + 1;
}
