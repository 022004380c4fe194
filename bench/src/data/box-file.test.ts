import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseHtml } from "@tessera/engine";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { boxFilePath, chromiumsOf, hasBoxFolder, noteChromium, readBoxes, writeBoxes } from "./box-file.ts";

const folder = mkdtempSync(join(tmpdir(), "boxes-"));
afterAll(() => rmSync(folder, { recursive: true }));

const tree = parseHtml("<div><p>one</p><p>two</p></div>");
const path = boxFilePath(folder, "pages/site/day.html");

test("boxes read back as they were written", () => {
  expect(hasBoxFolder(folder)).toBe(false);
  const boxes = fc.array(fc.integer(), { minLength: tree.size * 4, maxLength: tree.size * 4 });
  fc.assert(
    fc.property(boxes, (numbers) => {
      writeBoxes(path, tree, Int32Array.from(numbers));
      expect(readBoxes(path, tree)).toEqual(Int32Array.from(numbers));
    }),
  );
  expect(hasBoxFolder(folder)).toBe(true);
});

test("a page without usable boxes is remembered as such", () => {
  writeBoxes(path, tree, null);
  expect(readBoxes(path, tree)).toBeNull();
});

test("no file, another tree and a broken file are unknown", () => {
  writeBoxes(path, tree, new Int32Array(tree.size * 4));
  expect(readBoxes(boxFilePath(folder, "none.html"), tree)).toBe("unknown");
  expect(readBoxes(path, parseHtml("<div><p>one</p></div>"))).toBe("unknown");
  const content = readFileSync(path);
  for (const broken of [content.subarray(0, 5), content.subarray(1), content.subarray(0, content.length - 2)]) {
    writeFileSync(path, broken);
    expect(readBoxes(path, tree)).toBe("unknown");
  }
});

test("the Chromiums that rendered are named once each, and boxes from before that are of an unknown one", () => {
  const set = join(folder, "set");
  expect(chromiumsOf(set)).toEqual([]);
  noteChromium(set, "150.0.1.2");
  noteChromium(set, "150.0.1.2");
  expect(chromiumsOf(set)).toEqual(["150.0.1.2"]);
  const older = join(folder, "older");
  writeBoxes(boxFilePath(older, "day.html"), tree, null);
  noteChromium(older, "150.0.1.2");
  expect(chromiumsOf(older)).toEqual(["unrecorded", "150.0.1.2"]);
});
