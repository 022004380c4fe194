/** How large a pattern becomes when its repeats are written out, estimated from its text before anything compiles it. */

/** RE2 itself refuses larger counts. */
const MAX_COUNT = 1_000;
/** Every program has a beginning, an end, and a place to fail. */
const PROGRAM = 3;
/** A group remembers where it begins and ends, and may be empty. */
const GROUP = 3;

/** A group that is open: the size of its finished parts, and of the last one, which a repeat may follow. */
interface Group {
  done: number;
  last: number;
}

/**
 * At least as many instructions as RE2 makes of the pattern, and not many times more. One pass over the text; what is no
 * pattern has some size too.
 */
export function patternSize(source: string): number {
  const open: Group[] = [];
  let group: Group = { done: PROGRAM, last: 0 };
  const add = (size: number): void => {
    group.done += group.last;
    group.last = size;
  };
  for (let at = 0; at < source.length; ) {
    const character = source[at]!;
    const repeat = character === "{" ? repeatAt(source, at) : null;
    if (character === "(") {
      open.push(group);
      group = { done: GROUP, last: 0 };
    } else if (character === ")") {
      const inner = group.done + group.last;
      group = open.pop() ?? { done: 0, last: 0 };
      add(inner);
    } else if (repeat) {
      group.last = (group.last + 1) * repeat.count + 1;
    } else if ("*+?|".includes(character)) {
      group.last += 1;
      if (character === "|") add(1);
    } else if (source.startsWith("\\Q", at)) {
      group.done += endOf(source, at) - at;
      add(1);
    } else {
      add(1);
    }
    at = repeat?.end ?? endOf(source, at);
  }
  return [...open, group].reduce((sum, { done, last }) => sum + done + last, 0);
}

/** `{3}`, `{3,}` or `{3,5}`: how often its part is written out at most. */
function repeatAt(source: string, at: number): { readonly count: number; readonly end: number } | null {
  REPEAT.lastIndex = at;
  const [text, least = "", most = least] = REPEAT.exec(source) ?? [];
  if (text === undefined) return null;
  // without an upper bound, the last one is repeated by a loop
  const count = most === "" ? Number(least) + 1 : Number(most);
  return { count: Math.min(Math.max(count, 1), MAX_COUNT + 1), end: at + text.length };
}

const REPEAT = /\{(\d+)(?:,(\d*))?\}/y;

/** Where the part that begins here ends: a character, an escape, a class, or a literal between `\Q` and `\E`. */
function endOf(source: string, at: number): number {
  if (source[at] === "[") return endOfClass(source, at + 1);
  if (source[at] !== "\\") return at + 1;
  if (source[at + 1] === "Q") return after(source, "\\E", at + 2);
  const hasName = "pPx".includes(source[at + 1] ?? " ") && source[at + 2] === "{";
  return hasName ? after(source, "}", at + 3) : at + 2;
}

/** `from` is behind the opening bracket; a closing one that comes first is meant literally. */
function endOfClass(source: string, from: number): number {
  let at = source[from] === "^" ? from + 1 : from;
  if (source[at] === "]") at++;
  while (at < source.length && source[at] !== "]") {
    if (source.startsWith("[:", at)) at = after(source, ":]", at + 2);
    else at += source[at] === "\\" ? 2 : 1;
  }
  return at + 1;
}

function after(source: string, text: string, from: number): number {
  const at = source.indexOf(text, from);
  return at < 0 ? source.length : at + text.length;
}
