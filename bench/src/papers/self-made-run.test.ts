import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parseHtml } from "@tessera/engine";
import { afterAll, beforeAll, expect, test } from "vitest";
import { boxFilePath, writeBoxes } from "../data/box-file.ts";
import { readCases } from "../data/cases.ts";
import { type History, historiesOf } from "../data/history.ts";
import { PageCache } from "../data/page-cache.ts";
import { EXPERIMENTS } from "./catalogue.ts";
import type { Experiment, Part } from "./experiment.ts";
import { fillPage } from "./paper-page.ts";
import { runExperiment } from "./run-experiment.ts";

/** Long enough for the longest history that is merged. */
const VERSIONS = 32;
const KEYS = Object.keys(EXPERIMENTS);
let folder: string;
let histories: History[];

/** A front page whose news and picture change every day, with a notice now and then. */
function frontPage(day: number): string {
  const news = Array.from(
    { length: 3 + (day % 3) },
    (_, item) => `<li><a href="/${item}">Story ${item} of day ${day}</a></li>`,
  );
  const notice = day % 5 === 0 ? "<div class=notice>Road closed today</div>" : "";
  return `<header><h1>Morning Herald</h1></header>${notice}<main><section><h2>News</h2><ul>${news.join("")}</ul></section>
    <section><h2>Weather</h2><p>Sunny with ${10 + day} degrees</p><img src="/sky/${day}.png"></section></main>
    <table><tr><td>Tide at ${day} o'clock</td></tr></table><footer>Imprint</footer>`;
}

/** The node below the one before, twenty pixels each: not how a browser would do it, but the same every time. */
function renderPage(file: string, html: string): void {
  const tree = parseHtml(html);
  const boxes = Int32Array.from({ length: tree.size * 4 }, (_, at) => (at % 4 === 1 ? Math.floor(at / 4) * 20 : 20));
  writeBoxes(boxFilePath(folder, file), tree, boxes);
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bench-self-made-"));
  mkdirSync(join(folder, "pages/herald"), { recursive: true });
  const files = Array.from({ length: VERSIONS }, (_, day) => {
    const month = day < 16 ? "05" : "06";
    const file = `pages/herald/2024-${month}-${String((day % 16) + 1).padStart(2, "0")}T06-00-00Z.html`;
    writeFileSync(join(folder, file), frontPage(day));
    renderPage(file, frontPage(day));
    return file;
  });
  const labelled = ["html[1]/body[1]/main[1]/section[1]", "html[1]/body[1]/main[1]/section[2]"].map((path, at) => {
    const versions = files.map((file, day) => ({ file, path: day === 6 ? null : path }));
    return JSON.stringify({ id: `herald/${at}`, set: "homepages", site: "herald.example", kind: "homepage", versions });
  });
  writeFileSync(join(folder, "cases.jsonl"), `${labelled.join("\n")}\n`);
  histories = historiesOf(readCases(folder));
});

afterAll(() => rmSync(folder, { recursive: true }));

const experimentOf = async (key: string): Promise<Experiment> =>
  ((await import(EXPERIMENTS[key]!.href)) as { experiment: Experiment }).experiment;

/** What a part finds, through JSON as in a run; nothing of where the pages are. */
async function findingsOf(part: Part): Promise<unknown[]> {
  const wanted = histories.filter((history) => part.select?.(history) ?? true);
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

/** Parts that docs show as an earlier revision found them, and why they were not done again. */
const WAITING: Readonly<Record<string, string>> = {
  "homepage-live cost": "from the first version to the last, without every pair mapped",
  "following-dynamic-blocks accuracy":
    "the first look of APM with layout: needs every page rendered; its page says what a sample shows",
  "following-dynamic-blocks feedback": "likewise",
};

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

test.each(KEYS)("the page of %s in docs was made by the revisions that the code is at", async (key) => {
  const { parts } = await experimentOf(key);
  const shown = JSON.parse(readFileSync(join(ROOT, "bench/papers", key, "reproduced.json"), "utf8"));
  const stale = parts
    .filter(({ name, revision }) => shown.revisions[name] !== revision)
    .map(({ name }) => `${key} ${name}`);
  expect(stale).toEqual(Object.keys(WAITING).filter((part) => part.startsWith(`${key} `)));
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
