import fc from "fast-check";
import { expect, test } from "vitest";
import { smallTree, treeFromDepths } from "./small-trees.fixture.ts";
import { bestSubtrees, CommonTags, type TagScore } from "./tag-string.ts";

const relative: TagScore = (common, m, n) => (2 * common) / (m + n);

test("skipping what cannot win changes nothing", () => {
  const pattern = fc.array(fc.nat(2), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(pattern, smallTree(60), (tags, tree) => {
      const sequence = Uint32Array.from(tags);
      const common = new CommonTags(sequence);
      const all = [...tree.end.keys()].map((node) => {
        common.start();
        for (let at = tree.end[node] - 1; at >= node; at--) common.prepend(tree.label[at]);
        return { node, score: relative(common.common(), tags.length, tree.end[node] - node) };
      });
      const expected = all.sort((a, b) => b.score - a.score || a.node - b.node).slice(0, 5);
      expect(bestSubtrees(sequence, tree, { score: relative, keep: 5, isCandidate: () => true })).toEqual(expected);
    }),
    { numRuns: 1000 },
  );
});

test("a deep, a wide and a combed page stay within the budget", () => {
  const deep = treeFromDepths(Array.from({ length: 50_000 }, (_, depth) => ({ depth, label: 1 })));
  const wide = treeFromDepths(Array.from({ length: 50_000 }, (_, node) => ({ depth: Math.min(node, 1), label: 1 })));
  const comb = treeFromDepths(
    Array.from({ length: 50_000 }, (_, node) => ({ depth: (node + 1) >> 1, label: node % 2 })),
  );
  const pattern = new Uint32Array(20_000).fill(1);
  for (const tree of [deep, wide, comb]) {
    const options = { score: relative, keep: 5, isCandidate: () => true, maxWork: 5_000_000 };
    expect(bestSubtrees(pattern, tree, options).length).toBeGreaterThan(0);
  }
});
