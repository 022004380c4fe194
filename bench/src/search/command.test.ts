import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { UsageError } from "../usage-error.ts";
import { run } from "./command.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-search-test-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const SIZE = ["--follows", "300", "--observations", "2", "--searches", "2", "--keep", folder];

async function printed(): Promise<string> {
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  await run(SIZE);
  const lines = log.mock.calls.flat().join("\n");
  log.mockRestore();
  return lines;
}

/** Of each kind of question over what is there now. */
function hitsIn(lines: string): Readonly<Record<string, number>> {
  const rows = lines.split("\n").flatMap((line) => {
    const cells = line.split("|").map((cell) => cell.trim());
    return cells[2] === "current" ? [[cells[1]!, Number(cells.at(-2))] as const] : [];
  });
  return Object.fromEntries(rows);
}

test("words, tags and sheets are asked for, with what the person wrote, and a store that was kept is asked again", async () => {
  const first = await printed();
  expect(first).toMatch(/^## SQLite, 300 follows with 2 observations each\n/);
  expect(first).toMatch(/^Index \d+ MB of \d+, .* one change more costs .* of the processor\.$/m);
  const hits = hitsIn(first);
  for (const kind of ["one common word", "common word, common tag", "tag alone", "sheet alone"]) {
    expect(hits[kind], kind).toBeGreaterThan(0);
  }
  expect(first).toContain("what the person wrote, for the first time");
  const again = await printed();
  expect(hitsIn(again)).toEqual(hits);
  for (const line of [/^Index .*$/m, /^\| unseen, where nothing is \|/m]) {
    expect(again.match(line)).not.toBeNull();
    expect(again.match(line)?.[0]).toBe(first.match(line)?.[0]);
  }
  // the bar is that of a larger store
  expect(process.exitCode).toBeUndefined();
}, 120_000);

test("a wrong call says what would be right", async () => {
  for (const args of [
    ["--follows", "0"],
    ["--store", "files"],
  ])
    await expect(run(args)).rejects.toBeInstanceOf(UsageError);
});
