import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { UsageError } from "../usage-error.ts";
import { run } from "./command.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-history-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("every page with enough versions is timed in both orders", async () => {
  mkdirSync(join(folder, "pages/herald"), { recursive: true });
  const versions = Array.from({ length: 10 }, (_, at) => {
    const file = `pages/herald/${at}.html`;
    writeFileSync(join(folder, file), `<ul>${`<li>line ${at}</li>`.repeat(at + 1)}</ul>`);
    return { file, path: "html[1]/body[1]/ul[1]" };
  });
  const labelled = { id: "herald", set: "own", site: "herald.example", kind: "homepage", versions };
  writeFileSync(join(folder, "cases.jsonl"), `${JSON.stringify(labelled)}\n`);
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  await run(["--data", folder, "--json", join(folder, "out.json")]);
  expect(log.mock.calls.flat().join("\n")).toContain("merge-first");
  log.mockRestore();
  const [timing] = JSON.parse(readFileSync(join(folder, "out.json"), "utf8"));
  expect(timing).toMatchObject({ page: "own/herald", nodes: 24 });
});

test("a wrong call says what would be right", async () => {
  for (const args of [["--limit", "0"], ["--data", "/nowhere"], ["--flag"]]) {
    await expect(run(args)).rejects.toBeInstanceOf(UsageError);
  }
});
