import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseHtml } from "@tessera/engine";
import { afterAll, beforeAll, expect, test } from "vitest";
import { boxFilePath, writeBoxes } from "../../data/box-file.ts";
import { readCases } from "../../data/cases.ts";
import { historiesOf } from "../../data/history.ts";
import { PageCache } from "../../data/page-cache.ts";
import { fillPage } from "../paper-page.ts";
import { experiment } from "./experiment.ts";
import type { Reproduced } from "./present.ts";

let folder: string;

/** Day by day another headline, and from the third day on an advertisement above everything. */
function page(day: number): string {
  const ad = day < 3 ? "" : "<div>ad</div>";
  return `${ad}<div><h2>News</h2><p>headline ${day}</p></div><div><h2>Sport</h2><p>score ${day}</p></div><p>End</p>`;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "following-"));
  for (const site of ["herald", "courier"]) {
    mkdirSync(join(folder, "pages", site), { recursive: true });
    const versions = [1, 2, 3, 4].map((day) => {
      const file = `pages/${site}/${day}.html`;
      writeFileSync(join(folder, file), page(day));
      const tree = parseHtml(page(day));
      const boxes = Int32Array.from({ length: tree.size * 4 }, (_, at) =>
        at % 4 === 1 ? Math.floor(at / 4) * 20 : 20,
      );
      writeBoxes(boxFilePath(folder, file), tree, boxes);
      return { file, path: day === 4 ? null : `html[1]/body[1]/div[${day < 3 ? 1 : 2}]` };
    });
    const labelled = { id: `${site}/news`, set: "self-made", site, kind: "homepage", versions };
    appendFileSync(join(folder, "cases.jsonl"), `${JSON.stringify(labelled)}\n`);
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

/** The parts in this thread, one after the other. */
async function resultsOf(data: string): Promise<Record<string, unknown>> {
  const histories = historiesOf(readCases(data));
  const results: Record<string, unknown> = {};
  for (const part of experiment.parts) {
    const wanted = histories.filter((history) => part.select?.(history) ?? true);
    results[part.name] = part.conclude(await Promise.all(wanted.map((one) => part.examine(one, new PageCache()))));
  }
  return results;
}

test("the whole experiment runs on a small set and fills its page", async () => {
  const results = await resultsOf(folder);
  const found = results as unknown as Reproduced;
  expect(found.accuracy.counts).toEqual({ "self-made": { blocks: 2, versions: 4 } });
  // the path leads to the advertisement on the third day, the content to the block
  expect(found.accuracyPlain.accuracy.Path?.["self-made"]).toEqual({ block: 0, version: 0.5 });
  expect(found.accuracyPlain.accuracy.CPM?.["self-made"]).toEqual({ block: 1, version: 1 });
  expect(found.candidatesPlain.P?.["self-made"]).toEqual({ block: 0, version: 0.5 });
  expect(found.candidatesPlain.PN?.["self-made"]).toEqual({ block: 1, version: 1 });
  expect(found.accuracy.change["self-made"]).toMatchObject({ changed: 1, path: 1, text: 1, place: 1 });
  const published = JSON.parse(
    readFileSync(new URL("../../../papers/following-dynamic-blocks/published.json", import.meta.url), "utf8"),
  );
  const template = readFileSync(new URL("./page.md", import.meta.url), "utf8");
  const { markdown, plots } = fillPage(template, experiment.present(results, published), experiment.key);
  expect(markdown).toContain("| CPM | 0.843 / 0.949 | 0.741 / 0.898 |");
  expect(plots.size).toBe(6);
});
