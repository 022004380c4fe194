import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { UsageError } from "../usage-error.ts";
import { run } from "./command.ts";

test("a calibration is fitted on a folder of labelled pages and printed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bench-calibrate-"));
  mkdirSync(join(folder, "pages/herald"), { recursive: true });
  const versions = ["a", "b", "c"].map((file) => {
    writeFileSync(join(folder, `pages/herald/${file}.html`), `<nav>x</nav><div id="n"><p>${file} one two</p></div>`);
    return { file: `pages/herald/${file}.html`, path: "html[1]/body[1]/div[1]" };
  });
  const labelled = { id: "herald/news", set: "self-made", site: "herald.example", kind: "homepage", versions };
  writeFileSync(join(folder, "cases.jsonl"), `${JSON.stringify(labelled)}\n`);
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  await run(["--data", folder, "--tracer", "fixed-subtree", "--rounds", "2"]);
  const printed = log.mock.calls.flat().join("\n");
  log.mockRestore();
  rmSync(folder, { recursive: true });
  expect(printed.match(/fixed-subtree: 2 versions with a candidate, 100\.0 % of them right/g)).toHaveLength(2);
  expect(printed).toContain("0.000 on sites that it was not fitted on");
  expect(printed).toMatch(/calibration: \{bias: [-\d.]+, score: /);
});

test("without a tracer, or with one that is none, it says how it is called", async () => {
  await expect(run([])).rejects.toThrow(UsageError);
  await expect(run(["--tracer", "nobody"])).rejects.toThrow(/no such tracer/);
  await expect(run(["--tracer", "fragment", "--rounds", "none"])).rejects.toThrow(/whole number above 0/);
});
