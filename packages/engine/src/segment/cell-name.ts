/** What a cell or a row of a table is called: by the names of its row and its column. */
import { attributeOf, type DomTree, isText, tagOf } from "../tree/dom-tree.ts";
import { BETWEEN, isValue, nameIn } from "./name-words.ts";
import { isNaming, type PieceOptions, textPieces } from "./text-pieces.ts";

/** Wider and longer tables are read as far as this. */
const MAX_CELLS = 200;
const MAX_HEAD_ROWS = 3;
/** How many wrappers there may be between a cell and the block. */
const MAX_WRAPPERS = 4;
/** Cells and rows with more text are there for the layout. */
const MAX_CELL_TEXT = 200;
const MAX_ROW_TEXT = 2_000;

/** Row and column, "Linz · Temperature"; empty where the block is no cell and no row, or neither has a name. */
export function cellName(tree: DomTree, block: number, options: PieceOptions): string {
  if (tagOf(tree, block) === "tr") {
    return isHeadRow(tree, block) || textLength(tree, block) > MAX_ROW_TEXT ? "" : rowName(tree, block, -1, options);
  }
  const cell = cellAround(tree, block);
  const row = cell === null ? null : around(tree, cell, "tr");
  const table = row === null ? null : around(tree, row, "table");
  if (cell === null || row === null || table === null || isHeadRow(tree, row)) return "";
  const of = rowName(tree, row, cell, options);
  const column = columnOf(tree, row, cell, takenAbove(tree, table, row));
  const what = columnName(tree, table, { row, column });
  // a year or a number may name a column, beside words
  if (of === "") return isValue(what) ? "" : what;
  return what === "" || what === of ? of : `${of}${BETWEEN}${what}`;
}

/** A first row of one cell over all columns is the caption of its table. */
export function titleRow(tree: DomTree, table: number, options: PieceOptions): string {
  const first = rowsFrom(tree, table).next().value;
  const cells = first === undefined ? [] : cellsOf(tree, first);
  const [cell] = cells;
  if (cells.length !== 1 || spanOf(tree, cell) < 2) return "";
  const words = textPieces(tree, cell, options).find(isNaming);
  return words ? nameIn(words.text) : "";
}

function* rowsFrom(tree: DomTree, table: number): Generator<number> {
  for (let node = table + 1; node < tree.end[table]; node++) {
    if (!isText(tree, node) && tagOf(tree, node) === "tr") yield node;
  }
}

/** The cell whose only content the block is. */
function cellAround(tree: DomTree, block: number): number | null {
  let node = block;
  for (let level = 0; level <= MAX_WRAPPERS && node > 0; level++, node = tree.parent[node]) {
    if (textLength(tree, node) !== textLength(tree, block)) return null;
    if (isCell(tree, node)) return textLength(tree, node) > MAX_CELL_TEXT ? null : node;
  }
  return null;
}

function textLength(tree: DomTree, node: number): number {
  return tree.textStart[tree.end[node]] - tree.textStart[node];
}

/** The first header cell of a row, or its first cell with words. The cell that is asked about names itself only as the last. */
function rowName(tree: DomTree, row: number, cell: number, options: PieceOptions): string {
  const cells = cellsOf(tree, row).filter((node) => node !== cell);
  const headers = cells.filter((node) => tagOf(tree, node) === "th");
  const own = cell < 0 ? [] : [cell];
  for (const node of [...headers, ...cells.filter((other) => cell < 0 || other < cell), ...own]) {
    const words = textPieces(tree, node, options).find(isNaming);
    const name = words ? nameIn(words.text) : "";
    if (name !== "") return name;
  }
  return "";
}

/** What the head of the table says over a column, as written: what stands nearest to it. */
function columnName(tree: DomTree, table: number, { row, column }: { row: number; column: number }): string {
  let rows = 0;
  let name = "";
  for (const node of rowsFrom(tree, table)) {
    if (node >= row || ++rows > MAX_HEAD_ROWS) break;
    if (!isHeadRow(tree, node)) continue;
    const text = textOver(tree, { table, row: node, column });
    // the line below the names may say their units
    if (text !== "" && (name === "" || !isValue(text))) name = text;
  }
  return name;
}

function textOver(tree: DomTree, { table, row, column }: { table: number; row: number; column: number }): string {
  const taken = takenAbove(tree, table, row);
  const head = cellsOf(tree, row).find((cell) => {
    const from = columnOf(tree, row, cell, taken);
    return from <= column && column < from + spanOf(tree, cell);
  });
  if (head === undefined) return "";
  const pieces = textPieces(tree, head);
  return pieces.map((piece) => piece.text).join(" ");
}

function isHeadRow(tree: DomTree, row: number): boolean {
  if (tagOf(tree, tree.parent[row]) === "thead") return true;
  const cells = cellsOf(tree, row);
  return cells.length > 1 && cells.every((cell) => tagOf(tree, cell) === "th");
}

/** For each column how many more rows a cell from above takes in it. */
type Taken = readonly number[];

/** Linear in the rows above, and only in tables that have such cells. */
function takenAbove(tree: DomTree, table: number, row: number): Taken {
  if (!tree.attrNames.includes("rowspan")) return [];
  let taken: number[] = [];
  for (const above of rowsFrom(tree, table)) {
    if (above >= row) break;
    // a cell ends with its part of the table at the latest
    if (tree.parent[above] !== tree.parent[row]) continue;
    const next = taken.map((rows) => Math.max(0, rows - 1));
    for (const cell of cellsOf(tree, above)) {
      const rows = spanOf(tree, cell, "rowspan") - 1;
      const column = columnOf(tree, above, cell, taken);
      if (rows > 0) for (let at = column; at < column + spanOf(tree, cell); at++) next[at] = rows;
    }
    taken = Array.from(next, (rows) => rows ?? 0);
  }
  return taken;
}

function columnOf(tree: DomTree, row: number, cell: number, taken: Taken = []): number {
  let column = 0;
  for (const node of cellsOf(tree, row)) {
    while ((taken[column] ?? 0) > 0) column++;
    if (node === cell) break;
    column += spanOf(tree, node);
  }
  return column;
}

function spanOf(tree: DomTree, cell: number, which: "colspan" | "rowspan" = "colspan"): number {
  const span = Number.parseInt(attributeOf(tree, cell, which) ?? "1", 10);
  return span > 1 && span <= MAX_CELLS ? span : 1;
}

function cellsOf(tree: DomTree, row: number): readonly number[] {
  const cells: number[] = [];
  for (let child = row + 1; child < tree.end[row] && cells.length < MAX_CELLS; child = tree.end[child]) {
    if (isCell(tree, child)) cells.push(child);
  }
  return cells;
}

function isCell(tree: DomTree, node: number): boolean {
  return tagOf(tree, node) === "td" || tagOf(tree, node) === "th";
}

function around(tree: DomTree, inner: number, tag: string): number | null {
  let node = tree.parent[inner];
  while (node >= 0 && tagOf(tree, node) !== tag) node = tree.parent[node];
  return node < 0 ? null : node;
}
