/** Second half of the alignment: costs added up from the last listed pair to the first, then the mapping read off. */
import { type AlignSides, isIdentical } from "./align-sides.ts";
import { DELETE_COST, INSERT_COST } from "./costs.ts";
import { type ListedPairs, unpairedCost } from "./list-pairs.ts";
import {
  CELL,
  CHOSEN,
  CHOSEN_COUNT,
  FROM_X,
  FROM_Y,
  GRID,
  NODE_X,
  NODE_Y,
  type NodePair,
  TO_X,
  TO_Y,
} from "./pair-grid.ts";

/** Completes the costs of all listed pairs and returns that of the first. */
export function addUpCosts(pairs: ListedPairs): number {
  const { grid, sides } = pairs;
  const table = new CostTable(pairs);
  // the pairs below an expansion were listed after it, so their costs are complete when it is reached
  for (let expansion = grid.expansions - 1; expansion >= 0; expansion--) {
    const children = grid.get(expansion, CHOSEN) < 0 ? table.fill(expansion) : chosenCost(pairs, expansion);
    const hidden = hiddenCost(sides, grid.get(expansion, NODE_X), grid.get(expansion, NODE_Y));
    grid.cost[grid.get(expansion, CELL)] += children + hidden;
  }
  return grid.cost[0];
}

/** Writes the partner of every paired node of the page. */
export function readMapping(pairs: ListedPairs, partner: Int32Array): void {
  const { grid, sides, chosen } = pairs;
  const table = new CostTable(pairs);
  const pending: number[] = [];
  const take = (cell: number, pair: NodePair) => {
    partner[pair.y] = pair.x;
    if (grid.expansion[cell] >= 0) pending.push(grid.expansion[cell]);
    else if (isIdentical(sides, pair.x, pair.y)) mapIdentical(sides, pair, partner);
  };
  take(0, pairs.root);
  for (let expansion = pending.pop(); expansion !== undefined; expansion = pending.pop()) {
    mapTrimmed(pairs, expansion, partner);
    const first = grid.get(expansion, CHOSEN);
    if (first < 0) table.traceBack(expansion, take);
    for (let index = 0; first >= 0 && index < grid.get(expansion, CHOSEN_COUNT); index++) {
      take(grid.get(expansion, GRID) + index, chosen[first + index]);
    }
  }
}

/** Everything unpaired is an insertion or a deletion; a chosen pair costs what it costs instead. */
function chosenCost({ grid, sides, chosen }: ListedPairs, expansion: number): number {
  const { historyChildren: xs, pageChildren: ys, weight, page } = sides;
  let cost = 0;
  for (let at = grid.get(expansion, FROM_X); at < grid.get(expansion, TO_X); at++) {
    cost += weight[xs.list[at]] * DELETE_COST;
  }
  for (let at = grid.get(expansion, FROM_Y); at < grid.get(expansion, TO_Y); at++) {
    cost += (page.end[ys.list[at]] - ys.list[at]) * INSERT_COST;
  }
  for (let index = 0; index < grid.get(expansion, CHOSEN_COUNT); index++) {
    const { x, y } = chosen[grid.get(expansion, CHOSEN) + index];
    cost += grid.cost[grid.get(expansion, GRID) + index];
    cost -= weight[x] * DELETE_COST + (page.end[y] - y) * INSERT_COST;
  }
  return cost;
}

/** Hidden children of a bounded history stand for children of the page that would otherwise count as inserted. */
function hiddenCost(sides: AlignSides, x: number, y: number): number {
  const hidden = sides.history.hidden[x];
  if (hidden === 0) return 0;
  const kept = sides.weight[x] - 1 - hidden;
  const extra = Math.max(0, sides.page.end[y] - y - 1 - kept);
  return unpairedCost(hidden, extra) - extra * INSERT_COST;
}

/** The equal children at both ends that were set aside. */
function mapTrimmed({ grid, sides }: ListedPairs, expansion: number, partner: Int32Array): void {
  const { historyChildren: xs, pageChildren: ys } = sides;
  const x = grid.get(expansion, NODE_X);
  const y = grid.get(expansion, NODE_Y);
  const before = grid.get(expansion, FROM_X) - xs.start[x];
  for (let index = 0; index < before; index++) {
    mapIdentical(sides, { x: xs.list[xs.start[x] + index], y: ys.list[ys.start[y] + index] }, partner);
  }
  const after = xs.start[x + 1] - grid.get(expansion, TO_X);
  for (let index = 1; index <= after; index++) {
    mapIdentical(sides, { x: xs.list[xs.start[x + 1] - index], y: ys.list[ys.start[y + 1] - index] }, partner);
  }
}

/** Pairs two equal subtrees node by node; below a node whose children are hidden there is nothing to pair. */
function mapIdentical(sides: AlignSides, { x, y }: NodePair, partner: Int32Array): void {
  const { history, historyChildren, pageChildren } = sides;
  if (history.end[x] - x === sides.weight[x]) {
    for (let offset = 0; x + offset < history.end[x]; offset++) partner[y + offset] = x + offset;
    return;
  }
  const pending: NodePair[] = [{ x, y }];
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    partner[pair.y] = pair.x;
    const first = pageChildren.start[pair.y] - historyChildren.start[pair.x];
    for (let at = historyChildren.start[pair.x]; at < historyChildren.start[pair.x + 1]; at++) {
      pending.push({ x: historyChildren.list[at], y: pageChildren.list[first + at] });
    }
  }
}

// The dynamic programme over two lists of children: least cost of pairing, deleting and inserting them in order.

class CostTable {
  readonly #pairs: ListedPairs;
  #table: Float64Array = new Float64Array(256);

  constructor(pairs: ListedPairs) {
    this.#pairs = pairs;
  }

  /** Fills the table for the children of an expansion and returns the cost of all of them. */
  fill(expansion: number): number {
    const { grid, sides } = this.#pairs;
    const { historyChildren: xs, pageChildren: ys, weight, page } = sides;
    const fromX = grid.get(expansion, FROM_X);
    const toX = grid.get(expansion, TO_X);
    const fromY = grid.get(expansion, FROM_Y);
    const toY = grid.get(expansion, TO_Y);
    const width = toY - fromY + 1;
    const table = this.#room((toX - fromX + 1) * width);
    table[0] = 0;
    for (let atY = fromY; atY < toY; atY++) {
      const y = ys.list[atY];
      table[atY - fromY + 1] = table[atY - fromY] + (page.end[y] - y) * INSERT_COST;
    }
    let cell = grid.get(expansion, GRID);
    let at = width;
    for (let atX = fromX; atX < toX; atX++) {
      const deletion = weight[xs.list[atX]] * DELETE_COST;
      table[at] = table[at - width] + deletion;
      for (let column = 1; column < width; column++) {
        const insertion = table[column] - table[column - 1];
        let least = table[at] + insertion;
        at++;
        least = Math.min(least, table[at - width] + deletion, table[at - width - 1] + grid.cost[cell++]);
        table[at] = least;
      }
      at++;
    }
    return table[at - 1];
  }

  /** Fills the table again and calls `take` with the cell and the nodes of every pair of the best mapping. */
  traceBack(expansion: number, take: (cell: number, pair: NodePair) => void): void {
    const { grid, sides } = this.#pairs;
    const { historyChildren: xs, pageChildren: ys, weight } = sides;
    this.fill(expansion);
    const fromX = grid.get(expansion, FROM_X);
    const fromY = grid.get(expansion, FROM_Y);
    const columns = grid.get(expansion, TO_Y) - fromY;
    const table = this.#table;
    let row = grid.get(expansion, TO_X) - fromX;
    let column = columns;
    while (row > 0 && column > 0) {
      const at = row * (columns + 1) + column;
      const cell = grid.get(expansion, GRID) + (row - 1) * columns + column - 1;
      const x = xs.list[fromX + row - 1];
      if (table[at] === table[at - columns - 2] + grid.cost[cell]) {
        take(cell, { x, y: ys.list[fromY + column - 1] });
        row--;
        column--;
      } else if (table[at] === table[at - columns - 1] + weight[x] * DELETE_COST) row--;
      else column--;
    }
  }

  #room(size: number): Float64Array {
    if (size > this.#table.length) this.#table = new Float64Array(Math.max(size, this.#table.length * 2));
    return this.#table;
  }
}
