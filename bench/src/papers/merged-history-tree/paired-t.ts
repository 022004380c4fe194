/** The paired t-test of [merged-history-tree] section 5.3, two-sided at α = 0.05. */

export interface PairedTest {
  readonly t: number;
  readonly differs: boolean;
}

/** Equal pairs throughout give t = 0. */
export function pairedT(a: readonly number[], b: readonly number[]): PairedTest {
  const differences = a.map((value, at) => value - b[at]!);
  const count = differences.length;
  if (count < 2) return { t: 0, differs: false };
  const mean = differences.reduce((sum, value) => sum + value, 0) / count;
  const variance = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1);
  const t = variance === 0 ? 0 : mean / Math.sqrt(variance / count);
  return { t, differs: Math.abs(t) > criticalValue(count - 1) };
}

/** Student's t at 97.5 %: the first terms of its expansion about the normal quantile, right to 0.01 from 8 on. */
function criticalValue(degrees: number): number {
  const z = 1.959964;
  return z + (z ** 3 + z) / (4 * degrees) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2);
}
