/**
 * How much of the pages need not be sent when only some of their blocks are shown: [page-fragmentation] section 11,
 * D = Σ S_p,k / Σ Total_k and A = 1 − D.
 */

/** One page: its whole size and the sizes of the blocks that were chosen of it (S_p,k), in the same unit. */
export interface ChosenParts {
  readonly total: number;
  readonly chosen: readonly number[];
}

/** A: the share of all data that is avoided, 0 where there is nothing to send. Nested choices must be counted once. */
export function avoidedShare(pages: readonly ChosenParts[]): number {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const total = sum(pages.map((page) => page.total));
  return total === 0 ? 0 : 1 - sum(pages.flatMap((page) => page.chosen)) / total;
}
