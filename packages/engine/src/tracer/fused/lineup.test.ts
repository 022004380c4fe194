import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { FactFinder } from "./facts.ts";
import { Lineup } from "./lineup.ts";
import { MEASURE } from "./measures.ts";

test("candidates stand measure by measure, however many they are, until they leave", () => {
  const page = parseHtml(`<ul>${"<li>one two</li>".repeat(200)}</ul>`);
  const finder = new FactFinder(page);
  const lineup = new Lineup();
  for (const count of [3, 150, 2]) {
    const facts = Array.from({ length: count }, (_, row) => finder.of(row));
    lineup.stand(facts);
    expect(lineup.facts).toBe(facts);
    for (const [row, { measures }] of facts.entries()) {
      expect(lineup.measures.map((measure) => measure[row])).toEqual(measures);
    }
    expect(lineup.measures[MEASURE.node][count - 1]).toBe(count - 1);
  }
  lineup.leave();
  expect(lineup.facts).toEqual([]);
});
