/** What the verdict is made from: how clear the choice was, and what the chosen one looks like. */
import { COLUMNS, type Table } from "./columns.ts";

const CHOICE = ["score", "share", "secondShare", "levelShare", "elsewhereShare", "rivals"] as const;

/** Columns of the two verdict ensembles: the choice as a whole, then the columns of the best candidate. */
export const CONFIDENCE_COLUMNS: readonly string[] = [...CHOICE.map((name) => `choice.${name}`), ...COLUMNS];

/** A candidate counts as a rival where its share is at least this part of the best one's. */
const RIVAL = 0.2;

/** The softmax shares of the scores: how the ranker would spread one vote. */
export function sharesOf(scores: Float64Array): Float64Array {
  const shares = new Float64Array(scores.length);
  let [highest, total] = [Number.NEGATIVE_INFINITY, 0];
  for (let row = 0; row < scores.length; row++) highest = Math.max(highest, scores[row]);
  for (let row = 0; row < scores.length; row++) {
    shares[row] = Math.exp(scores[row] - highest);
    total += shares[row];
  }
  for (let row = 0; row < scores.length; row++) shares[row] /= total;
  return shares;
}

/** The scores of a table's rows, their shares, and the row of the best. */
export interface Scored {
  readonly scores: Float64Array;
  readonly shares: Float64Array;
  readonly best: number;
}

/** The row of `CONFIDENCE_COLUMNS` for the best candidate. */
export function confidenceRow(table: Table, { scores, shares, best }: Scored): Float32Array {
  let [second, level, elsewhere, rivals] = [0, 0, 0, 0];
  for (let row = 0; row < table.nodes.length; row++) {
    if (row === best) continue;
    second = Math.max(second, shares[row]);
    // an ancestor or descendant is a doubt about the level, any other one a doubt about the place
    if (isNested(table, row, best)) level += shares[row];
    else elsewhere = Math.max(elsewhere, shares[row]);
    if (shares[row] >= RIVAL * shares[best]) rivals++;
  }
  const row = new Float32Array(CONFIDENCE_COLUMNS.length);
  row.set([scores[best], shares[best], second, level, elsewhere, rivals]);
  row.set(table.values.subarray(best * COLUMNS.length, (best + 1) * COLUMNS.length), CHOICE.length);
  return row;
}

function isNested({ nodes, ends }: Table, a: number, b: number): boolean {
  return nodes[a] < nodes[b] ? nodes[b] < ends[a] : nodes[a] < ends[b];
}
