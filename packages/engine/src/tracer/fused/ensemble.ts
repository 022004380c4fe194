/** A sum of small decision trees over the columns of a candidate: the learned part, as plain data. */

/** One tree as parallel arrays; node 0 is the root. */
export interface DecisionTree {
  /** Column that the node asks for, -1 at a leaf. */
  readonly column: readonly number[];
  /** Values up to this one go left. */
  readonly threshold: readonly number[];
  /** The left child; the right one follows it. */
  readonly left: readonly number[];
  /** What a leaf adds to the sum. */
  readonly value: readonly number[];
}

export interface Ensemble {
  readonly columns: readonly string[];
  readonly bias: number;
  readonly trees: readonly DecisionTree[];
}

/** The sum for the row that starts at `start`. */
export function evaluate(ensemble: Ensemble, values: ArrayLike<number>, start = 0): number {
  let sum = ensemble.bias;
  for (const { column, threshold, left, value } of ensemble.trees) {
    let node = 0;
    while (column[node] >= 0) node = values[start + column[node]] <= threshold[node] ? left[node] : left[node] + 1;
    sum += value[node];
  }
  return sum;
}

/** The trees with their columns renumbered for rows of `columns`; throws where one is missing. */
export function fitTo(ensemble: Ensemble, columns: readonly string[]): Ensemble {
  const place = ensemble.columns.map((name) => {
    const at = columns.indexOf(name);
    if (at < 0) throw new RangeError(`the weights ask for a column that is not computed: ${name}`);
    return at;
  });
  const trees = ensemble.trees.map((tree) => ({
    ...tree,
    column: tree.column.map((own) => (own < 0 ? -1 : place[own])),
  }));
  return { columns, bias: ensemble.bias, trees };
}
