/** Columns of numbers as columns of bytes: boosting needs only the order of values, in at most 64 steps. */

export const MAX_BINS = 64;

/** A table column by column, each value replaced by the number of its bin. */
export interface BinnedTable {
  readonly rows: number;
  readonly bins: readonly Uint8Array[];
  /** Upper bound of each bin of each column; the last bin has none. */
  readonly bounds: readonly Float32Array[];
}

/** Bins by quantiles of a sample of the rows. `values` holds the rows one after the other. */
export function binned(values: Float32Array, columns: number): BinnedTable {
  const rows = values.length / columns;
  const bins: Uint8Array[] = [];
  const bounds: Float32Array[] = [];
  for (let column = 0; column < columns; column++) {
    const bound = boundsOf(values, columns, column);
    const bin = new Uint8Array(rows);
    for (let row = 0; row < rows; row++) bin[row] = binOf(bound, values[row * columns + column]!);
    bins.push(bin);
    bounds.push(bound);
  }
  return { rows, bins, bounds };
}

function boundsOf(values: Float32Array, columns: number, column: number): Float32Array {
  const rows = values.length / columns;
  const step = Math.max(1, Math.floor(rows / 50_000));
  const sample: number[] = [];
  for (let row = 0; row < rows; row += step) sample.push(values[row * columns + column]!);
  const sorted = Float32Array.from(sample).sort();
  const distinct = Float32Array.from(new Set(sorted));
  if (distinct.length <= MAX_BINS) return midpoints(distinct);
  const cuts = new Set<number>();
  for (let bin = 1; bin < MAX_BINS; bin++) cuts.add(sorted[Math.floor((bin * sorted.length) / MAX_BINS)]!);
  return midpoints(Float32Array.from(cuts));
}

/** Cutting between values, not at them, keeps a threshold right after rounding. */
function midpoints(distinct: Float32Array): Float32Array {
  const cuts = new Float32Array(Math.max(0, distinct.length - 1));
  for (let at = 0; at < cuts.length; at++) cuts[at] = (distinct[at]! + distinct[at + 1]!) / 2;
  return cuts;
}

function binOf(bounds: Float32Array, value: number): number {
  let [low, high] = [0, bounds.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value <= bounds[middle]!) high = middle;
    else low = middle + 1;
  }
  return low;
}
