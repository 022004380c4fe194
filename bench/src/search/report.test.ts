import { expect, test } from "vitest";
import { barLine, CHANGES_HEAD, changesRow, introduction, QUESTION_HEAD, questionRow } from "./report.ts";

const SIZE = { follows: 10_000, observations: 100, load: [0.5, 1, 2.25], cores: 2 };

test("a section says the store, the size, the load and what the index costs, as the measurements have it", () => {
  const costs = { indexBytes: 257e6, storeBytes: 1_100e6, builtMs: 642_000, changeMs: 1.64, changeProcessorMs: 0.72 };
  expect(introduction({ kind: "postgres", ...SIZE, costs })).toBe(
    `## PostgreSQL, 10,000 follows with 100 observations each

\`npm run -s bench -- search --store postgres --follows 10000 --observations 100\`; load of the machine 0.5, 1.0, 2.3 on 2 cores.
Index 257 MB of 1,100, 257 bytes an observation, built in 642 s (0.642 ms an observation); one change more costs 1.64 ms, 0.72 of the processor.
`,
  );
  expect(introduction({ kind: "sqlite", ...SIZE, costs: null })).not.toMatch(/--store|Index/);
});

test("each row of a table has as many cells as its head", () => {
  const asked = { single: [1, 2, 3, 4], whole: [3, 7], written: [0.5, 1], processorMs: 5, hits: 3 };
  const row = questionRow("two words", "history", asked);
  expect(row).toBe("| two words | history | 3.0 ms | 4.0 ms | 7.0 ms | 7.0 ms | 1.0 ms | 2.5 ms | 2.0 | 1.5 |");
  const cells = (line: string) => line.split("|").length;
  expect(QUESTION_HEAD.split("\n").map(cells)).toEqual([cells(row), cells(row)]);
  const changes = changesRow("unseen", [1, 2, 9]);
  expect(changes).toBe("| unseen | 2.0 ms | 9.0 ms |");
  expect(CHANGES_HEAD.split("\n").map(cells)).toEqual([cells(changes), cells(changes)]);
});

test("a bar that is missed names what misses it, the slowest first", () => {
  const asked = [
    { name: "phrase, history", p95: 60 },
    { name: "two words, current", p95: 12 },
    { name: "one common word, current", p95: 81.82 },
  ];
  expect(barLine(asked, 50)).toBe(
    "worst p95 81.8 ms, the bar is 50 ms: MISSED by one common word, current 81.8 ms, phrase, history 60.0 ms",
  );
  expect(barLine(asked.slice(1, 2), 50)).toBe("worst p95 12.0 ms, the bar is 50 ms: kept");
});
