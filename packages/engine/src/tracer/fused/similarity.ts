/** How alike two small things are, from 0 to 1; where neither side has anything to compare, `UNKNOWN`. */
import type { KnownTokens, Stretch } from "../../feature/stretch.ts";
import type { Mark } from "./ancestors.ts";

/** Nothing to compare is neither likeness nor difference. */
export const UNKNOWN = 0.5;

/** Share of common members of two small sets. */
export function jaccard(a: readonly number[], b: readonly number[]): number {
  if (a.length === 0 || b.length === 0) return a.length === b.length ? UNKNOWN : 0;
  const common = b.length > SHORT ? membersIn(new Set(b), a) : membersInShort(b, a);
  return common / (a.length + b.length - common);
}

/** Up to so many members a set costs more than a look at each; hostile pages have elements with thousands of classes. */
const SHORT = 32;

function membersIn(set: ReadonlySet<number>, list: readonly number[]): number {
  return list.reduce((sum, member) => (set.has(member) ? sum + 1 : sum), 0);
}

function membersInShort(short: readonly number[], list: readonly number[]): number {
  let common = 0;
  for (let at = 0; at < list.length; at++) if (has(short, list[at])) common++;
  return common;
}

/** As `includes`, which costs more where the list is as short as a class attribute. */
function has(list: readonly number[], member: number): boolean {
  for (let at = 0; at < list.length; at++) if (list[at] === member) return true;
  return false;
}

/** Share of common members of a remembered set and the tokens of a stretch. */
export function jaccardWith(known: KnownTokens, stretch: Stretch): number {
  if (known.size === 0 || stretch.distinct === 0) return known.size === stretch.distinct ? UNKNOWN : 0;
  const common = known.among(stretch);
  return common / (known.size + stretch.distinct - common);
}

/** The smaller count over the larger one. */
export function ratio(a: number, b: number): number {
  return a === b ? 1 : (Math.min(a, b) + 1) / (Math.max(a, b) + 1);
}

/** Likeness of two elements by tag, id and class. */
export function markSimilarity(a: Mark | null, b: Mark | null): number {
  if (a === null || b === null) return a === b ? UNKNOWN : 0;
  const tag = a.tag === b.tag ? 0.3 : 0;
  if (a.id !== 0 && a.id === b.id) return 0.7 + tag;
  return tag + 0.7 * jaccard(a.classes, b.classes) * (a.id === b.id ? 1 : 0.8);
}
