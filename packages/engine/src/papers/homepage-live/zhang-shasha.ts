/**
 * The ordered tree edit distance of Zhang and Shasha (SIAM J. Comput. 18, 1989) with relabelling forbidden: the true
 * minimum over all mappings of [homepage-live] definition 5, of which `tree-comparison.ts` finds a constrained one.
 * O(n · n' · min(depth, leaves)²) time, O(n · n') cells.
 *
 *   paper          here                                  paper           here
 *   l(i)           leftmost[i], in postorder             treedist        common, as numbers of mapped pairs
 *   LR_keyroots    keyroots                              forestdist      forest
 *
 * Departures: insert and delete cost 1 and a node is mapped to an equal label at no cost, so that a distance is
 * n + n' − 2 · (mapped pairs), and the tables hold mapped pairs, to be made large. The trees are mirrored where that
 * leaves fewer cells to fill; the minimum is the same. The table of two key roots depends on nothing but their subtrees, so
 * that key roots with equal subtrees share one. Ties in the mapping: deletion first, then insertion.
 */
import { distanceOf, type LabelledTree, type Mapping } from "./labelled-tree.ts";
import { sharedSubtrees } from "./tree-comparison.ts";

/** About ten seconds of work. */
const DEFAULT_MAX_STEPS = 2_000_000_000;

export interface ZhangShashaOptions {
  /** Largest number of table cells that may be filled in all. */
  readonly maxSteps?: number;
}

export type ZhangShashaOutcome =
  | { readonly kind: "mapped"; readonly mapping: Mapping; readonly bytes: number }
  | { readonly kind: "over-budget"; readonly steps: number; readonly maxSteps: number };

/** A tree in postorder, numbered from 0. */
interface Postorder {
  readonly size: number;
  readonly label: Uint32Array;
  /** The leftmost leaf below each node. */
  readonly leftmost: Uint32Array;
  /** The nodes that have a left sibling, and the root: a table of forests is filled for each. */
  readonly keyroots: Uint32Array;
  /** For each key root the first one with an equal subtree. */
  readonly model: Uint32Array;
  /** For each key root the nodes that have its leftmost leaf, upwards. */
  readonly leftPath: readonly Uint32Array[];
  /** The preorder number of each node. */
  readonly node: Uint32Array;
}

interface Tables {
  readonly a: Postorder;
  readonly b: Postorder;
  /** Mapped pairs of the subtrees at `i` and `j`, at `i * b.size + j`. */
  readonly common: Uint16Array;
  readonly forest: Uint16Array;
}

/** Maps two trees by the smallest edit distance there is. */
export function zhangShasha(
  first: LabelledTree,
  second: LabelledTree,
  options: ZhangShashaOptions = {},
): ZhangShashaOutcome {
  const maxSteps = options.maxSteps ?? DEFAULT_MAX_STEPS;
  const [a, b] = cheaperOrder(first, second);
  const steps = work(a) * work(b);
  if (steps > maxSteps) return { kind: "over-budget", steps, maxSteps };
  const forest = new Uint16Array((a.size + 1) * (b.size + 1));
  const tables: Tables = { a, b, common: new Uint16Array(a.size * b.size), forest };
  fillCommon(tables);
  const partner = readMapping(tables);
  const mapping = { partner, distance: distanceOf(first, second, partner) };
  return { kind: "mapped", mapping, bytes: tables.common.byteLength + forest.byteLength };
}

/** Both trees from the left or both from the right, whichever has fewer cells to fill. */
function cheaperOrder(first: LabelledTree, second: LabelledTree): [Postorder, Postorder] {
  const left: [Postorder, Postorder] = [postorder(first, false), postorder(second, false)];
  const right: [Postorder, Postorder] = [postorder(first, true), postorder(second, true)];
  return work(right[0]) * work(right[1]) < work(left[0]) * work(left[1]) ? right : left;
}

/** Nodes below the key roots that differ: the cells of the forest tables are the product of both trees'. */
function work(tree: Postorder): number {
  let sum = 0;
  for (let rank = 0; rank < tree.keyroots.length; rank++) {
    const root = tree.keyroots[rank];
    if (tree.model[rank] === rank) sum += root - tree.leftmost[root] + 1;
  }
  return sum;
}

/** Children before their parent, from the left; mirrored, from the right. */
function postorder(tree: LabelledTree, mirrored: boolean): Postorder {
  const { size } = tree;
  const node = mirrored ? reversedPreorder(size) : leftPostorder(tree);
  const number = new Uint32Array(size);
  for (let at = 0; at < size; at++) number[node[at]] = at;
  const label = new Uint32Array(size);
  const leftmost = new Uint32Array(size);
  for (let at = 0; at < size; at++) {
    label[at] = tree.label[node[at]];
    leftmost[at] = at - (tree.end[node[at]] - node[at]) + 1;
  }
  // of all nodes with one leftmost leaf only the highest is a key root, and it comes last
  const paths = new Map<number, number[]>();
  for (let at = 0; at < size; at++) {
    const path = paths.get(leftmost[at]);
    if (path) path.push(at);
    else paths.set(leftmost[at], [at]);
  }
  const leftPath = [...paths.values()].map((path) => Uint32Array.from(path)).sort((a, b) => last(a) - last(b));
  const keyroots = Uint32Array.from(leftPath, last);
  const classOf = sharedSubtrees(tree).of;
  const firstOf = new Map<number, number>();
  const model = keyroots.map((root, rank) => {
    const known = firstOf.get(classOf[node[root]]);
    if (known === undefined) firstOf.set(classOf[node[root]], rank);
    return known ?? rank;
  });
  return { size, label, leftmost, keyroots, model, leftPath, node };
}

function last(path: Uint32Array): number {
  return path[path.length - 1];
}

/** The postorder of the mirrored tree is the preorder backwards. */
function reversedPreorder(size: number): Uint32Array {
  const node = new Uint32Array(size);
  for (let at = 0; at < size; at++) node[at] = size - 1 - at;
  return node;
}

function leftPostorder(tree: LabelledTree): Uint32Array {
  const node = new Uint32Array(tree.size);
  const open: number[] = [];
  let next = 0;
  for (let at = 0; at <= tree.size; at++) {
    while (open.length > 0 && (at === tree.size || at >= tree.end[open[open.length - 1]])) {
      node[next++] = open.pop() as number;
    }
    if (at < tree.size) open.push(at);
  }
  return node;
}

/** Fills `common` for all pairs of key roots in the order that Zhang and Shasha give, or copies it from an equal pair. */
function fillCommon(tables: Tables): void {
  const { a, b } = tables;
  for (let x = 0; x < a.keyroots.length; x++) {
    for (let y = 0; y < b.keyroots.length; y++) {
      if (a.model[x] === x && b.model[y] === y) fillForest(tables, a.keyroots[x], b.keyroots[y]);
      else copyCommon(tables, x, y);
    }
  }
}

/** The pairs that a forest table decides are those of both left paths; in an equal subtree they have the same ranks. */
function copyCommon({ a, b, common }: Tables, x: number, y: number): void {
  const rows = a.leftPath[x];
  const columns = b.leftPath[y];
  const modelRows = a.leftPath[a.model[x]];
  const modelColumns = b.leftPath[b.model[y]];
  for (let row = 0; row < rows.length; row++) {
    const to = rows[row] * b.size;
    const from = modelRows[row] * b.size;
    for (let column = 0; column < columns.length; column++) {
      common[to + columns[column]] = common[from + modelColumns[column]];
    }
  }
}

/**
 * Fills the forest table of two key roots, and `common` for the pairs whose forests are whole trees. Row and column 0
 * are empty forests, with nothing to map.
 */
function fillForest({ a, b, common, forest }: Tables, i: number, j: number): void {
  const top = a.leftmost[i];
  const left = b.leftmost[j];
  const columns = j - left + 1;
  const stride = columns + 1;
  forest.fill(0, 0, stride);
  for (let x = top; x <= i; x++) {
    const row = (x - top + 1) * stride;
    const isWholeRow = a.leftmost[x] === top;
    // the forest left of the subtree at x
    const before = (a.leftmost[x] - top) * stride;
    const label = a.label[x];
    const commonRow = x * b.size + left;
    forest[row] = 0;
    for (let column = 1; column <= columns; column++) {
      const y = left + column - 1;
      const above = forest[row - stride + column];
      const beside = forest[row + column - 1];
      let best = Math.max(above, beside);
      if (isWholeRow && b.leftmost[y] === left) {
        if (label === b.label[y]) {
          const rootsMapped = forest[row - stride + column - 1] + 1;
          if (rootsMapped > best) best = rootsMapped;
        }
        common[commonRow + column - 1] = best;
      } else {
        const joined = forest[before + b.leftmost[y] - left] + common[commonRow + column - 1];
        if (joined > best) best = joined;
      }
      forest[row + column] = best;
    }
  }
}

/** Fills the forest tables along one best mapping again and walks each from its last corner. */
function readMapping(tables: Tables): Int32Array {
  const { a, b } = tables;
  const partner = new Int32Array(a.size).fill(-1);
  const open: (readonly [number, number])[] = a.size > 0 && b.size > 0 ? [[a.size - 1, b.size - 1]] : [];
  while (open.length > 0) {
    const [i, j] = open.pop() as readonly [number, number];
    if (tables.common[i * b.size + j] === 0) continue;
    fillForest(tables, i, j);
    for (const [x, y] of walkForest(tables, [i, j], open)) partner[a.node[x]] = b.node[y];
  }
  return partner;
}

/** The pairs mapped in one forest table; subtrees that were joined whole are pushed to be walked on their own. */
function walkForest(
  { a, b, forest }: Tables,
  [i, j]: readonly [number, number],
  open: (readonly [number, number])[],
): [number, number][] {
  const top = a.leftmost[i];
  const left = b.leftmost[j];
  const stride = j - left + 2;
  const pairs: [number, number][] = [];
  let x = i;
  let y = j;
  while (x >= top && y >= left) {
    const at = (x - top + 1) * stride + (y - left + 1);
    if (forest[at] === forest[at - stride]) x--;
    else if (forest[at] === forest[at - 1]) y--;
    else if (a.leftmost[x] === top && b.leftmost[y] === left) pairs.push([x--, y--]);
    else {
      open.push([x, y]);
      x = a.leftmost[x] - 1;
      y = b.leftmost[y] - 1;
    }
  }
  return pairs;
}
