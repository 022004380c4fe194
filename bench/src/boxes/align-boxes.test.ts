import { parseHtml } from "@tessera/engine";
import { expect, test } from "vitest";
import { alignBoxes, type Snapshot } from "./align-boxes.ts";

/** One row a snapshot node: parent, type, name, value, and its bounds if it has any. */
type Row = [parent: number, type: number, name: string, value: string, ...bounds: number[][]];

function snapshotOf(rows: readonly Row[]): Snapshot {
  const strings = [...new Set(rows.flatMap(([, , name, value]) => [name, value]))];
  const layout = rows.flatMap(([, , , , ...bounds], index) => bounds.map((one) => ({ index, bounds: one })));
  return {
    strings,
    documents: [
      {
        nodes: {
          parentIndex: rows.map(([parent]) => parent),
          nodeType: rows.map(([, type]) => type),
          nodeName: rows.map(([, , name]) => strings.indexOf(name)),
          nodeValue: rows.map(([, , , value]) => strings.indexOf(value)),
        },
        layout: { nodeIndex: layout.map(({ index }) => index), bounds: layout.map(({ bounds }) => bounds) },
      },
    ],
  };
}

const PAGE = "<!doctype html><script>1</script><body><p>one</p> <!--c--><input>";
const ROWS: Row[] = [
  [-1, 9, "#document", "", [0, 0, 1280, 1024]],
  [0, 10, "html", ""],
  [0, 1, "HTML", "", [0, 0, 1280, 60]],
  [2, 1, "HEAD", ""],
  [3, 1, "SCRIPT", ""],
  [4, 3, "#text", "1"],
  [2, 1, "BODY", "", [8, 8, 1264, 44]],
  [6, 1, "P", "", [8, 16.4, 1264, 18], [8, 30, 20, 10]],
  [7, 1, "::marker", "", [0, 0, 5, 5]],
  [7, 3, "#text", "o", [8, 16, 10, 17]],
  [7, 3, "#text", "ne", [18, 16, 15, 17]],
  [6, 3, "#text", " "],
  [6, 8, "#comment", "c"],
  [6, 1, "INPUT", "", [8, 40, 177, 21]],
];

test("boxes go to the nodes of the tree, what is not in the tree is passed over", () => {
  const tree = parseHtml(PAGE);
  const boxes = alignBoxes(tree, snapshotOf(ROWS));
  const rows = Array.from({ length: tree.size }, (_, node) => [...(boxes ?? []).slice(node * 4, node * 4 + 4)]);
  expect(rows).toEqual([
    [0, 0, 1280, 60],
    [-1, -1, -1, -1],
    [8, 8, 1264, 44],
    [8, 16, 1264, 24],
    [8, 16, 25, 17],
    [8, 40, 177, 21],
  ]);
});

test("another tree has no boxes rather than wrong ones", () => {
  for (const html of ["<body><p>one</p>", "<body><p>one<input></p>", "<body><p>one</p><input><b>x</b>", ""]) {
    expect(alignBoxes(parseHtml(html), snapshotOf(ROWS))).toBeNull();
  }
  expect(alignBoxes(parseHtml(PAGE), { strings: [], documents: [] })).toBeNull();
});
