/** The dynamic programme over two lists of children: least cost of pairing, deleting and inserting them in order. */
import { DELETE_COST, INSERT_COST } from "./costs.ts";
import type { ListedPairs } from "./list-pairs.ts";
import { FROM_X, FROM_Y, GRID, type NodePair, TO_X, TO_Y } from "./pair-grid.ts";

export class CostTable {
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
