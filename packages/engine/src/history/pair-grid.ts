/** The pairs of nodes that an alignment looks at, in typed arrays that grow: cells hold costs, expansions hold pairs. */

/** As many as two lists of a dozen items need, of which most are equal; larger ones grow by doubling. */
const FIRST_CELLS = 512;
const FIRST_EXPANSIONS = 64;
const FIELDS = 11;

/** The fields of an expansion: a pair whose children are aligned with each other in a grid of cells. */
export const NODE_X = 0;
export const NODE_Y = 1;
/** The cell that gets the cost of the pair. */
export const CELL = 2;
/** Children of x and of y that are left after equal ones at both ends were set aside: ranges of the child lists. */
export const FROM_X = 3;
export const TO_X = 4;
export const FROM_Y = 5;
export const TO_Y = 6;
/** First cell of the grid, row by row. */
export const GRID = 7;
/** 1 where the budget covers every pair below. */
export const COVERED = 8;
/** First of the pairs of children that were chosen up front instead of compared, -1 where they are compared. */
export const CHOSEN = 9;
export const CHOSEN_COUNT = 10;

/** A node of the history and a node of the page. */
export interface NodePair {
  readonly x: number;
  readonly y: number;
}

export class PairGrid {
  cells = 0;
  expansions = 0;
  cost: Float64Array = new Float64Array(FIRST_CELLS);
  /** Expansion of each cell, -1 where its cost is known without one. */
  expansion: Int32Array = new Int32Array(FIRST_CELLS);
  fields: Int32Array = new Int32Array(FIRST_EXPANSIONS * FIELDS);

  /** Makes room for `count` cells and returns the first. */
  addCells(count: number): number {
    const first = this.cells;
    this.cells += count;
    if (this.cells > this.cost.length) {
      const capacity = Math.max(this.cells, this.cost.length * 2);
      this.cost = copyInto(new Float64Array(capacity), this.cost);
      this.expansion = copyInto(new Int32Array(capacity), this.expansion);
    }
    return first;
  }

  /** The pair of this cell is in no best mapping. */
  ruleOut(cell: number): void {
    this.expansion[cell] = -1;
    this.cost[cell] = Number.POSITIVE_INFINITY;
  }

  /** Adds an expansion for a cell. */
  addExpansion(cell: number, x: number, y: number): void {
    const at = this.expansions * FIELDS;
    if (at === this.fields.length) this.fields = copyInto(new Int32Array(at * 2), this.fields);
    this.fields[at + NODE_X] = x;
    this.fields[at + NODE_Y] = y;
    this.fields[at + CELL] = cell;
    this.fields[at + COVERED] = 0;
    this.fields[at + CHOSEN] = -1;
    this.expansion[cell] = this.expansions++;
  }

  get(expansion: number, field: number): number {
    return this.fields[expansion * FIELDS + field];
  }

  set(expansion: number, field: number, value: number): void {
    this.fields[expansion * FIELDS + field] = value;
  }
}

function copyInto<A extends Float64Array | Int32Array>(to: A, from: A): A {
  to.set(from);
  return to;
}
