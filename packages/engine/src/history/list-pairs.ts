/** First half of the alignment: every pair of nodes that can be in a mapping, listed from the roots down. */
import { type AlignSides, isIdentical, pairCost } from "./align-sides.ts";
import { anchorPairs } from "./anchor-pairs.ts";
import { DELETE_COST, INSERT_COST } from "./costs.ts";
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
import { promisingCells } from "./promising-cells.ts";

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
