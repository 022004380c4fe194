import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCases } from "../data/cases.ts";
import { type History, historiesOf } from "../data/history.ts";
import { PageCache } from "../data/page-cache.ts";
import { EXPERIMENTS } from "./catalogue.ts";
import type { Experiment, Part } from "./experiment.ts";
import { writeSelfMadePages } from "./fixture/self-made-pages.ts";
import { LABELLED } from "./following-dynamic-blocks/follow-case.ts";
import type { UpdateFinding } from "./page-fragmentation/result.ts";
import { fillPage } from "./paper-page.ts";
import { runExperiment } from "./run-experiment.ts";

const KEYS = Object.keys(EXPERIMENTS);
let folder: string;
let histories: History[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bench-self-made-"));
  writeSelfMadePages(folder);
  histories = historiesOf(readCases(folder));
});

afterAll(() => rmSync(folder, { recursive: true }));

const experimentOf = async (key: string): Promise<Experiment> =>
  ((await import(EXPERIMENTS[key]!.href)) as { experiment: Experiment }).experiment;

/** What a part finds, through JSON as in a run; nothing of where the pages are. */
async function findingsOf(part: Part, of = histories): Promise<unknown[]> {
  const wanted = of.filter((history) => part.select?.(history) ?? true);
  const findings = await Promise.all(wanted.map((history) => part.examine(history, new PageCache())));
  return findings.map((finding) => JSON.parse(JSON.stringify(finding)));
}

type MadePage = ReturnType<typeof fillPage> & { readonly findings: Record<string, unknown[]> };

/** The first run of each experiment, for the tests that need no second one. */
const made = new Map<string, Promise<MadePage>>();
function firstPageOf(key: string): Promise<MadePage> {
  const known = made.get(key) ?? pageOf(key);
  made.set(key, known);
  return known;
}

async function pageOf(key: string): Promise<MadePage> {
  const experiment = await experimentOf(key);
  const findings: Record<string, unknown[]> = {};
  const results: Record<string, unknown> = { histories: histories.length };
  for (const part of experiment.parts) {
    findings[part.name] = await findingsOf(part);
    results[part.name] = part.conclude(findings[part.name]!);
  }
  const published = JSON.parse(readFileSync(new URL(`../../papers/${key}/published.json`, import.meta.url), "utf8"));
  const template = readFileSync(new URL("./page.md", EXPERIMENTS[key]!), "utf8");
  return { ...fillPage(template, experiment.present(results, published), key), findings };
}

test.each(KEYS)("the experiment %s runs on a self-made page and fills its own, the same every time", async (key) => {
  const { parts } = await experimentOf(key);
  const [first, second] = [await firstPageOf(key), await pageOf(key)];
  expect(first.markdown).not.toContain("NaN");
  expect(first.plots.size).toBeGreaterThan(1);
  for (const { name, alone } of parts) {
    expect(first.findings[name]).not.toContain(null);
    // what is measured alone is time and memory, which are never the same
    if (!alone) expect(second.findings[name]).toEqual(first.findings[name]);
  }
  const isTimed = parts.some(({ alone }) => alone);
  if (!isTimed) expect(second.markdown).toBe(first.markdown);
  for (const [name, svg] of first.plots) if (name !== "time.svg") expect(second.plots.get(name)).toBe(svg);
});

/**
 * Findings are kept by the revision of their part, and pages of docs by the run that wrote them: code that finds
 * something else under the same revision would leave both as they were. Where this fails, raise the `revision` of the
 * part, update this file (`-u`), and do the part again: `bench papers --only KEY --parts NAME`.
 */
test("what every part finds on the self-made page is what its revision has always found", async () => {
  const lines: string[] = [];
  for (const key of KEYS) {
    const { findings } = await firstPageOf(key);
    for (const { name, alone, revision } of (await experimentOf(key)).parts) {
      const digest = createHash("sha256").update(JSON.stringify(findings[name])).digest("hex").slice(0, 16);
      if (!alone) lines.push(`${key} ${name} revision ${revision}: ${digest}`);
    }
  }
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("./fixture/findings.txt");
});

test("the self-made pages go every way of the correction algorithm, and make a person correct APM", async () => {
  const { findings: fragmentation } = await firstPageOf("page-fragmentation");
  const waysBy = (mode: string): string[] =>
    (fragmentation[`updates-by-${mode}`] as UpdateFinding[]).flatMap(({ ways }) => Object.keys(ways)).sort();
  expect(new Set(waysBy("tables"))).toEqual(new Set(["closest", "order", "signatures", "structure", "unchanged"]));
  expect(new Set(waysBy("sections"))).toEqual(new Set(["closest", "unchanged"]));
  const { findings: blocks } = await firstPageOf("following-dynamic-blocks");
  const followed = (name: string) => blocks[name]!.flat() as { restarted: string[]; merged: string[] }[];
  for (const name of ["feedback", "feedbackPlain"]) {
    const corrected = followed(name).filter(({ restarted }) => restarted.at(-1)!.includes(LABELLED));
    expect(corrected.filter(({ restarted, merged }) => restarted.at(-1) !== merged.at(-1))).not.toEqual([]);
  }
  expect(followed("feedback")).not.toEqual(followed("feedbackPlain"));
});

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

test.each(KEYS)("the page of %s in docs was made by the revisions that the code is at", async (key) => {
  const { parts } = await experimentOf(key);
  const shown = JSON.parse(readFileSync(join(ROOT, "bench/papers", key, "reproduced.json"), "utf8"));
  const stale = parts
    .filter(({ name, revision }) => shown.revisions[name] !== revision)
    .map(({ name }) => `${key} ${name}`);
  expect(stale).toEqual([]);
});

test("parts that look at boxes saw one rendering, but for those of before renderings were kept", async () => {
  const seen: { part: string; boxes: string | undefined }[] = [];
  for (const key of KEYS) {
    const { renderings = {} } = JSON.parse(readFileSync(join(ROOT, "bench/papers", key, "reproduced.json"), "utf8"));
    const seeing = (await experimentOf(key)).parts.filter(({ seesBoxes }) => seesBoxes).map(({ name }) => name);
    expect(Object.keys(renderings)).toEqual(seeing);
    seen.push(...seeing.map((name) => ({ part: `${key} ${name}`, boxes: renderings[name]?.boxes })));
  }
  const byRendering = Object.fromEntries(
    [...Map.groupBy(seen, ({ boxes }) => boxes)].map(([boxes, group]) => [boxes, group.map(({ part }) => part)]),
  );
  // a part that is done again has to take all others with it: then this is one list
  expect(byRendering).toEqual({
    "unrecorded-1": ["following-dynamic-blocks candidates", "following-dynamic-blocks time"],
    "unrecorded-2": ["following-dynamic-blocks accuracy", "following-dynamic-blocks feedback"],
    "unrecorded-3": ["page-fragmentation proposals"],
  });
});

test("who does not say that it looks at boxes finds the same without them", async () => {
  const bare = join(folder, "bare");
  mkdirSync(bare);
  writeSelfMadePages(bare);
  rmSync(join(bare, ".boxes"), { recursive: true });
  const unrendered = historiesOf(readCases(bare));
  for (const key of KEYS) {
    const { findings } = await firstPageOf(key);
    for (const part of (await experimentOf(key)).parts) {
      if (part.seesBoxes || part.alone) continue;
      expect([part.name, await findingsOf(part, unrendered)]).toEqual([part.name, findings[part.name]]);
    }
  }
});

test.each(KEYS)(
  "the page of %s in docs and all its plots are drawn again from the kept numbers, to the letter",
  async (key) => {
    const out = join(folder, "redrawn");
    cpSync(join(ROOT, "bench/papers", key), join(out, "bench/papers", key), { recursive: true });
    const written = await runExperiment({
      module: EXPERIMENTS[key]!,
      histories: [],
      quick: false,
      fresh: false,
      parts: [],
      cacheFolder: out,
      outFolder: out,
      publishedFolder: join(ROOT, "bench/papers"),
    });
    for (const path of written) {
      expect(readFileSync(path, "utf8")).toBe(readFileSync(join(ROOT, relative(out, path)), "utf8"));
    }
    expect(readdirSync(join(ROOT, "docs/papers", key))).toEqual(readdirSync(join(out, "docs/papers", key)));
  },
);
