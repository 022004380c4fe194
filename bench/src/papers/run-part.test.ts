import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseHtml } from "@tessera/engine";
import { expect, test } from "vitest";
import { boxFilePath, writeBoxes } from "../data/box-file.ts";
import { readCases } from "../data/cases.ts";
import { historiesOf } from "../data/history.ts";
import type { Part } from "./experiment.ts";
import { experiment } from "./fixture/experiment.ts";
import { runPart } from "./run-part.ts";

const HTML = "<p>line</p>";

test("what was found by the boxes of one rendering is not used for another, and otherwise it is", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bench-part-"));
  mkdirSync(join(folder, "pages/herald"), { recursive: true });
  writeFileSync(join(folder, "pages/herald/a.html"), HTML);
  const versions = [{ file: "pages/herald/a.html", path: "html[1]/body[1]/p[1]" }];
  const labelled = { id: "herald", set: "self-made", site: "herald.example", kind: "homepage", versions };
  writeFileSync(join(folder, "cases.jsonl"), `${JSON.stringify(labelled)}\n`);
  const render = (width: number): void => {
    const tree = parseHtml(HTML);
    writeBoxes(boxFilePath(folder, "pages/herald/a.html"), tree, new Int32Array(tree.size * 4).fill(width));
  };
  const findings = join(folder, "cache/fixture/sizes-1.jsonl");
  const findingsAfter = async (part: Part): Promise<number> => {
    await runPart({
      key: "fixture",
      module: new URL("./fixture/experiment.ts", import.meta.url),
      part,
      histories: historiesOf(readCases(folder)),
      cacheFolder: join(folder, "cache"),
      fresh: false,
    });
    return readFileSync(findings, "utf8").trim().split("\n").length;
  };
  const [sizes] = experiment.parts;
  const seeing = { ...sizes!, seesBoxes: true };
  render(20);
  expect(await findingsAfter(seeing)).toBe(1);
  expect(await findingsAfter(seeing)).toBe(1);
  render(21);
  expect(await findingsAfter(seeing)).toBe(2);
  // who does not look at boxes finds the same whatever they are
  expect(await findingsAfter(sizes!)).toBe(3);
  render(22);
  expect(await findingsAfter(sizes!)).toBe(3);
  rmSync(folder, { recursive: true });
});
