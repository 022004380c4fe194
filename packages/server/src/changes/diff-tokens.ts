/**
 * The shortest edit of one list of words into another after Myers, "An O(ND) Difference Algorithm and Its Variations" (1986):
 * the greedy algorithm of its figure 2, and of equally short edits the one that jsdiff gives. Paths are numbers in arrays
 * instead of objects, and words are numbers: a check takes such a difference of every block that changed.
 *
 * Departure, as in jsdiff: diagonals beyond an edge of the edit graph that was reached are not looked at any more.
 *
 *   paper    here
 *   D        edits
 *   k        diagonal, oldPos − newPos
 *   V[k]     at[best[k]]
 */
import type { DiffPart } from "@tessera/model";

const FIRST_CAPACITY = 4_096;
const NONE = -1;

/** The parts in order; null where more than `maxEdits` words would have to be added and removed. */
export function diffTokens(before: readonly string[], after: readonly string[], maxEdits: number): DiffPart[] | null {
  const { old, recent } = numbered(before, after);
  const paths = new Paths(old, recent);
  const most = Math.min(maxEdits, before.length + after.length);
  // best[diagonal + most + 1] is the path that has come furthest on that diagonal
  const best = new Int32Array(2 * most + 3).fill(NONE);
  const middle = most + 1;
  const start = paths.start();
  if (paths.isAtEnd(start, 0)) return paths.parts(start, before, after);
  best[middle] = start;
  let [lowest, highest] = [-most, most];
  for (let edits = 1; edits <= most; edits++) {
    // every second diagonal, as far as edges have not been reached: the parity is that of the edits
    const first = Math.max(lowest, -edits);
    for (let diagonal = first; diagonal <= Math.min(highest, edits); diagonal += 2) {
      const remove = best[middle + diagonal - 1]!;
      const add = best[middle + diagonal + 1]!;
      best[middle + diagonal - 1] = NONE;
      const path = paths.extend(remove, add, diagonal);
      best[middle + diagonal] = path;
      if (path === NONE) continue;
      if (paths.isAtEnd(path, diagonal)) return paths.parts(path, before, after);
      if (paths.isAtOldEnd(path)) highest = Math.min(highest, diagonal - 1);
      if (paths.isAtRecentEnd(path, diagonal)) lowest = Math.max(lowest, diagonal + 1);
    }
  }
  return null;
}

/** Equal words have equal numbers. */
function numbered(before: readonly string[], after: readonly string[]) {
  const numbers = new Map<string, number>();
  const numberOf = (word: string): number => {
    const known = numbers.get(word);
    if (known !== undefined) return known;
    numbers.set(word, numbers.size);
    return numbers.size - 1;
  };
  const numbersOf = (words: readonly string[]): Int32Array => {
    const all = new Int32Array(words.length);
    for (let at = 0; at < words.length; at++) all[at] = numberOf(words[at]!);
    return all;
  };
  return { old: numbersOf(before), recent: numbersOf(after) };
}

/** Paths through the edit graph: each is another one, a word added or removed, and the words that are common after it. */
class Paths {
  readonly #old: Int32Array;
  readonly #recent: Int32Array;
  #count = 0;
  /** The path that it goes on from, doubled, and 1 more where a word is added; NONE for the first one. */
  #from: Int32Array = new Int32Array(FIRST_CAPACITY);
  /** The last word of the old text. */
  #at: Int32Array = new Int32Array(FIRST_CAPACITY);

  constructor(old: Int32Array, recent: Int32Array) {
    this.#old = old;
    this.#recent = recent;
  }

  /** The path of the words that both begin with. */
  start(): number {
    return this.#add(NONE, -1, 0);
  }

  /** The path that has come further goes on, by a word of the old text removed or one of the new text added. */
  extend(remove: number, add: number, diagonal: number): number {
    const at = this.#at;
    const recentAfterAdd = add === NONE ? -1 : at[add]! - diagonal;
    const canAdd = recentAfterAdd >= 0 && recentAfterAdd < this.#recent.length;
    const canRemove = remove !== NONE && at[remove]! + 1 < this.#old.length;
    if (!canAdd && !canRemove) return NONE;
    return !canRemove || (canAdd && at[remove]! < at[add]!)
      ? this.#add(add * 2 + 1, at[add]!, diagonal)
      : this.#add(remove * 2, at[remove]! + 1, diagonal);
  }

  isAtOldEnd(path: number): boolean {
    return this.#at[path]! + 1 >= this.#old.length;
  }

  isAtRecentEnd(path: number, diagonal: number): boolean {
    return this.#at[path]! - diagonal + 1 >= this.#recent.length;
  }

  isAtEnd(path: number, diagonal: number): boolean {
    return this.isAtOldEnd(path) && this.isAtRecentEnd(path, diagonal);
  }

  /** From the end of the path back to its beginning. */
  parts(path: number, before: readonly string[], after: readonly string[]): DiffPart[] {
    const runs: { kind: DiffPart["kind"]; count: number }[] = [];
    const put = (kind: DiffPart["kind"], count: number): void => {
      const last = runs.at(-1);
      if (last?.kind === kind) last.count += count;
      else if (count > 0) runs.push({ kind, count });
    };
    let one = path;
    for (let from = this.#from[one]!; from !== NONE; from = this.#from[one]!) {
      const [last, isAdding] = [this.#at[one]!, from % 2 === 1];
      one = Math.floor(from / 2);
      put("same", last - this.#at[one]! - (isAdding ? 0 : 1));
      put(isAdding ? "added" : "removed", 1);
    }
    put("same", this.#at[one]! + 1);
    let [oldAt, newAt] = [0, 0];
    return runs.reverse().map(({ kind, count }) => {
      const words = kind === "removed" ? before.slice(oldAt, oldAt + count) : after.slice(newAt, newAt + count);
      if (kind !== "added") oldAt += count;
      if (kind !== "removed") newAt += count;
      return { kind, text: words.join("") };
    });
  }

  #add(from: number, at: number, diagonal: number): number {
    const [old, recent] = [this.#old, this.#recent];
    // as far as both texts go on along the diagonal
    const last = Math.min(old.length, recent.length + diagonal) - 1;
    let end = at;
    while (end < last && old[end + 1] === recent[end + 1 - diagonal]) end++;
    if (this.#count === this.#at.length) this.#grow();
    const path = this.#count++;
    this.#from[path] = from;
    this.#at[path] = end;
    return path;
  }

  #grow(): void {
    const grown = (from: Int32Array): Int32Array => {
      const to = new Int32Array(from.length * 2);
      to.set(from);
      return to;
    };
    this.#from = grown(this.#from);
    this.#at = grown(this.#at);
  }
}
