/** The two measures of [homepage-live] section 7.1, and the marks of tracings that they count. */

export const RIGHT = "1";
export const WRONG = "0";

export interface Rates {
  /** Correct Tracing Rate: share of the tracings that are right. */
  readonly CTR: number;
  /** Correct Case Rate: share of the cases of which every tracing is right. */
  readonly CCR: number;
}

/** How often one case was traced, and how often rightly. */
export interface CaseCount {
  readonly versions: number;
  readonly right: number;
}

/** A case that was never traced does not count. */
export function ratesOf(counts: readonly CaseCount[]): Rates {
  const cases = counts.filter(({ versions }) => versions > 0);
  const versions = cases.reduce((sum, one) => sum + one.versions, 0);
  const right = cases.reduce((sum, one) => sum + one.right, 0);
  const whole = cases.filter((one) => one.right === one.versions).length;
  return { CTR: right / versions, CCR: whole / cases.length };
}

export function countOf(marks: string): CaseCount {
  return { versions: marks.length, right: rightIn(marks) };
}

export function rightIn(marks: string): number {
  return [...marks].filter((mark) => mark === RIGHT).length;
}
