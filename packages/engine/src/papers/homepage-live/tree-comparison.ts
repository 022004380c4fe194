/**
 * The mapping of minimum edit distance after [homepage-live] (Han et al., WWW 2007), section 6.1, definition 5 and
 * Table 2.  O(n(T) · n(T')) time and cells; less where equal subtrees are shared.
 *
 *   paper        here                                paper            here
 *   T, T'        first, second                       Dis(T, T')       n + n' − 2 · matched
 *   r, r'        roots of the subtrees, i and j      childrenDis      alignRow
 *   n(T)         size                                m, pi, p'i       the child pairs that the alignment chooses
 *
 * Every mapped pair takes two nodes off the distance, so the smallest distance is the largest number of mapped pairs,
 * `matched`, and the three cases become
 *   1. nothing mapped: 0;
 *   2. roots mapped (equal labels only): 1 + the best alignment of the child subtrees in order;
 *   3. a root mapped into the other tree: the largest `matched` of a child subtree of either root.
 *
 * Relation to the true minimum: case 3 leaves a root out only together with all but one of its child subtrees. A wrapper
 * put around several siblings therefore keeps one of them. `zhang-shasha.ts` gives the minimum over all ordered mappings
 * of definition 5; it is never larger, and equal unless a node with two mapped child subtrees was put in or taken out.
 *
 * Departures: Table 2 prints the alignment without the cost of an unmapped child subtree; its size is meant (text of
 * case 2), and in numbers of mapped pairs it is nothing. The bound O(N²D²) of the paper is loose: the alignments of all
 * pairs of nodes together have as many cells as there are pairs of nodes. Ties go to case 2, then to the pairs furthest
 * to the right; the paper does not say.
 */
import type { LabelledTree } from "./labelled-tree.ts";

/** 64 million cells of two bytes: pages of about 8,000 nodes, or of as many different subtrees where these are shared. */
const DEFAULT_MAX_CELLS = 0x400_0000;

export interface ComparisonOptions {
  /** Largest table that may be filled. */
  readonly maxCells?: number;
  /** Compute once what is equal: the same result with a smaller table. */
  readonly shareEqualSubtrees?: boolean;
}

/** What two trees have in common, subtree by subtree. */
export interface TreeComparison {
  readonly first: LabelledTree;
  readonly second: LabelledTree;
  readonly firstClasses: SubtreeClasses;
  readonly secondClasses: SubtreeClasses;
  /** Largest number of mapped pairs of two subtree classes, at `first class * secondClasses.count + second class`. */
  readonly matched: Uint16Array;
  /** What the comparison holds besides the trees. */
  readonly bytes: number;
}

export type ComparisonOutcome =
  | { readonly kind: "compared"; readonly comparison: TreeComparison }
  | { readonly kind: "over-budget"; readonly cells: number; readonly maxCells: number };

/** Compares every subtree of one tree with every subtree of the other. */
export function compareTrees(
  first: LabelledTree,
  second: LabelledTree,
  options: ComparisonOptions = {},
): ComparisonOutcome {
  const maxCells = options.maxCells ?? DEFAULT_MAX_CELLS;
  if (!options.shareEqualSubtrees && first.size * second.size > maxCells) {
    return { kind: "over-budget", cells: first.size * second.size, maxCells };
  }
  const classify = options.shareEqualSubtrees ? sharedSubtrees : separateSubtrees;
  const rows = classify(first);
  const columns = classify(second);
  // the alignments of case 2 have a cell for each pair of children, and a shared class may have more children than there
  // are classes
  const cells = Math.max(rows.count * columns.count, rows.children.length * columns.children.length);
  if (cells > maxCells) return { kind: "over-budget", cells, maxCells };
  const matched = fillMatched(rows, columns);
  const bytes = matched.byteLength + bytesOf(rows) + bytesOf(columns);
  return {
    kind: "compared",
    comparison: { first, second, firstClasses: rows, secondClasses: columns, matched, bytes },
  };
}

/** The largest number of pairs that a mapping of the subtrees at `i` and `j` can have. */
export function matchedNodes(comparison: TreeComparison, i: number, j: number): number {
  const { firstClasses, secondClasses, matched } = comparison;
  return matched[firstClasses.of[i] * secondClasses.count + secondClasses.of[j]];
}

/** [homepage-live] definition 3 for the subtrees at `i` and `j`: the number of their nodes without a partner. */
export function subtreeDistance(comparison: TreeComparison, i: number, j: number): number {
  const { first, second } = comparison;
  return first.end[i] - i + second.end[j] - j - 2 * matchedNodes(comparison, i, j);
}

/**
 * Classes come after those of their child subtrees, so that in the order of their numbers everything smaller is ready.
 * Two bytes suffice: no more pairs can be mapped than the smaller tree has nodes, and a table of that width is over
 * any budget long before.
 */
function fillMatched(rows: SubtreeClasses, columns: SubtreeClasses): Uint16Array {
  const width = columns.count;
  const matched = new Uint16Array(rows.count * width);
  const tables: Tables = { rows, columns, matched, alignRow: new Uint16Array(columns.widest + 1) };
  for (let i = 0; i < rows.count; i++) {
    // case 3: what a child subtree of the first root achieves, the root achieves
    for (let at = rows.childStart[i]; at < rows.childStart[i + 1]; at++) {
      const from = rows.children[at] * width;
      const to = i * width;
      for (let j = 0; j < width; j++) if (matched[to + j] < matched[from + j]) matched[to + j] = matched[from + j];
    }
    fillRow(tables, i);
  }
  return matched;
}

interface Tables {
  readonly rows: SubtreeClasses;
  readonly columns: SubtreeClasses;
  readonly matched: Uint16Array;
  /** One row of the alignment of two lists of children. */
  readonly alignRow: Uint16Array;
}

function fillRow(tables: Tables, i: number): void {
  const { rows, columns, matched } = tables;
  const { childStart, children, label, size } = columns;
  const row = i * columns.count;
  const rowLabel = rows.label[i];
  const rowSize = rows.size[i];
  for (let j = 0; j < columns.count; j++) {
    let best = matched[row + j];
    // case 3 on the other side
    for (let at = childStart[j]; at < childStart[j + 1]; at++) {
      const inner = matched[row + children[at]];
      if (inner > best) best = inner;
    }
    if (label[j] === rowLabel && best < rowSize && best < size[j]) {
      const rootsMapped = 1 + alignChildren(tables, i, j);
      if (rootsMapped > best) best = rootsMapped;
    }
    matched[row + j] = best;
  }
}

/** Case 2 without the roots: the heaviest chain of child pairs in order, one row of the alignment at a time. */
function alignChildren({ rows, columns, matched, alignRow }: Tables, i: number, j: number): number {
  const from = columns.childStart[j];
  const count = columns.childStart[j + 1] - from;
  if (count === 0) return 0;
  alignRow.fill(0, 0, count + 1);
  for (let at = rows.childStart[i]; at < rows.childStart[i + 1]; at++) {
    const row = rows.children[at] * columns.count;
    let diagonal = 0;
    for (let column = 1; column <= count; column++) {
      const above = alignRow[column];
      const paired = diagonal + matched[row + columns.children[from + column - 1]];
      const left = alignRow[column - 1];
      const unpaired = Math.max(above, left);
      alignRow[column] = Math.max(paired, unpaired);
      diagonal = above;
    }
  }
  return alignRow[count];
}

function bytesOf(classes: SubtreeClasses): number {
  const { of, label, size, childStart, children } = classes;
  return of.byteLength + label.byteLength + size.byteLength + childStart.byteLength + children.byteLength;
}

// Subtrees of one tree put into classes that a distance treats alike: each its own, or equal ones together.

/** Classes are numbered so that the child subtrees of a class have smaller numbers than the class itself. */
interface SubtreeClasses {
  readonly count: number;
  /** The class of the subtree at each node. */
  readonly of: Uint32Array;
  readonly label: Uint32Array;
  /** Number of nodes of a subtree of the class. */
  readonly size: Uint32Array;
  /** The classes of the child subtrees, in order: `children[childStart[c]]` up to `children[childStart[c + 1]]`. */
  readonly childStart: Uint32Array;
  readonly children: Uint32Array;
  /** The largest number of children of one class. */
  readonly widest: number;
}

/** Every subtree is a class of its own. */
function separateSubtrees(tree: LabelledTree): SubtreeClasses {
  const of = new Uint32Array(tree.size);
  for (let node = 0; node < tree.size; node++) of[node] = tree.size - 1 - node;
  return classesOf(tree, of, tree.size);
}

/**
 * Subtrees that are equal node by node are one class. A distance that depends on nothing but the two subtrees has one
 * value for all members of a class, so that it may be computed once: the result is provably the same. Equality is that
 * of label and child classes, not of hashes.
 */
export function sharedSubtrees(tree: LabelledTree): SubtreeClasses {
  const of = new Uint32Array(tree.size);
  const known = new Map<string, number>();
  for (let node = tree.size - 1; node >= 0; node--) {
    let key = String(tree.label[node]);
    for (let child = node + 1; child < tree.end[node]; child = tree.end[child]) key += `,${of[child]}`;
    let number = known.get(key);
    if (number === undefined) {
      number = known.size;
      known.set(key, number);
    }
    of[node] = number;
  }
  return classesOf(tree, of, known.size);
}

function classesOf(tree: LabelledTree, of: Uint32Array, count: number): SubtreeClasses {
  const member = new Int32Array(count).fill(-1);
  for (let node = 0; node < tree.size; node++) member[of[node]] = node;
  const label = new Uint32Array(count);
  const size = new Uint32Array(count);
  const childStart = new Uint32Array(count + 1);
  const children: number[] = [];
  let widest = 0;
  for (let number = 0; number < count; number++) {
    const node = member[number];
    label[number] = tree.label[node];
    size[number] = tree.end[node] - node;
    for (let child = node + 1; child < tree.end[node]; child = tree.end[child]) children.push(of[child]);
    childStart[number + 1] = children.length;
    widest = Math.max(widest, children.length - childStart[number]);
  }
  return { count, of, label, size, childStart, children: Uint32Array.from(children), widest };
}
