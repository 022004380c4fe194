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

const FIRST_CAPACITY = 1_024;
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
  #before = new Int32Array(FIRST_CAPACITY);
  #isAdding = new Uint8Array(FIRST_CAPACITY);
  /** Words in common at the end, and the last word of the old text. */
  #common = new Int32Array(FIRST_CAPACITY);
  #at = new Int32Array(FIRST_CAPACITY);

  constructor(old: Int32Array, recent: Int32Array) {
    this.#old = old;
    this.#recent = recent;
  }

  /** The path of the words that both begin with. */
  start(): number {
    return this.#add(NONE, 0, { at: -1, diagonal: 0 });
  }

  /** The path that has come further goes on, by a word of the old text removed or one of the new text added. */
  extend(remove: number, add: number, diagonal: number): number {
    const recentAfterAdd = add === NONE ? -1 : this.#at[add]! - diagonal;
    const canAdd = recentAfterAdd >= 0 && recentAfterAdd < this.#recent.length;
    const canRemove = remove !== NONE && this.#at[remove]! + 1 < this.#old.length;
    if (!canAdd && !canRemove) return NONE;
    return !canRemove || (canAdd && this.#at[remove]! < this.#at[add]!)
      ? this.#add(add, 1, { at: this.#at[add]!, diagonal })
      : this.#add(remove, 0, { at: this.#at[remove]! + 1, diagonal });
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
    for (let one = path; one !== NONE; one = this.#before[one]!) {
      put("same", this.#common[one]!);
      if (this.#before[one] !== NONE) put(this.#isAdding[one] ? "added" : "removed", 1);
    }
    let [oldAt, newAt] = [0, 0];
    return runs.reverse().map(({ kind, count }) => {
      const words = kind === "removed" ? before.slice(oldAt, oldAt + count) : after.slice(newAt, newAt + count);
      if (kind !== "added") oldAt += count;
      if (kind !== "removed") newAt += count;
      return { kind, text: words.join("") };
    });
  }

  #add(before: number, isAdding: number, { at, diagonal }: { readonly at: number; readonly diagonal: number }): number {
    const [old, recent] = [this.#old, this.#recent];
    let end = at;
    while (end + 1 < old.length && end + 1 - diagonal < recent.length && old[end + 1] === recent[end + 1 - diagonal])
      end++;
    if (this.#count === this.#at.length) this.#grow();
    const path = this.#count++;
    this.#before[path] = before;
    this.#isAdding[path] = isAdding;
    this.#common[path] = end - at;
    this.#at[path] = end;
    return path;
  }

  #grow(): void {
    const capacity = this.#at.length * 2;
    const grown = <A extends Int32Array | Uint8Array>(to: A, from: A): A => {
      to.set(from);
      return to;
    };
    this.#before = grown(new Int32Array(capacity), this.#before);
    this.#isAdding = grown(new Uint8Array(capacity), this.#isAdding);
    this.#common = grown(new Int32Array(capacity), this.#common);
    this.#at = grown(new Int32Array(capacity), this.#at);
  }
}
