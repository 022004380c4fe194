import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { UsageError } from "../usage-error.ts";
import { run } from "./command.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-obvious-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("one situation is printed as a table and written as figures", async () => {
  const json = join(folder, "out.json");
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  const args = ["--tracers", "direct-path,fixed-subtree", "--situation", "row-sorted", "--stories", "3", "--seed", "5"];
  await run([...args, "--json", json]);
  const printed = log.mock.calls.flat().join("\n");
  log.mockRestore();
  expect(printed).toContain("| row-sorted |");
  expect(printed).toContain("| fixed-subtree |");
  const { seed, stories, situations, overall } = JSON.parse(readFileSync(json, "utf8"));
  expect([seed, stories, situations.length]).toEqual([5, 3, 1]);
  expect(Object.keys(overall)).toEqual(["direct-path", "fixed-subtree"]);
});

test("a wrong call says what would be right", async () => {
  const wrong = [["--situation", "none"], ["--tracers", "nobody"], ["--stories", "0"], ["--seed", "x"], ["--flag"]];
  for (const args of wrong) await expect(run(args)).rejects.toBeInstanceOf(UsageError);
});
