import fc from "fast-check";
import { expect, test } from "vitest";
import { harmless, harmlessLines, printTable } from "./table.ts";
import type { Terminal } from "./verb.ts";

function printed(rows: readonly string[][], width: number, elastic = 1): string[] {
  const lines: string[] = [];
  const terminal = { out: (line: string) => void lines.push(line), isInteractive: false, width } as unknown as Terminal;
  const columns = [
    { title: "ID", cell: (row: string[]) => row[0] ?? "", isElastic: elastic === 0 },
    { title: "TEXT", cell: (row: string[]) => row[1] ?? "", isElastic: elastic === 1 },
  ];
  printTable(rows, columns, terminal);
  return lines;
}

test("columns are aligned and cut off at the width of the screen", () => {
  expect(
    printed(
      [
        ["1", "a long text of some words"],
        ["22", "b"],
      ],
      20,
    ),
  ).toEqual(["ID  TEXT", "1   a long text of …", "22  b"]);
});

test("Chinese characters and emoji take the two columns that a screen gives them", () => {
  const rows = [
    ["今日", "新しい"],
    ["👩‍👩‍👧", "family"],
    ["ab", "한국어 뉴스와 오늘의 날씨"],
  ];
  expect(printed(rows, 20)).toEqual(["ID    TEXT", "今日  新しい", "👩‍👩‍👧    family", "ab    한국어 뉴스와…"]);
});

test("a column that ends with half a wide character left is filled up", () => {
  expect(printed([["한국어 뉴스와 오늘의 날씨", "x"]], 20, 0)).toEqual(["ID              TEXT", "한국어 뉴스와…  x"]);
  expect(printed([["한국어뉴스와오늘의날씨", "x"]], 20, 0)).toEqual(["ID              TEXT", "한국어뉴스와…   x"]);
});

test("whatever a page says, a row is one line without commands", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string({ maxLength: 8 }), fc.string({ unit: "binary" }))), (rows) => {
      const lines = printed(rows, 60);
      expect(lines).toHaveLength(rows.length + 1);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those must not be there
      for (const line of lines) expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    }),
  );
});

test("an escape sequence of a headline does not reach the terminal", () => {
  expect(harmless("\u001b]0;pwned\u0007Sport\u001b[31m\nnews")).toBe("]0;pwnedSport[31m news");
  expect(harmlessLines("one\n\u001b[2Jtwo\u202e")).toBe("one\n[2Jtwo");
});
