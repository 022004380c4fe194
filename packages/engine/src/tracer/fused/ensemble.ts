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
  const trees = flat(ensemble);
  let sum = ensemble.bias;
  for (const root of trees.roots) sum += leafOf(trees, root, values, start);
  return sum;
}

/** After so many trees, rows that are further than `OUT_OF_REACH` behind the best are not asked any more. */
const CUTS: readonly number[] = [50, 100];
const OUT_OF_REACH = 6;
/** Over the trees that are left a distance about doubles. */
const GROWTH_OF_DISTANCE = 2;

/**
 * The sums for the rows of `width` values, of which only the best matter. Tree by tree, so that a tree stays at hand;
 * rows out of reach get an estimate: the trees that are left do not bring them back.
 */
export function evaluateBest(ensemble: Ensemble, values: Float32Array, width: number): Float64Array {
  const trees = flat(ensemble);
  const sums = new Float64Array(values.length / width).fill(ensemble.bias);
  const behind = new Float64Array(sums.length);
  let rows = Array.from(sums, (_, row) => row);
  for (let tree = 0; tree < trees.roots.length; tree++) {
    if (CUTS.includes(tree)) rows = withinReach(rows, sums, behind);
    for (const row of rows) sums[row] += leafOf(trees, trees.roots[tree], values, row * width);
  }
  const best = rows.reduce((highest, row) => Math.max(highest, sums[row]), Number.NEGATIVE_INFINITY);
  for (const [row, distance] of behind.entries()) if (distance > 0) sums[row] = best - distance * GROWTH_OF_DISTANCE;
  return sums;
}

/** The rows near the best; how far behind the others are is noted. */
function withinReach(rows: readonly number[], sums: Float64Array, behind: Float64Array): number[] {
  const best = rows.reduce((highest, row) => Math.max(highest, sums[row]), Number.NEGATIVE_INFINITY);
  return rows.filter((row) => {
    const isNear = best - sums[row] <= OUT_OF_REACH;
    if (!isNear) behind[row] = best - sums[row];
    return isNear;
  });
}

function leafOf(
  { column, threshold, left, value }: FlatTrees,
  root: number,
  values: ArrayLike<number>,
  start: number,
): number {
  let node = root;
  for (let asked = column[node]; asked >= 0; asked = column[node]) {
    node = values[start + asked] <= threshold[node] ? left[node] : left[node] + 1;
  }
  return value[node];
}

/** All trees one after the other in typed arrays: most of a trace would else be spent on walking small objects. */
interface FlatTrees {
  readonly roots: Int32Array;
  readonly column: Int16Array;
  readonly threshold: Float64Array;
  readonly left: Int32Array;
  readonly value: Float64Array;
}

const flattened = new WeakMap<Ensemble, FlatTrees>();

function flat(ensemble: Ensemble): FlatTrees {
  let trees = flattened.get(ensemble);
  if (!trees) {
    trees = flatten(ensemble.trees);
    flattened.set(ensemble, trees);
  }
  return trees;
}

function flatten(trees: readonly DecisionTree[]): FlatTrees {
  const roots = new Int32Array(trees.length);
  const size = trees.reduce((sum, tree) => sum + tree.column.length, 0);
  const [column, threshold] = [new Int16Array(size), new Float64Array(size)];
  const [left, value] = [new Int32Array(size), new Float64Array(size)];
  let root = 0;
  for (const [at, tree] of trees.entries()) {
    roots[at] = root;
    column.set(tree.column, root);
    threshold.set(tree.threshold, root);
    value.set(tree.value, root);
    for (let node = 0; node < tree.left.length; node++) left[root + node] = root + tree.left[node];
    root += tree.column.length;
  }
  return { roots, column, threshold, left, value };
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
