import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type LabelledCase, readCases } from "../data/cases.ts";
import { writeSites } from "../evolving-site/command.ts";
import { run } from "./command.ts";
import type { Prediction } from "./predict.ts";

const folder = mkdtempSync(join(tmpdir(), "tessera-generated-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** `--json` and `--predictions` of two tracers on generated sites. */
let report: { tracers: { tracer: string; overall: Record<string, number> }[] };
let predictions: Prediction[];
let printed: string;

beforeAll(async () => {
  writeSites(folder, { seed: 1, sites: 4 });
  const [json, lines] = [join(folder, "out.json"), join(folder, "out.jsonl")];
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  await run(["--data", folder, "--tracer", "direct-path,fixed-subtree", "--json", json, "--predictions", lines]);
  printed = log.mock.calls.flat().join("\n");
  log.mockRestore();
  report = JSON.parse(readFileSync(json, "utf8"));
  predictions = readFileSync(lines, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}, 60_000);

test("the sites change enough to lose a path now and then, and unchanged nodes lead back to most blocks", () => {
  const [path, fixed] = report.tracers.map(({ overall }) => overall);
  expect(path!.forcedVersions).toBeGreaterThan(0.1);
  expect(path!.forcedVersions).toBeLessThan(0.95);
  expect(fixed!.forcedVersions).toBeGreaterThan(path!.forcedVersions!);
  expect(printed).toContain("direct-path");
});

test("every figure of the report can be computed again from the predictions", () => {
  const cases = readCases(folder);
  for (const { tracer, overall } of report.tracers) {
    const again = figures(
      cases,
      predictions.filter((one) => one.tracer === tracer),
    );
    for (const [name, value] of Object.entries(again))
      expect(overall[name], `${tracer} ${name}`).toBeCloseTo(value, 10);
    expect(again.right + again.asked + again.lost + again.wrong).toBeCloseTo(1, 10);
  }
});

test("blocks of a page that are followed together have a prediction for every later version, like those followed alone", async () => {
  const lines = join(folder, "together.jsonl");
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  await run(["--data", folder, "--tracer", "fixed-subtree", "--mode", "together", "--predictions", lines]);
  log.mockRestore();
  const together = readFileSync(lines, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Prediction);
  const keys = (said: readonly Prediction[]): string[] => said.map((one) => `${one.case} ${one.file}`).sort();
  const alone = predictions.filter((one) => one.tracer === "fixed-subtree");
  expect(keys(together)).toEqual(keys(alone));
  // a tracer that cannot tell who was one with whom says the same
  const pathOf = (said: readonly Prediction[]) => new Map(said.map((one) => [`${one.case} ${one.file}`, one.path]));
  expect(pathOf(together)).toEqual(pathOf(alone));
}, 60_000);

/** The definitions of the data's README once more, in the plainest way, line by line over the predictions. */
function figures(cases: readonly LabelledCase[], lines: readonly Prediction[]) {
  const counts = { versions: 0, forced: 0, right: 0, asked: 0, lost: 0, wrong: 0 };
  let whole = 0;
  for (const labelled of cases) {
    let isWhole = true;
    for (const { file, path, equiv = [] } of labelled.versions.slice(1)) {
      const { verdict, candidates } = lines.find((line) => line.case === labelled.id && line.file === file)!;
      const isBest = path !== null && [path, ...equiv].includes(candidates[0]!);
      const isForced = path === null ? verdict === "gone" : isBest;
      counts.versions++;
      counts.forced += Number(isForced);
      isWhole &&= isForced;
      if (verdict === "unsure") counts.asked++;
      else if (verdict === "gone") counts[path === null ? "right" : "lost"]++;
      else counts[isBest ? "right" : "wrong"]++;
    }
    whole += Number(isWhole);
  }
  const { versions, forced, right, asked, lost, wrong } = counts;
  const share = (count: number): number => count / versions;
  return {
    cases: cases.length,
    versions,
    forcedVersions: share(forced),
    forcedBlocks: whole / cases.length,
    right: share(right),
    asked: share(asked),
    lost: share(lost),
    wrong: share(wrong),
  };
}

test("a person who answers every question is asked less, and not shown more that is wrong", async () => {
  const asked = async (mode: string) => {
    const json = join(folder, `${mode}.json`);
    const log = vi.spyOn(console, "log").mockImplementation(() => {});
    await run(["--data", folder, "--tracer", "fixed-subtree", "--mode", mode, "--json", json]);
    log.mockRestore();
    return JSON.parse(readFileSync(json, "utf8")).tracers[0].overall as Record<string, number>;
  };
  const [alone, helped] = [await asked("follow"), await asked("answered")];
  expect(alone.asked).toBeGreaterThan(0);
  expect(helped.asked! + helped.wrong!).toBeLessThan(alone.asked! + alone.wrong!);
}, 60_000);
