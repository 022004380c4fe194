/** First half of the alignment: every pair of nodes that can be in a mapping, listed from the roots down. */
import { type AlignSides, isIdentical, isKnownShape, pairCost } from "./align-sides.ts";
import { anchorPairs } from "./anchor-pairs.ts";
import { DELETE_COST, INSERT_COST, MAX_PAIR_COST } from "./costs.ts";
import {
  CHOSEN,
  CHOSEN_COUNT,
  COVERED,
  FROM_X,
  FROM_Y,
  GRID,
  NODE_X,
  NODE_Y,
  type NodePair,
  PairGrid,
  TO_X,
  TO_Y,
} from "./pair-grid.ts";

/** Smaller grids are looked into faster than they are pruned. */
const MIN_CELLS_TO_PRUNE = 16;

export interface ListedPairs {
  readonly sides: AlignSides;
  /** The pair of the first cell. */
  readonly root: NodePair;
  readonly grid: PairGrid;
  /** Pairs of children that were chosen up front, where comparing all would pass the budget. */
  readonly chosen: readonly NodePair[];
  readonly isExact: boolean;
}

/**
 * Lists the pairs below (x, y), which have the same tag; the first cell is the pair itself. Where all of them would be
 * more than `maxCells`, starts again and compares all children only where what lies below them fits in the budget.
 */
export function listPairs(sides: AlignSides, root: NodePair, maxCells: number): ListedPairs {
  const all = new Listing(sides, root, Number.POSITIVE_INFINITY);
  if (listFrom(all, maxCells)) return all;
  const some = new Listing(sides, root, maxCells);
  listFrom(some, Number.POSITIVE_INFINITY);
  return some;
}

/** False where the listing passed `maxCells` and was given up. */
function listFrom(listing: Listing, maxCells: number): boolean {
  listing.seed(listing.grid.addCells(1), listing.root.x, listing.root.y);
  for (let expansion = 0; expansion < listing.grid.expansions; expansion++) {
    listing.expand(expansion);
    if (listing.grid.cells > maxCells) return false;
  }
  return true;
}

class Listing implements ListedPairs {
  readonly sides: AlignSides;
  readonly root: NodePair;
  readonly grid: PairGrid = new PairGrid();
  readonly chosen: NodePair[] = [];
  isExact = true;
  #cellsLeft: number;

  constructor(sides: AlignSides, root: NodePair, maxCells: number) {
    this.sides = sides;
    this.root = root;
    this.#cellsLeft = maxCells;
  }

  /** Gives a cell its cost, or an expansion where that depends on the children. */
  seed(cell: number, x: number, y: number): void {
    const { sides, grid } = this;
    grid.expansion[cell] = -1;
    if (sides.history.tag[x] !== sides.pageTag[y]) grid.ruleOut(cell);
    else if (isIdentical(sides, x, y)) grid.cost[cell] = 0;
    else {
      grid.cost[cell] = pairCost(sides, x, y);
      const below = sides.page.end[y] - y - 1;
      if (sides.history.end[x] === x + 1) grid.cost[cell] += unpairedCost(sides.history.hidden[x], below);
      else if (below === 0) grid.cost[cell] += (sides.weight[x] - 1) * DELETE_COST;
      else grid.addExpansion(cell, x, y);
    }
  }

  /** Sets equal children at both ends aside and pairs the others. */
  expand(expansion: number): void {
    this.#trim(expansion);
    if (this.grid.get(expansion, COVERED) === 1 || this.#reserve(expansion)) this.#compareAll(expansion);
    else this.#choose(expansion);
  }

  /** Makes a grid of all pairs of children. */
  #compareAll(expansion: number): void {
    const { grid } = this;
    const { historyChildren, pageChildren } = this.sides;
    const fromX = grid.get(expansion, FROM_X);
    const toX = grid.get(expansion, TO_X);
    const fromY = grid.get(expansion, FROM_Y);
    const toY = grid.get(expansion, TO_Y);
    const count = (toX - fromX) * (toY - fromY);
    const isPromising = count < MIN_CELLS_TO_PRUNE ? null : promisingCells(this.sides, { fromX, toX, fromY, toY });
    const first = grid.addCells(count);
    let cell = first;
    grid.set(expansion, GRID, first);
    const listed = grid.expansions;
    for (let atX = fromX; atX < toX; atX++) {
      const x = historyChildren.list[atX];
      for (let atY = fromY; atY < toY; atY++) {
        if (isPromising?.[cell - first] === 0) grid.ruleOut(cell);
        else this.seed(cell, x, pageChildren.list[atY]);
        cell++;
      }
    }
    for (let inner = listed; inner < grid.expansions; inner++) grid.set(inner, COVERED, 1);
  }

  #trim(expansion: number): void {
    const { grid, sides } = this;
    const { historyChildren: xs, pageChildren: ys } = sides;
    const x = grid.get(expansion, NODE_X);
    const y = grid.get(expansion, NODE_Y);
    let fromX = xs.start[x];
    let toX = xs.start[x + 1];
    let fromY = ys.start[y];
    let toY = ys.start[y + 1];
    while (fromX < toX && fromY < toY && isIdentical(sides, xs.list[fromX], ys.list[fromY])) {
      fromX++;
      fromY++;
    }
    while (fromX < toX && fromY < toY && isIdentical(sides, xs.list[toX - 1], ys.list[toY - 1])) {
      toX--;
      toY--;
    }
    grid.set(expansion, FROM_X, fromX);
    grid.set(expansion, TO_X, toX);
    grid.set(expansion, FROM_Y, fromY);
    grid.set(expansion, TO_Y, toY);
  }

  /** Takes from the budget what all pairs below can need at most: pairs of nodes at the same depth. */
  #reserve(expansion: number): boolean {
    const { grid, sides } = this;
    const { historyChildren: xs, pageChildren: ys } = sides;
    const fromX = grid.get(expansion, FROM_X);
    const toX = grid.get(expansion, TO_X);
    const fromY = grid.get(expansion, FROM_Y);
    const toY = grid.get(expansion, TO_Y);
    if (fromX === toX || fromY === toY || this.#cellsLeft === Number.POSITIVE_INFINITY) return true;
    const across = widths(sides.historyDepth, xs.list[fromX], sides.history.end[xs.list[toX - 1]]);
    const along = widths(sides.page.depth, ys.list[fromY], sides.page.end[ys.list[toY - 1]]);
    let needed = 0;
    for (let level = 0; level < across.length && level < along.length; level++) needed += across[level] * along[level];
    if (needed > this.#cellsLeft) return false;
    this.#cellsLeft -= needed;
    return true;
  }

  /** Pairs the children up front. */
  #choose(expansion: number): void {
    const { grid, sides } = this;
    const xs = sides.historyChildren.list.subarray(grid.get(expansion, FROM_X), grid.get(expansion, TO_X));
    const ys = sides.pageChildren.list.subarray(grid.get(expansion, FROM_Y), grid.get(expansion, TO_Y));
    this.isExact = false;
    const pairs = anchorPairs(sides, xs, ys);
    let cell = grid.addCells(pairs.length);
    grid.set(expansion, GRID, cell);
    grid.set(expansion, CHOSEN, this.chosen.length);
    grid.set(expansion, CHOSEN_COUNT, pairs.length);
    for (const pair of pairs) {
      this.chosen.push(pair);
      this.seed(cell++, pair.x, pair.y);
    }
  }
}

/** Number of nodes of a document-order range at each depth, from the depth of its first node on. */
function widths(depth: Uint32Array, from: number, to: number): number[] {
  const counts: number[] = [];
  for (let node = from; node < to; node++) {
    const level = depth[node] - depth[from];
    counts[level] = (counts[level] ?? 0) + 1;
  }
  return counts;
}

/** Cost of nodes below a pair that have no counterpart: `hidden` ones of the history against `below` ones of the page. */
export function unpairedCost(hidden: number, below: number): number {
  return hidden > below ? (hidden - below) * DELETE_COST : (below - hidden) * INSERT_COST;
}

// Which pairs of two lists of children can be part of a best mapping at all, told from bounds on their costs without
// looking below them. A mapping that exists costs at most U (every pair at its upper bound); a pair through which no
// mapping costs U or less, even with every pair at its lower bound, need not be looked into. The optimum stays the same.

/** Children of one pair: ranges of the child lists. */
interface ChildRanges {
  readonly fromX: number;
  readonly toX: number;
  readonly fromY: number;
  readonly toY: number;
}

/** One byte a cell, row by row: 1 where the pair has to be looked into. O(cells). */
function promisingCells(sides: AlignSides, ranges: ChildRanges): Uint8Array {
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
