/**
 * Regular expressions that people write: RE2 only, so that no pattern can take more than linear time, and small enough
 * that this is little. Compiled and matched in worker threads only.
 */
import type { Condition, QuietLine, Words } from "@tessera/model";
import { RE2JS, RE2JSException } from "re2js";

export type Pattern =
  | { readonly kind: "pattern"; readonly size: number; test(text: string): boolean }
  | { readonly kind: "invalid"; readonly message: string };

/** RE2 itself refuses larger counts. */
const MAX_COUNT = 1_000;

/** Every program has a beginning, an end, and a place to fail. */
const PROGRAM = 3;

/** A group remembers where it begins and ends, and may be empty. */
const GROUP = 3;

const REPEAT = /\{(\d+)(?:,(\d*))?\}/y;

/** Instructions of one pattern: `.{0,1000}` has 2,003. */
const MAX_PATTERN_SIZE = 2_500;

/** Patterns of one follow, in its conditions and in the lines that it ignores. */
export const MAX_PATTERNS = 30;

/** Compiles a pattern in RE2 syntax, `^` and `$` meaning a line; one that is none is data, because people write it. */
export function compilePattern(source: string): Pattern {
  const fault = sizeFault(source);
  if (fault) return { kind: "invalid", message: fault };
  try {
    const compiled = RE2JS.compile(source, RE2JS.MULTILINE);
    return { kind: "pattern", size: compiled.programSize(), test: (text) => compiled.test(text) };
  } catch (error) {
    if (error instanceof RE2JSException) return { kind: "invalid", message: error.message };
    throw error;
  }
}

/** Why a pattern is not even compiled, or null. Cheap: for where nothing may take long. */
export function sizeFault(source: string): string | null {
  const size = patternSize(source);
  if (size <= MAX_PATTERN_SIZE) return null;
  return `the pattern is too large: its repeats stand for ${size} steps, and ${MAX_PATTERN_SIZE} are allowed`;
}

/** What is wrong with each of these patterns, or null. A job of worker threads. */
export function patternFaults(sources: readonly string[]): readonly (string | null)[] {
  return sources.map((source) => {
    const pattern = compilePattern(source);
    return pattern.kind === "invalid" ? pattern.message : null;
  });
}

/** The words of conditions and ignored lines, each with its place. */
export function wordsIn(rules: {
  readonly conditions: readonly Condition[];
  readonly lines: readonly QuietLine[];
}): readonly { readonly words: Words; readonly path: string }[] {
  const inConditions = rules.conditions.flatMap((condition, at) =>
    "words" in condition ? [{ words: condition.words, path: `conditions.${at}.words.text` }] : [],
  );
  const inLines = rules.lines.flatMap((line, at) =>
    line.kind === "contains" ? [{ words: line.words, path: `quiet.lines.${at}.words.text` }] : [],
  );
  return [...inConditions, ...inLines];
}

/** A compiled instruction costs as much as so many steps of matching. */
const STEPS_TO_COMPILE = 500;

/**
 * Tests for words, with a budget for patterns: an instruction at a character is a step. A pattern whose steps run out
 * looks at the beginning of a text only, so that nobody's patterns keep a page from being checked for others.
 */
export class WordMatcher {
  readonly #patterns = new Map<string, Pattern>();
  #stepsLeft: number;

  constructor(steps: number) {
    this.#stepsLeft = steps;
  }

  /** Words are looked for anywhere, ignoring case; a pattern that is none matches nothing. */
  test({ as, text: wanted }: Words, text: string): boolean {
    if (as === "words") return text.toLowerCase().includes(wanted.toLowerCase());
    const pattern = this.#pattern(wanted);
    if (pattern.kind === "invalid") return false;
    const length = Math.min(text.length, Math.floor(this.#stepsLeft / pattern.size));
    this.#stepsLeft -= length * pattern.size;
    return pattern.test(text.slice(0, length));
  }

  #pattern(source: string): Pattern {
    const known = this.#patterns.get(source);
    if (known) return known;
    const cost = patternSize(source) * STEPS_TO_COMPILE;
    const pattern: Pattern =
      cost > this.#stepsLeft ? { kind: "invalid", message: "out of steps" } : compilePattern(source);
    this.#stepsLeft = Math.max(0, this.#stepsLeft - cost);
    this.#patterns.set(source, pattern);
    return pattern;
  }
}

/** A group that is open: the size of its finished parts, and of the last one, which a repeat may follow. */
interface Group {
  done: number;
  last: number;
}

/**
 * At least as many instructions as RE2 makes of the pattern, and not many times more. One pass over the text; what is no
 * pattern has some size too.
 *
 * @internal
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
