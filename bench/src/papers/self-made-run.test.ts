import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCases } from "../data/cases.ts";
import { type History, historiesOf } from "../data/history.ts";
import { PageCache } from "../data/page-cache.ts";
import { EXPERIMENTS } from "./catalogue.ts";
import type { Experiment } from "./experiment.ts";
import { fillPage } from "./paper-page.ts";

const VERSIONS = 17;
let folder: string;
let histories: History[];

/** A front page whose news changes every day, with a notice now and then. */
function frontPage(day: number): string {
  const news = Array.from(
    { length: 3 + (day % 3) },
    (_, item) => `<li><a href="/${item}">Story ${item} of day ${day}</a></li>`,
  );
  const notice = day % 5 === 0 ? "<div class=notice>Road closed today</div>" : "";
  return `<header><h1>Morning Herald</h1></header>${notice}<main><section><h2>News</h2><ul>${news.join("")}</ul></section>
    <section><h2>Weather</h2><p>Sunny with ${10 + day} degrees</p></section></main>
    <table><tr><td>Tide at ${day} o'clock</td></tr></table><footer>Imprint</footer>`;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bench-self-made-"));
  mkdirSync(join(folder, "pages/herald"), { recursive: true });
  const labelled = ["html[1]/body[1]/main[1]/section[1]", "html[1]/body[1]/main[1]/section[2]"].map((path, at) => {
    const versions = Array.from({ length: VERSIONS }, (_, day) => ({
      file: `pages/herald/2024-05-${String(day + 1).padStart(2, "0")}T06-00-00Z.html`,
      path: day === 6 ? null : path,
    }));
    for (const [day, { file }] of versions.entries()) writeFileSync(join(folder, file), frontPage(day));
    return JSON.stringify({ id: `herald/${at}`, set: "homepages", site: "herald.example", kind: "homepage", versions });
  });
  writeFileSync(join(folder, "cases.jsonl"), `${labelled.join("\n")}\n`);
  histories = historiesOf(readCases(folder));
});

afterAll(() => rmSync(folder, { recursive: true }));

test.each(["homepage-live", "dom-structure-similarity", "merged-history-tree", "page-fragmentation"])(
  "the experiment %s runs on a self-made page",
  async (key) => {
    const { experiment } = (await import(EXPERIMENTS[key]!.href)) as { experiment: Experiment };
    const results: Record<string, unknown> = {};
    for (const part of experiment.parts) {
      const findings = histories
        .filter((history) => part.select?.(history) ?? true)
        .map((history) => JSON.parse(JSON.stringify(part.examine(history, new PageCache()))));
      expect(findings).not.toContain(null);
      results[part.name] = part.conclude(findings);
    }
    const published = JSON.parse(readFileSync(new URL(`../../papers/${key}/published.json`, import.meta.url), "utf8"));
    const template = readFileSync(new URL("./page.md", EXPERIMENTS[key]!), "utf8");
    const { markdown, plots } = fillPage(template, experiment.present(results, published), key);
    expect(markdown).not.toContain("NaN");
    expect(plots.size).toBeGreaterThan(1);
  },
);
