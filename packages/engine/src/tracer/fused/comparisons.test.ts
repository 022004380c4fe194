import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { CandidateTable } from "./comparisons.ts";
import { FactFinder } from "./live-features.ts";
import { measures } from "./measures.ts";

test("candidates stand measure by measure, however many they are, until they leave", () => {
  const page = parseHtml(`<ul>${"<li>one two</li>".repeat(200)}</ul>`);
  const finder = new FactFinder(page);
  const candidateTable = new CandidateTable();
  for (const count of [3, 150, 2]) {
    const features = Array.from({ length: count }, (_, row) => finder.of(row));
    candidateTable.stand(features);
    expect(candidateTable.features).toBe(features);
    for (const [row, one] of features.entries()) {
      expect(candidateTable.measures.map((measure) => measure[row])).toEqual(one.measures);
    }
    expect(candidateTable.measures[measures.place.node][count - 1]).toBe(count - 1);
  }
  candidateTable.leave();
  expect(candidateTable.features).toEqual([]);
});
