// The kept numbers of two parts against each other: what no pattern proposes, no method can find ("accuracy should not be
// larger than recall on the candidate set", section 6.1). Parts that saw other pages, or other boxes, would show.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { CandidateRecall } from "./candidates.ts";
import { COMBINATIONS } from "./methods.ts";
import type { Accuracy } from "./outcomes.ts";
import type { Reproduced } from "./present.ts";

const kept = JSON.parse(
  readFileSync(new URL("../../../papers/following-dynamic-blocks/reproduced.json", import.meta.url), "utf8"),
) as Reproduced;

/** The methods that choose among what these fixed patterns propose. APM proposes by patterns of its own. */
const METHODS_OF: readonly (readonly [patterns: string, method: string])[] = [
  ["A", "Area"],
  ["P", "Path"],
  ["N", "ConteNt"],
  ["X", "ConteXt"],
  ...COMBINATIONS.map((letters) => [letters, letters.length === 4 ? "CPM" : `CPM ${letters}`] as const),
];

/** Patterns and set of every accuracy that is above its recall by more blocks or versions than are allowed. */
function tooHigh(recall: CandidateRecall, accuracy: Reproduced["accuracy"], allowed: number): string[] {
  const isAbove = (found: Accuracy, proposed: Accuracy, { blocks, versions }: { blocks: number; versions: number }) =>
    (found.block - proposed.block) * blocks > allowed + 0.01 ||
    (found.version - proposed.version) * versions > allowed + 0.05;
  return METHODS_OF.flatMap(([patterns, method]) =>
    Object.entries(accuracy.counts).flatMap(([set, counts]) => {
      const found = accuracy.accuracy[method]![set]!;
      return isAbove(found, recall[patterns]![set]!, counts) ? [`${method} on ${set}`] : [];
    }),
  );
}

test("without layout no method finds more than its patterns propose", () => {
  expect(tooHigh(kept.candidatesPlain, kept.accuracyPlain, 0)).toEqual([]);
});

test("with layout no method finds more than its patterns propose, but for the pixels between two renderings", () => {
  // recall is of an earlier rendering than accuracy, as the page says: 0 once both parts are run on the same boxes
  const blocksApart = 2;
  expect(tooHigh(kept.candidates, kept.accuracy, blocksApart)).toEqual([]);
  expect(tooHigh(kept.candidates, kept.accuracy, 0)).toEqual(["Area on homepages", "Area on terms", "Area on all"]);
});
