import fc from "fast-check";
import { expect, test } from "vitest";
import { rankMapped } from "./minimum-mapping.ts";
import { type FixedTrees, holdersOfPartners, minimumCommonPair, reducePair } from "./reduced-trees.ts";
import { smallTree } from "./small-trees.fixture.ts";
import { compareTrees } from "./tree-comparison.ts";

/** Two trees, and some nodes of the first certainly mapped to different nodes of the second with the same label. */
const fixedTrees: fc.Arbitrary<FixedTrees> = fc
  .tuple(smallTree(25), smallTree(25), fc.array(fc.tuple(fc.nat(24), fc.nat(24)), { maxLength: 8 }))
  .map(([first, second, pairs]) => {
    const partner = new Int32Array(first.size).fill(-1);
    for (const [node, other] of pairs) {
      if (node >= first.size || other >= second.size || partner[node] >= 0 || partner.includes(other)) continue;
      if (first.label[node] === second.label[other]) partner[node] = other;
    }
    return { first, second, partner };
  });

const anyBlock = fc.nat(24);

test("the pair holds the block and the same Fix Nodes on both sides", () => {
  fc.assert(
    fc.property(fixedTrees, anyBlock, ({ first, second, partner }, number) => {
      const block = number % first.size;
      const { inFirst, inSecond, isFixed } = minimumCommonPair({ first, second, partner }, block);
      expect(inFirst <= block && block < first.end[inFirst]).toBe(true);
      expect(isFixed).toBe(partner[inFirst] === inSecond);
      // definition 7: the roots are the same Fix Node, or both subtrees contain the same set
      if (isFixed) return;
      for (let node = 0; node < first.size; node++) {
        if (partner[node] < 0) continue;
        const isInside = node >= inFirst && node < first.end[inFirst];
        expect(partner[node] >= inSecond && partner[node] < second.end[inSecond]).toBe(isInside);
      }
    }),
    { numRuns: 2000 },
  );
});

test("reduced trees keep the path to the block, the block's subtree and the order of what is left", () => {
  fc.assert(
    fc.property(fixedTrees, anyBlock, (trees, number) => {
      const block = number % trees.first.size;
      const pair = minimumCommonPair(trees, block);
      const { first, second } = reducePair(trees, pair, block);
      const kept = new Set(first.nodeOf);
      for (let node = block; node < trees.first.end[block]; node++) expect(kept.has(node)).toBe(true);
      for (let node = block; node !== pair.inFirst; node = trees.first.parent[node]) expect(kept.has(node)).toBe(true);
      expect(second.nodeOf[0]).toBe(pair.inSecond);
      for (const { tree, nodeOf } of [first, second]) {
        expect(nodeOf.toSorted()).toEqual(nodeOf);
        for (let at = 1; at < tree.size; at++)
          expect(tree.parent[at] >= 0 && at < tree.end[tree.parent[at]]).toBe(true);
      }
    }),
    { numRuns: 2000 },
  );
});

test("off the path nothing with a Fix Node in it is left of the old tree", () => {
  fc.assert(
    fc.property(fixedTrees, anyBlock, (trees, number) => {
      const block = number % trees.first.size;
      const { first } = reducePair(trees, minimumCommonPair(trees, block), block);
      for (const node of first.nodeOf) {
        const isOnPath = node <= block && block < trees.first.end[node];
        const isInBlock = node >= block && node < trees.first.end[block];
        if (!isOnPath && !isInBlock) expect(trees.partner[node]).toBe(-1);
      }
    }),
  );
});

test("what a block is mapped to holds the partners of all Fix Nodes in it, and is nobody else's partner", () => {
  fc.assert(
    fc.property(fixedTrees, anyBlock, (trees, number) => {
      const block = number % trees.first.size;
      const reduced = reducePair(trees, minimumCommonPair(trees, block), block);
      const at = reduced.first.nodeOf.indexOf(block);
      const among = holdersOfPartners(trees, reduced, at);
      const outcome = compareTrees(reduced.first.tree, reduced.second.tree, { shareEqualSubtrees: true });
      if (outcome.kind !== "compared" || among === null) return;
      const nodeOf = (node: number): number => reduced.second.nodeOf[node];
      const { candidates } = rankMapped(outcome.comparison, at, { among, nodeOf });
      for (const { node } of candidates.filter(({ signals }) => signals?.mapped === 1)) {
        for (let inside = block + 1; inside < trees.first.end[block]; inside++) {
          const partner = trees.partner[inside];
          if (partner >= 0) expect(node < partner && partner < trees.second.end[node]).toBe(true);
        }
        if (trees.partner[block] < 0) expect(trees.partner.includes(node)).toBe(false);
      }
    }),
    { numRuns: 2000 },
  );
});
