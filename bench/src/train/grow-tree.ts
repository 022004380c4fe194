/** Grows one regression tree on binned columns from gradients and curvatures, best leaf first. */
import type { DecisionTree } from "@tessera/engine/fused-training";
import { type BinnedTable, MAX_BINS } from "./binning.ts";

export interface GrowOptions {
  readonly leaves: number;
  /** Added to the curvature of a leaf: shrinks what few rows say. */
  readonly lambda: number;
  readonly leastCurvature: number;
  readonly rate: number;
  /** Columns that this tree may ask for. */
  readonly columns: readonly number[];
}

/** Slopes of the loss for each row. */
export interface Slopes {
  readonly gradient: Float32Array;
  readonly curvature: Float32Array;
}

interface Leaf {
  readonly node: number;
  readonly from: number;
  readonly to: number;
  /** Sums of gradient and curvature by column and bin, two numbers each. */
  readonly sums: Float64Array;
  readonly split: Split | null;
}

interface Split {
  readonly gain: number;
  readonly column: number;
  readonly bin: number;
}

/** The tree that fits the slopes of `rows`, which are reordered. */
export function growTree(table: BinnedTable, rows: Uint32Array, slopes: Slopes, options: GrowOptions): DecisionTree {
  return new TreeGrower(table, rows, slopes, options).grow();
}

class TreeGrower {
  readonly #table: BinnedTable;
  readonly #rows: Uint32Array;
  readonly #slopes: Slopes;
  readonly #options: GrowOptions;
  readonly #tree = { column: [-1], threshold: [0], left: [0], value: [0] };

  constructor(table: BinnedTable, rows: Uint32Array, slopes: Slopes, options: GrowOptions) {
    this.#table = table;
    this.#rows = rows;
    this.#slopes = slopes;
    this.#options = options;
  }

  grow(): DecisionTree {
    let leaves = [this.#leaf(0, 0, this.#rows.length)];
    while (leaves.length < this.#options.leaves) {
      const chosen = leaves.reduce((best, leaf) => ((leaf.split?.gain ?? 0) > (best.split?.gain ?? 0) ? leaf : best));
      if (!chosen.split) break;
      leaves = [...leaves.filter((leaf) => leaf !== chosen), ...this.#splitAt(chosen, chosen.split)];
    }
    for (const { node, sums } of leaves) {
      const { gradient, curvature } = totalOf(sums);
      this.#tree.value[node] = (-this.#options.rate * gradient) / (curvature + this.#options.lambda);
    }
    return this.#tree;
  }

  #splitAt(leaf: Leaf, { column, bin }: Split): [Leaf, Leaf] {
    const tree = this.#tree;
    const middle = this.#partition(leaf, column, bin);
    const left = tree.column.length;
    tree.column[leaf.node] = column;
    tree.threshold[leaf.node] = this.#table.bounds[column]![bin]!;
    tree.left[leaf.node] = left;
    for (const list of [tree.threshold, tree.left, tree.value]) list.push(0, 0);
    tree.column.push(-1, -1);
    // only the smaller half is counted; the other one is what is left of the whole
    const isLeftSmaller = middle - leaf.from < leaf.to - middle;
    const counted = isLeftSmaller ? this.#sums(leaf.from, middle) : this.#sums(middle, leaf.to);
    const rest = leaf.sums.map((sum, at) => sum - counted[at]!);
    return [
      this.#leafWith({ node: left, from: leaf.from, to: middle }, isLeftSmaller ? counted : rest),
      this.#leafWith({ node: left + 1, from: middle, to: leaf.to }, isLeftSmaller ? rest : counted),
    ];
  }

  #leaf(node: number, from: number, to: number): Leaf {
    return this.#leafWith({ node, from, to }, this.#sums(from, to));
  }

  #leafWith(place: Pick<Leaf, "node" | "from" | "to">, sums: Float64Array): Leaf {
    return { ...place, sums, split: this.#bestSplit(sums) };
  }

  #sums(from: number, to: number): Float64Array {
    const { columns } = this.#options;
    const { gradient, curvature } = this.#slopes;
    const rows = this.#rows;
    const sums = new Float64Array(columns.length * MAX_BINS * 2);
    for (const [place, column] of columns.entries()) {
      const bins = this.#table.bins[column]!;
      const start = place * MAX_BINS * 2;
      for (let at = from; at < to; at++) {
        const row = rows[at]!;
        const cell = start + bins[row]! * 2;
        sums[cell]! += gradient[row]!;
        sums[cell + 1]! += curvature[row]!;
      }
    }
    return sums;
  }

  #bestSplit(sums: Float64Array): Split | null {
    const { columns, lambda, leastCurvature } = this.#options;
    const total = totalOf(sums);
    if (total.curvature < 2 * leastCurvature) return null;
    const whole = total.gradient ** 2 / (total.curvature + lambda);
    let best: Split | null = null;
    for (const [place, column] of columns.entries()) {
      let [gradient, curvature] = [0, 0];
      for (let bin = 0; bin < this.#table.bounds[column]!.length; bin++) {
        gradient += sums[(place * MAX_BINS + bin) * 2]!;
        curvature += sums[(place * MAX_BINS + bin) * 2 + 1]!;
        const rest = total.curvature - curvature;
        if (curvature < leastCurvature || rest < leastCurvature) continue;
        const gain = gradient ** 2 / (curvature + lambda) + (total.gradient - gradient) ** 2 / (rest + lambda) - whole;
        if (gain > (best?.gain ?? 1e-9)) best = { gain, column, bin };
      }
    }
    return best;
  }

  /** Moves the rows that go left to the front; returns where the right ones begin. */
  #partition({ from, to }: Leaf, column: number, bin: number): number {
    const rows = this.#rows;
    const bins = this.#table.bins[column]!;
    let [low, high] = [from, to];
    while (low < high) {
      const row = rows[low]!;
      if (bins[row]! <= bin) low++;
      else {
        high--;
        rows[low] = rows[high]!;
        rows[high] = row;
      }
    }
    return low;
  }
}

/** Every row is in one bin of the first column. */
function totalOf(sums: Float64Array): { gradient: number; curvature: number } {
  let [gradient, curvature] = [0, 0];
  for (let cell = 0; cell < MAX_BINS * 2; cell += 2) {
    gradient += sums[cell]!;
    curvature += sums[cell + 1]!;
  }
  return { gradient, curvature };
}
