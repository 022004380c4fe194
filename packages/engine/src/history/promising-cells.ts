/**
 * Which pairs of two lists of children can be part of a best mapping at all, told from bounds on their costs without
 * looking below them. A mapping that exists costs at most U (every pair at its upper bound); a pair through which no
 * mapping costs U or less, even with every pair at its lower bound, need not be looked into. The optimum stays the same.
 */
import { type AlignSides, isIdentical, isKnownShape, pairCost } from "./align-sides.ts";
import { DELETE_COST, INSERT_COST, MAX_PAIR_COST } from "./costs.ts";

/** Children of one pair: ranges of the child lists. */
export interface ChildRanges {
  readonly fromX: number;
  readonly toX: number;
  readonly fromY: number;
  readonly toY: number;
}

/** One byte a cell, row by row: 1 where the pair has to be looked into. O(cells). */
export function promisingCells(sides: AlignSides, ranges: ChildRanges): Uint8Array {
  const bounds = new ChildBounds(sides, ranges);
  const { rows, columns } = bounds;
  const most = leastCosts(bounds, bounds.upper, false)[rows * (columns + 1) + columns];
  const before = leastCosts(bounds, bounds.lower, false);
  const after = leastCosts(bounds, bounds.lower, true);
  const isPromising = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const cell = row * columns + column;
      const through =
        before[row * (columns + 1) + column] + bounds.lower[cell] + after[(row + 1) * (columns + 1) + column + 1];
      isPromising[cell] = through <= most ? 1 : 0;
    }
  }
  return isPromising;
}

/** Bounds on the cost of every pair, and what leaving a child out costs. */
class ChildBounds {
  readonly rows: number;
  readonly columns: number;
  readonly deletion: Float64Array;
  readonly insertion: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;

  constructor(sides: AlignSides, { fromX, toX, fromY, toY }: ChildRanges) {
    const xs = sides.historyChildren.list.subarray(fromX, toX);
    const ys = sides.pageChildren.list.subarray(fromY, toY);
    this.rows = xs.length;
    this.columns = ys.length;
    this.deletion = Float64Array.from(xs, (x) => sides.weight[x] * DELETE_COST);
    this.insertion = Float64Array.from(ys, (y) => (sides.page.end[y] - y) * INSERT_COST);
    this.lower = new Float64Array(xs.length * ys.length).fill(Number.POSITIVE_INFINITY);
    this.upper = new Float64Array(xs.length * ys.length).fill(Number.POSITIVE_INFINITY);
    let cell = 0;
    for (const x of xs) for (const y of ys) this.#bound(sides, { x, y, cell: cell++ });
  }

  #bound(sides: AlignSides, { x, y, cell }: { x: number; y: number; cell: number }): void {
    if (sides.history.tag[x] !== sides.pageTag[y]) return;
    if (isIdentical(sides, x, y)) {
      this.lower[cell] = 0;
      this.upper[cell] = 0;
      return;
    }
    const weight = sides.weight[x];
    const size = sides.page.end[y] - y;
    const own = pairCost(sides, x, y);
    const unpaired = Math.abs(weight - size) * INSERT_COST;
    this.lower[cell] = own + unpaired;
    // a version of x has the shape of y: its nodes can all be paired, and the others of x are deleted
    const isKnown = isKnownShape(sides, x, y);
    this.upper[cell] = own + (isKnown ? (size - 1) * MAX_PAIR_COST + unpaired : (weight + size - 2) * INSERT_COST);
  }
}

/** The table of least costs of pairing first children with first children, or last ones with last ones. */
function leastCosts(bounds: ChildBounds, pair: Float64Array, fromEnd: boolean): Float64Array {
  const { rows, columns, deletion, insertion } = bounds;
  const width = columns + 1;
  const table = new Float64Array((rows + 1) * width);
  for (let step = 0; step <= rows; step++) {
    for (let stride = 0; stride <= columns; stride++) {
      const row = fromEnd ? rows - step : step;
      const column = fromEnd ? columns - stride : stride;
      const back = fromEnd ? 1 : -1;
      const cellRow = fromEnd ? row : row - 1;
      const cellColumn = fromEnd ? column : column - 1;
      let least = step === 0 && stride === 0 ? 0 : Number.POSITIVE_INFINITY;
      if (step > 0) least = Math.min(least, table[(row + back) * width + column] + deletion[cellRow]);
      if (stride > 0) least = Math.min(least, table[row * width + column + back] + insertion[cellColumn]);
      if (step > 0 && stride > 0) {
        least = Math.min(least, table[(row + back) * width + column + back] + pair[cellRow * columns + cellColumn]);
      }
      table[row * width + column] = least;
    }
  }
  return table;
}
