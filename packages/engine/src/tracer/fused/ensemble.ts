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

/** An ensemble made ready for rows of known columns. */
export interface Forest {
  readonly bias: number;
  readonly trees: FlatTrees;
}

/** Binds the trees to rows of `columns`; throws where one that they ask for is missing. */
export function forestOf(ensemble: Ensemble, columns: readonly string[] = ensemble.columns): Forest {
  const place = ensemble.columns.map((name) => {
    const at = columns.indexOf(name);
    if (at < 0) throw new RangeError(`the weights ask for a column that is not computed: ${name}`);
    return at;
  });
  const trees = ensemble.trees.map((tree) => ({
    ...tree,
    column: tree.column.map((own) => (own < 0 ? -1 : place[own])),
  }));
  return { bias: ensemble.bias, trees: flatten(trees) };
}

/** The sum for the row that starts at `start`. */
export function evaluate({ bias, trees }: Forest, values: ArrayLike<number>, start = 0): number {
  return sumOver(trees, { from: 0, to: trees.roots.length, values, start, sum: bias });
}

/** After so many trees, rows that are further than `OUT_OF_REACH` behind the best are not asked any more. */
const CUTS: readonly number[] = [50, 100];
const OUT_OF_REACH = 6;
/** Over the trees that are left a distance about doubles. */
const GROWTH_OF_DISTANCE = 2;

/**
 * The sums for the rows of `width` values, of which only the best matter: rows out of reach get an estimate, as the
 * trees that are left do not bring them back. Row by row between the cuts, so that a row stays at hand.
 */
export function evaluateBest({ bias, trees }: Forest, values: Float32Array, width: number): Float64Array {
  const sums = new Float64Array(values.length / width).fill(bias);
  const behind = new Float64Array(sums.length);
  let rows = Array.from(sums.keys());
  let from = 0;
  for (const cut of [...CUTS, trees.roots.length]) {
    const to = Math.min(cut, trees.roots.length);
    for (const row of rows) sums[row] = sumOver(trees, { from, to, values, start: row * width, sum: sums[row] });
    if (to < trees.roots.length) rows = withinReach(rows, sums, behind);
    from = to;
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

/** The row that begins at `start` of the values, before the trees `[from, to)`. */
interface PartlyAsked {
  readonly from: number;
  readonly to: number;
  readonly values: ArrayLike<number>;
  readonly start: number;
  readonly sum: number;
}

function sumOver({ roots, question, number }: FlatTrees, row: PartlyAsked): number {
  const { to, values, start } = row;
  let { sum } = row;
  for (let tree = row.from; tree < to; tree++) {
    let node = roots[tree];
    for (let asked = question[node]; asked >= 0; asked = question[node]) {
      node = values[start + (asked & COLUMN_MASK)] <= number[node] ? node + 1 : asked >> COLUMN_BITS;
    }
    sum += number[node];
  }
  return sum;
}

/** Trees have up to a few hundred columns; the other bits hold a node. */
const COLUMN_BITS = 12;
const COLUMN_MASK = (1 << COLUMN_BITS) - 1;

/**
 * All trees one after the other in few typed arrays, each node followed by its left subtree: most of a trace would
 * else be spent on walking small objects.
 */
interface FlatTrees {
  readonly roots: Int32Array;
  /** The column that the node asks for, and above those bits its right child; -1 at a leaf. */
  readonly question: Int32Array;
  /** The threshold, or what a leaf adds to the sum. */
  readonly number: Float64Array;
}

function flatten(trees: readonly DecisionTree[]): FlatTrees {
  const size = trees.reduce((sum, tree) => sum + tree.column.length, 0);
  const flat = { roots: new Int32Array(trees.length), question: new Int32Array(size), number: new Float64Array(size) };
  let past = 0;
  for (const [at, tree] of trees.entries()) {
    flat.roots[at] = past;
    past = append(tree, flat, past);
  }
  return flat;
}

/** Writes the tree from `place` on and tells where it ends. */
function append(
  { column, threshold, left, value }: DecisionTree,
  { question, number }: FlatTrees,
  place: number,
): number {
  let at = place;
  /** Nodes to write, each with the place of the parent that it is the right child of, -1 for a left child. */
  const open: [node: number, parent: number][] = [[0, -1]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, parent] = next;
    if (parent >= 0) question[parent] |= at << COLUMN_BITS;
    const isLeaf = column[node] < 0;
    question[at] = isLeaf ? -1 : column[node];
    number[at] = isLeaf ? value[node] : threshold[node];
    if (!isLeaf) open.push([left[node] + 1, at], [left[node], -1]);
    at++;
  }
  return at;
}
