/** Whether two remembered things are the same: cheap where they are not, which mostly shows at once. */
import type { Sample } from "../../feature/sample.ts";
import type { ElementMark } from "./stored-features.ts";

/** The same members in the same order. */
export function isSameList<T extends number | string>(a: readonly T[], b: readonly T[]): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}

export function isSameSample(a: Sample, b: Sample): boolean {
  return a.limit === b.limit && isSameList(a.hashes, b.hashes);
}

/** Up to the rank among the siblings, which no comparison of marks reads. */
export function isSameMark(a: ElementMark | null | undefined, b: ElementMark | null | undefined): boolean {
  if (!a || !b) return a === b;
  return a.tag === b.tag && a.id === b.id && isSameList(a.classes, b.classes);
}

export function areSameMarks(a: readonly ElementMark[], b: readonly ElementMark[]): boolean {
  return a.length === b.length && a.every((mark, at) => isSameMark(mark, b[at]));
}
