/** How alike two small things are, from 0 to 1; where neither side has anything to compare, `UNKNOWN`. */
import type { ElementMark } from "./traits.ts";

/** Nothing to compare is neither likeness nor difference. */
export const UNKNOWN = 0.5;

/** Share of common members of two small sets. */
export function jaccard(a: readonly number[], b: readonly number[]): number {
  if (a.length === 0 || b.length === 0) return a.length === b.length ? UNKNOWN : 0;
  let common = 0;
  for (const member of a) if (b.includes(member)) common++;
  return common / (a.length + b.length - common);
}

/** Share of common members of a remembered set and another one. */
export function jaccardWith(a: ReadonlySet<number>, b: readonly number[]): number {
  if (a.size === 0 || b.length === 0) return a.size === b.length ? UNKNOWN : 0;
  let common = 0;
  for (const member of b) if (a.has(member)) common++;
  return common / (a.size + b.length - common);
}

/** The smaller count over the larger one. */
export function ratio(a: number, b: number): number {
  return a === b ? 1 : (Math.min(a, b) + 1) / (Math.max(a, b) + 1);
}

/** Equality of two hashes of which 0 means that there is none. */
export function sameOrUnknown(a: number, b: number): number {
  if (a === 0 && b === 0) return UNKNOWN;
  return a === b ? 1 : 0;
}

/** Likeness of two elements by tag, id and class. */
export function markLikeness(a: ElementMark | null, b: ElementMark | null): number {
  if (a === null || b === null) return a === b ? UNKNOWN : 0;
  const tag = a.tag === b.tag ? 0.3 : 0;
  if (a.id !== 0 && a.id === b.id) return 0.7 + tag;
  return tag + 0.7 * jaccard(a.classes, b.classes) * (a.id === b.id ? 1 : 0.8);
}

/** Dice coefficient of two sequences taken as bags. */
export function bagLikeness(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 && b.length === 0) return UNKNOWN;
  const left = new Map<string, number>();
  for (const item of a) left.set(item, (left.get(item) ?? 0) + 1);
  let common = 0;
  for (const item of b) {
    const count = left.get(item) ?? 0;
    if (count > 0) common++;
    left.set(item, count - 1);
  }
  return (2 * common) / (a.length + b.length);
}

/** Length of the common beginning of two sequences. */
export function commonPrefix(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

/** Length of the common end of two sequences. */
export function commonSuffix(a: readonly string[], b: readonly string[]): number {
  let length = 0;
  while (length < a.length && length < b.length && a[a.length - 1 - length] === b[b.length - 1 - length]) length++;
  return length;
}
