import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { UsageError } from "../usage-error.ts";
import { run } from "./command.ts";
import { samplePage } from "./sample-page.ts";

test("every line is measured, and trees are built from the changed pages", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tessera-"));
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  try {
    const json = join(folder, "capture.json");
    await run(["--scale", "0.01", "--threads", "1", "--hosts", "2", "--json", json]);
    const { runs } = JSON.parse(readFileSync(json, "utf8"));
    expect(runs).toMatchObject([
      { name: "unchanged (304)", captures: 100, trees: 0 },
      { name: "changed, into trees", captures: 10, trees: 10 },
      { name: "changed and gzipped, into trees", captures: 10, trees: 10 },
    ]);
  } finally {
    log.mockRestore();
    rmSync(folder, { recursive: true });
  }
});

test("the sample page has the size that the bar is about, and changes", () => {
  expect(samplePage(1).length).toBeGreaterThan(90_000);
  expect(samplePage(1).length).toBeLessThan(110_000);
  expect(samplePage(1)).not.toBe(samplePage(2));
});

test("a wrong option is said", async () => {
  await expect(run(["--scale", "much"])).rejects.toThrow(UsageError);
  await expect(run(["--what"])).rejects.toThrow(UsageError);
});
