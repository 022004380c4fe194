import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { writeSites } from "../evolving-site/command.ts";
import { UsageError } from "../usage-error.ts";
import { run } from "./command.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-ted-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("every method maps the same pairs, and the exact one agrees with the package", async () => {
  writeSites(folder, { seed: 3, sites: 2 });
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  await run(["--data", folder, "--nodes", "50", "--pairs", "2", "--json", join(folder, "out.json")]);
  const printed = log.mock.calls.flat().join("\n");
  log.mockRestore();
  const timings: { distance: Record<string, number> }[] = JSON.parse(readFileSync(join(folder, "out.json"), "utf8"));
  expect(timings).toHaveLength(2);
  for (const { distance } of timings) {
    const [byPackage, exact, table2, shared] = Object.values(distance);
    expect(exact).toBe(byPackage);
    expect(shared).toBe(table2);
    expect(table2).toBeGreaterThanOrEqual(exact!);
  }
  expect(printed).toContain("agree on every distance");
  expect(printed).toMatch(/Zhang–Shasha, ours: [\d.]+ times as fast/);
}, 60_000);

test("a wrong call says what would be right", async () => {
  for (const args of [["--nodes", "0"], ["--data", "/nowhere"], ["--flag"]]) {
    await expect(run(args)).rejects.toBeInstanceOf(UsageError);
  }
});
