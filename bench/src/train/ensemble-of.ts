/** Trees as the engine reads them. */
import type { DecisionTree, Ensemble } from "@tessera/engine/fused-training";

/** Rounded, so that the file stays small and a diff readable; thresholds keep enough digits to split as learned. */
export function ensembleOf(columns: readonly string[], bias: number, trees: readonly DecisionTree[]): Ensemble {
  const digits = (value: number, count: number): number => Number(value.toPrecision(count));
  return {
    columns,
    bias: digits(bias, 5),
    trees: trees.map((tree) => ({
      column: tree.column,
      threshold: tree.threshold.map((value) => digits(value, 6)),
      left: tree.left,
      value: tree.value.map((value) => digits(value, 4)),
    })),
  };
}
