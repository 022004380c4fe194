/** Gradient boosting: trees one after the other, each on what the sum of the earlier ones gets wrong. */
import type { DecisionTree } from "@tessera/engine/fused-training";
import { seededRandom } from "../seeded-random.ts";
import type { BinnedTable } from "./binning.ts";
import { growTree, type Slopes } from "./grow-tree.ts";

export interface BoostOptions {
  readonly trees: number;
  readonly leaves: number;
  readonly rate: number;
  readonly lambda: number;
  readonly leastCurvature: number;
  /** Shares of the columns and of the groups that each tree sees. */
  readonly columnShare: number;
  readonly groupShare: number;
  /** Where given, groups that are clear already are seen less often, down to this share, and count more when they are. */
  readonly clearShare?: number;
  readonly seed: number;
}

/** Rows of group `g` are `[groups[g], groups[g + 1])`; only the groups of `members` take part. */
export interface BoostTask {
  readonly table: BinnedTable;
  readonly groups: Uint32Array;
  readonly members: readonly number[];
  /** Writes gradient and curvature of the rows of one group from the present sums. */
  readonly slope: (group: number, sums: Float32Array, slopes: Slopes) => void;
}

export function boost(task: BoostTask, options: BoostOptions): DecisionTree[] {
  const { table, groups } = task;
  const random = seededRandom(options.seed);
  const sums = new Float32Array(table.rows);
  const slopes: Slopes = { gradient: new Float32Array(table.rows), curvature: new Float32Array(table.rows) };
  const trees: DecisionTree[] = [];
  for (let round = 0; round < options.trees; round++) {
    const chosen = chooseGroups(task, { sums, slopes, random, options });
    const columns = table.bins.map((_, column) => column).filter(() => random() < options.columnShare);
    if (columns.length === 0) continue;
    const tree = growTree(table, rowsOf(groups, chosen), slopes, { ...options, columns });
    addTo(sums, task, tree);
    trees.push(tree);
  }
  return trees;
}

interface Round {
  readonly sums: Float32Array;
  readonly slopes: Slopes;
  readonly random: () => number;
  readonly options: BoostOptions;
}

/** The groups that the next tree sees, with their slopes. */
function chooseGroups(task: BoostTask, { sums, slopes, random, options }: Round): number[] {
  const { groupShare, clearShare } = options;
  if (clearShare === undefined) {
    const chosen = task.members.filter(() => random() < groupShare);
    for (const group of chosen) task.slope(group, sums, slopes);
    return chosen;
  }
  return task.members.filter((group) => {
    const [from, to] = [task.groups[group]!, task.groups[group + 1]!];
    task.slope(group, sums, slopes);
    let doubt = 0;
    for (let row = from; row < to; row++) doubt += Math.abs(slopes.gradient[row]!);
    const share = Math.max(clearShare, Math.min(1, DOUBTFUL * doubt)) * groupShare;
    if (random() >= share) return false;
    // as if all groups like it had been seen
    for (let row = from; row < to; row++) {
      slopes.gradient[row]! *= groupShare / share;
      slopes.curvature[row]! *= groupShare / share;
    }
    return true;
  });
}

/** How much doubt about a group makes sure that it is seen. */
const DOUBTFUL = 2;

function rowsOf(groups: Uint32Array, chosen: readonly number[]): Uint32Array {
  const rows: number[] = [];
  for (const group of chosen) for (let row = groups[group]!; row < groups[group + 1]!; row++) rows.push(row);
  return Uint32Array.from(rows);
}

function addTo(sums: Float32Array, { table, groups, members }: BoostTask, tree: DecisionTree): void {
  // thresholds as bins again: a row goes left where its bin is not above the bin of the threshold
  const bins = tree.column.map((column, node) =>
    column < 0 ? 0 : table.bounds[column]!.indexOf(tree.threshold[node]!),
  );
  for (const group of members) {
    for (let row = groups[group]!; row < groups[group + 1]!; row++) {
      let node = 0;
      while (tree.column[node]! >= 0)
        node = table.bins[tree.column[node]!]![row]! <= bins[node]! ? tree.left[node]! : tree.left[node]! + 1;
      sums[row]! += tree.value[node]!;
    }
  }
}

/**
 * Listwise: each group is one choice; its loss is the negative log of the softmax share of the right rows, each with
 * its worth. A group counts by its weight.
 */
export function listwiseSlope(groups: Uint32Array, worth: Float32Array, weight: Float32Array): BoostTask["slope"] {
  return (group, sums, { gradient, curvature }) => {
    const [from, to] = [groups[group]!, groups[group + 1]!];
    let highest = Number.NEGATIVE_INFINITY;
    for (let row = from; row < to; row++) highest = Math.max(highest, sums[row]!);
    let [total, rightTotal] = [0, 0];
    for (let row = from; row < to; row++) {
      const share = Math.exp(sums[row]! - highest);
      total += share;
      rightTotal += worth[row]! * share;
    }
    for (let row = from; row < to; row++) {
      const share = Math.exp(sums[row]! - highest);
      const p = share / total;
      gradient[row] = weight[group]! * (p - (worth[row]! * share) / rightTotal);
      curvature[row] = weight[group]! * Math.max(1e-6, p * (1 - p));
    }
  };
}

/** Logistic: each row is a yes or no of its own. */
export function logisticSlope(
  groups: Uint32Array,
  yes: Uint8Array,
  weight: Float32Array,
  bias: number,
): BoostTask["slope"] {
  return (group, sums, { gradient, curvature }) => {
    for (let row = groups[group]!; row < groups[group + 1]!; row++) {
      const p = 1 / (1 + Math.exp(-(sums[row]! + bias)));
      gradient[row] = weight[row]! * (p - yes[row]!);
      curvature[row] = weight[row]! * Math.max(1e-6, p * (1 - p));
    }
  };
}
