import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { learnedWeights, packedWeightsModule, packWeights, unpackWeights } from "./pack-weights.ts";

const weights = await learnedWeights();

test("what is unpacked is what was packed, to the last number", () => {
  expect(unpackWeights(JSON.parse(JSON.stringify(packWeights(weights))))).toEqual(weights);
});

test("the module that is shipped gives the same, and nothing of it needs another", async () => {
  const code = await packedWeightsModule();
  const shipped = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  expect(shipped.WEIGHTS).toEqual(weights);
  expect(gzipSync(code).length).toBeLessThan(0.7 * gzipSync(JSON.stringify(weights)).length);
});

test("weights that cannot be packed without loss are refused", () => {
  const tree = { column: [0, -1, -1], threshold: [1, 2, 0], left: [1, 0, 0], value: [0, 1, 2] };
  expect(() => packWeights({ ranker: { columns: ["one"], bias: 0, trees: [tree] } })).toThrow("more than it needs");
  const exact = { ...tree, threshold: [1, 0, 0], value: [0, 1, 0.12345] };
  expect(() => packWeights({ ranker: { columns: ["one"], bias: 0, trees: [exact] } })).toThrow("more than 4 digits");
});
