import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import { UsageError } from "../usage-error.ts";
import { run } from "./command.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-bench-"));
afterAll(() => rmSync(folder, { recursive: true }));

const version = (name: string, path: string | null, html: string) => {
  mkdirSync(join(folder, "own/pages"), { recursive: true });
  writeFileSync(join(folder, "own/pages", name), html);
  return { file: `pages/${name}`, path };
};

test("predictions and report agree on a folder of labelled pages", async () => {
  const versions = [
    version("1.html", "html[1]/body[1]/p[1]", "<p>one</p>"),
    version("2.html", "html[1]/body[1]/p[1]", "<p>two</p>"),
    version("3.html", null, "<div>three</div>"),
  ];
  writeFileSync(
    join(folder, "own/cases.jsonl"),
    `${JSON.stringify({ id: "own/p", site: "own", kind: "k", versions })}\n`,
  );
  const [json, predictions] = [join(folder, "out.json"), join(folder, "out.jsonl")];
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  await run(["--data", folder, "--tracer", "direct-path", "--json", json, "--predictions", predictions]);
  log.mockRestore();
  const lines = readFileSync(predictions, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.map((line) => [line.verdict, line.path])).toEqual([
    ["found", "html[1]/body[1]/p[1]"],
    ["gone", null],
  ]);
  expect(JSON.parse(readFileSync(json, "utf8")).tracers[0].overall).toMatchObject({
    versions: 2,
    forcedVersions: 1,
    right: 1,
  });
});

test("a wrong call says what would be right", async () => {
  const wrong = [
    ["--mode", "x"],
    ["--limit", "0"],
    ["--data", "/nowhere"],
    ["--tracer", "nobody"],
    ["--kind", "none", "--data", folder],
    ["--flag"],
  ];
  for (const args of wrong) await expect(run(args)).rejects.toBeInstanceOf(UsageError);
});
