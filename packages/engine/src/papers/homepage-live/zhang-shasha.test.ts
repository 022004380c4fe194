import fc from "fast-check";
import { expect, test } from "vitest";
import type { LabelledTree } from "./labelled-tree.ts";
import { isOrderedMapping, smallTree, treeFromDepths } from "./small-trees.fixture.ts";
import { zhangShasha } from "./zhang-shasha.ts";

/** Tries every set of pairs that is an ordered mapping and keeps the largest. */
function obviousDistance(first: LabelledTree, second: LabelledTree): number {
  const partner = new Int32Array(first.size).fill(-1);
  const most = (node: number, mapped: number): number => {
    if (node === first.size) return mapped;
    let best = most(node + 1, mapped);
    for (let other = 0; other < second.size; other++) {
      partner[node] = other;
      if (isOrderedMapping(first, second, partner)) best = Math.max(best, most(node + 1, mapped + 1));
      partner[node] = -1;
    }
    return best;
  };
  return first.size + second.size - 2 * most(0, 0);
}

test("the distance is the smallest of all ordered mappings", () => {
  fc.assert(
    fc.property(smallTree(6), smallTree(6), (first, second) => {
      const outcome = zhangShasha(first, second);
      expect(outcome).toMatchObject({ kind: "mapped", mapping: { distance: obviousDistance(first, second) } });
    }),
    { numRuns: 3000 },
  );
});

test("the mapping is an ordered one and has the distance in both directions", () => {
  fc.assert(
    fc.property(smallTree(30), smallTree(30), (first, second) => {
      const outcome = zhangShasha(first, second);
      const back = zhangShasha(second, first);
      if (outcome.kind !== "mapped" || back.kind !== "mapped") throw new Error("over budget");
      expect(isOrderedMapping(first, second, outcome.mapping.partner)).toBe(true);
      expect(back.mapping.distance).toBe(outcome.mapping.distance);
    }),
    { numRuns: 1000 },
  );
});

test("a comparison beyond the budget is an outcome", () => {
  const deep = treeFromDepths(Array.from({ length: 100_000 }, (_, depth) => ({ depth, label: 1 })));
  expect(zhangShasha(deep, deep).kind).toBe("over-budget");
});
