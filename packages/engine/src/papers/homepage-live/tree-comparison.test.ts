import fc from "fast-check";
import { expect, test } from "vitest";
import type { LabelledTree } from "./labelled-tree.ts";
import { minimumMapping, partnerOf } from "./minimum-mapping.ts";
import { isOrderedMapping, smallTree, treeFromDepths } from "./small-trees.fixture.ts";
import { type ComparisonOptions, compareTrees, subtreeDistance, type TreeComparison } from "./tree-comparison.ts";
import { zhangShasha } from "./zhang-shasha.ts";

const MANY = { numRuns: 3000 };

function compared(first: LabelledTree, second: LabelledTree, options: ComparisonOptions = {}): TreeComparison {
  const outcome = compareTrees(first, second, options);
  if (outcome.kind !== "compared") throw new Error(outcome.kind);
  return outcome.comparison;
}

/** [homepage-live] Table 2 word for word, with the size of an unmapped child subtree as its cost. */
function obviousDistance(first: LabelledTree, second: LabelledTree, i = 0, j = 0): number {
  const size = (tree: LabelledTree, node: number): number => tree.end[node] - node;
  const inner = (tree: LabelledTree, node: number): number[] =>
    [...tree.parent.keys()].filter((child) => tree.parent[child] === node);
  const subtrees = inner(first, i);
  const others = inner(second, j);
  let least = size(first, i) + size(second, j);
  if (first.label[i] === second.label[j]) {
    const table = [...Array(subtrees.length + 1)].map(() => new Array<number>(others.length + 1).fill(0));
    for (let x = 0; x <= subtrees.length; x++) {
      for (let y = 0; y <= others.length; y++) {
        const choices = [];
        if (x === 0 && y === 0) choices.push(0);
        if (x > 0) choices.push(table[x - 1][y] + size(first, subtrees[x - 1]));
        if (y > 0) choices.push(table[x][y - 1] + size(second, others[y - 1]));
        if (x > 0 && y > 0) {
          choices.push(table[x - 1][y - 1] + obviousDistance(first, second, subtrees[x - 1], others[y - 1]));
        }
        table[x][y] = Math.min(...choices);
      }
    }
    least = Math.min(least, table[subtrees.length][others.length]);
  }
  for (const child of subtrees) {
    least = Math.min(least, obviousDistance(first, second, child, j) + size(first, i) - size(first, child));
  }
  for (const child of others) {
    least = Math.min(least, obviousDistance(first, second, i, child) + size(second, j) - size(second, child));
  }
  return least;
}

test("the distance is that of the paper's recursion", () => {
  fc.assert(
    fc.property(smallTree(7), smallTree(7), (first, second) => {
      expect(subtreeDistance(compared(first, second), 0, 0)).toBe(obviousDistance(first, second));
    }),
    MANY,
  );
});

test("the mapping keeps labels, ancestors and order, and has the distance", () => {
  fc.assert(
    fc.property(smallTree(25), smallTree(25), (first, second) => {
      const comparison = compared(first, second);
      const { partner, distance } = minimumMapping(comparison);
      expect(isOrderedMapping(first, second, partner)).toBe(true);
      expect(distance).toBe(subtreeDistance(comparison, 0, 0));
      for (let node = 0; node < first.size; node++) expect(partnerOf(comparison, node)).toBe(partner[node]);
    }),
    MANY,
  );
});

test("sharing equal subtrees changes neither a distance nor the mapping", () => {
  fc.assert(
    fc.property(smallTree(40, 2), smallTree(40, 2), (first, second) => {
      const plain = compared(first, second);
      const shared = compared(first, second, { shareEqualSubtrees: true });
      expect(shared.matched.length).toBeLessThanOrEqual(plain.matched.length);
      for (let i = 0; i < first.size; i++) {
        for (let j = 0; j < second.size; j++) {
          expect(subtreeDistance(shared, i, j)).toBe(subtreeDistance(plain, i, j));
        }
      }
      expect(minimumMapping(shared)).toEqual(minimumMapping(plain));
    }),
  );
});

test("the distance is symmetric, zero only on equal trees, and never below the true minimum", () => {
  fc.assert(
    fc.property(smallTree(15), smallTree(15), (first, second) => {
      const distance = subtreeDistance(compared(first, second), 0, 0);
      expect(distance).toBe(subtreeDistance(compared(second, first), 0, 0));
      const isEqual = first.end.join() === second.end.join() && first.label.join() === second.label.join();
      expect(distance === 0).toBe(isEqual);
      const exact = zhangShasha(first, second);
      if (exact.kind === "mapped") expect(distance).toBeGreaterThanOrEqual(exact.mapping.distance);
    }),
    { numRuns: 1000 },
  );
});

test("a wrapper around two siblings costs the paper's mapping one of them, and the true minimum nothing", () => {
  const flat = treeFromDepths([0, 1, 1].map((depth, label) => ({ depth, label })));
  const wrapped = treeFromDepths([
    { depth: 0, label: 0 },
    { depth: 1, label: 9 },
    { depth: 2, label: 1 },
    { depth: 2, label: 2 },
  ]);
  expect(subtreeDistance(compared(flat, wrapped), 0, 0)).toBe(3);
  expect(zhangShasha(flat, wrapped)).toMatchObject({ kind: "mapped", mapping: { distance: 1 } });
});

test("trees beyond the budget are an outcome, with or without sharing", () => {
  const chain = treeFromDepths(Array.from({ length: 50 }, (_, depth) => ({ depth, label: 1 })));
  expect(compareTrees(chain, chain, { maxCells: 2499 })).toEqual({ kind: "over-budget", cells: 2500, maxCells: 2499 });
  const shared = compareTrees(chain, chain, { maxCells: 2499, shareEqualSubtrees: true });
  expect(shared.kind).toBe("over-budget");
  const star = treeFromDepths(Array.from({ length: 50 }, (_, node) => ({ depth: Math.min(node, 1), label: 1 })));
  const tuft = treeFromDepths([...star.label.keys()].map((node) => ({ depth: node % 3, label: 1 })));
  expect(compareTrees(tuft, star, { maxCells: 2499, shareEqualSubtrees: true }).kind).toBe("compared");
});

test("a hundred thousand siblings and a hundred thousand levels neither overflow nor hang", () => {
  const wide = treeFromDepths(Array.from({ length: 100_000 }, (_, node) => ({ depth: Math.min(node, 1), label: 1 })));
  const deep = treeFromDepths(Array.from({ length: 100_000 }, (_, depth) => ({ depth, label: 1 })));
  for (const tree of [wide, deep]) expect(compareTrees(tree, deep).kind).toBe("over-budget");
  for (const tree of [wide, deep]) {
    expect(compareTrees(tree, deep, { shareEqualSubtrees: true }).kind).toBe("over-budget");
  }
});
