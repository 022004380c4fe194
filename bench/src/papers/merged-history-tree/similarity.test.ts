import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCases } from "../../data/cases.ts";
import { historiesOf } from "../../data/history.ts";
import { PageCache } from "../../data/page-cache.ts";
import { similarityOf } from "./similarity.ts";

/** Figure 1 in small: headlines that update, a breaking-news line that comes and goes, and links that stay. */
const cnn = (headline: string, breaking = ""): string =>
  `${breaking}<div><h2>Latest</h2><ul><li>${headline}</li></ul></div><div><a>About us and our terms</a></div>`;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "similarity-"));
  const pages = [cnn("Storm"), cnn("Floods", "<p>Breaking: bridge closed</p>"), cnn("Storm")];
  const versions = pages.map((html, at) => {
    const file = `2026-01-0${at + 1}T00-00-00.html`;
    writeFileSync(join(folder, file), html);
    return { file, path: "html[1]/body[1]/div[1]" };
  });
  const labelled = { id: "cnn/news", set: "homepages", site: "cnn", kind: "homepage", versions };
  writeFileSync(join(folder, "cases.jsonl"), JSON.stringify(labelled));
});

afterAll(() => rmSync(folder, { recursive: true }));

// the tree of figure 3 has leaves of text and images only, and so no empty head
test("section 5.1: structure similarity is 12 of 14 nodes, text similarity 2 of 4 leaves, of the first version and each later one", () => {
  const [history] = historiesOf(readCases(folder));
  const found = similarityOf(history!, new PageCache());
  expect(found?.versions).toEqual([
    { hours: 24, structure: 12 / 14, text: 2 / 4, basicStructure: 11 / 13 },
    { hours: 48, structure: 1, text: 1, basicStructure: 1 },
  ]);
});
