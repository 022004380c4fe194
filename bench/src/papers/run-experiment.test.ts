import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseHtml } from "@tessera/engine";
import { afterAll, beforeAll, expect, test } from "vitest";
import { boxFilePath, noteChromium, writeBoxes } from "../data/box-file.ts";
import { readCases } from "../data/cases.ts";
import { historiesOf } from "../data/history.ts";
import { runExperiment } from "./run-experiment.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bench-papers-"));
  for (const page of ["herald", "left-out"]) {
    mkdirSync(join(folder, "data/pages", page), { recursive: true });
    const versions = ["a", "b"].map((file, index) => {
      writeFileSync(join(folder, "data/pages", page, `${file}.html`), "<p>line</p>".repeat(index + 1));
      return { file: `pages/${page}/${file}.html`, path: "html[1]/body[1]/p[1]" };
    });
    const labelled = { id: page, set: "self-made", site: "herald.example", kind: "homepage", versions };
    appendFileSync(join(folder, "data/cases.jsonl"), `${JSON.stringify(labelled)}\n`);
  }
  mkdirSync(join(folder, "published/fixture"), { recursive: true });
  writeFileSync(join(folder, "published/fixture/published.json"), `{ "largest": 9 }`);
});

afterAll(() => rmSync(folder, { recursive: true }));

function run(quick: boolean, parts?: readonly string[]): Promise<string[]> {
  return runExperiment({
    ...(parts ? { parts } : {}),
    module: new URL("./fixture/experiment.ts", import.meta.url),
    histories: historiesOf(readCases(join(folder, "data"))),
    quick,
    fresh: false,
    cacheFolder: join(folder, "cache"),
    outFolder: join(folder, "out"),
    publishedFolder: join(folder, "published"),
  });
}

test("an experiment writes its numbers, its page and its plots, and goes on from what it found before", async () => {
  const written = await run(false);
  expect(written.map((path) => path.slice(folder.length + 5))).toEqual([
    "bench/papers/fixture/reproduced.json",
    "docs/papers/fixture.md",
    "docs/papers/fixture/sizes.svg",
  ]);
  // html, head, body and then a paragraph with its text per line
  const expected = {
    histories: 2,
    revisions: { sizes: 1, rendered: 1 },
    renderings: { rendered: { boxes: expect.stringMatching(/^[0-9a-f]{16}$/), chromium: "" } },
    sizes: [{ page: "self-made/herald", sizes: [5, 7] }],
    rendered: 0,
  };
  expect(JSON.parse(readFileSync(written[0]!, "utf8"))).toEqual(expected);
  const markdown = readFileSync(written[1]!, "utf8");
  expect(markdown).toContain("| self-made/herald | 9 | 7 |");
  expect(markdown).toContain("![Sizes](fixture/sizes.svg)");
  expect(readFileSync(written[2]!, "utf8")).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);

  // a stopped run leaves half a line; the finding before it is used, not made again
  const cache = join(folder, "cache/fixture/sizes-1.jsonl");
  const [line] = readFileSync(cache, "utf8").split("\n");
  const marked = line!.replace("[5,7]", "[5,8]");
  writeFileSync(cache, `${marked}\n{"unit":"torn`);
  await run(true);
  expect(JSON.parse(readFileSync(written[0]!, "utf8"))).toEqual({
    ...expected,
    sizes: [{ page: "self-made/herald", sizes: [5, 8] }],
  });
});

test("parts that are not asked for are taken from the last run, with the revision that made them", async () => {
  const [numbers] = await run(false);
  const earlier = JSON.parse(readFileSync(numbers!, "utf8"));
  writeFileSync(numbers!, JSON.stringify({ ...earlier, revisions: { sizes: 0, rendered: 1 } }));
  await run(false, []);
  expect(JSON.parse(readFileSync(numbers!, "utf8"))).toEqual({ ...earlier, revisions: { sizes: 0, rendered: 1 } });
  await expect(run(false, ["heights"])).rejects.toThrow("fixture has no part heights; one of sizes, rendered");
  writeFileSync(numbers!, "{}");
  await expect(run(false, [])).rejects.toThrow(/has no sizes: run it as well/);
});

test("a part that looks at boxes keeps the rendering that its numbers were found by, until it is done again", async () => {
  const render = (version: string, width: number): void => {
    const set = join(folder, "data");
    noteChromium(set, version);
    for (const file of ["a", "b"]) {
      const path = `pages/herald/${file}.html`;
      const tree = parseHtml(readFileSync(join(set, path), "utf8"));
      writeBoxes(boxFilePath(set, path), tree, new Int32Array(tree.size * 4).fill(width));
    }
  };
  const read = (written: string[]) => JSON.parse(readFileSync(written[0]!, "utf8"));
  render("150.0.1.2", 20);
  const first = read(await run(false));
  expect(first).toMatchObject({ rendered: 2, renderings: { rendered: { chromium: "150.0.1.2" } } });
  render("151.0.1.2", 21);
  expect(read(await run(false, ["sizes"])).renderings).toEqual(first.renderings);
  const [numbers, page] = await run(false, ["rendered"]);
  const { boxes, chromium } = read([numbers!]).renderings.rendered;
  expect([boxes === first.renderings.rendered.boxes, chromium]).toEqual([false, "150.0.1.2, 151.0.1.2"]);
  expect(readFileSync(page!, "utf8")).toContain(`- \`rendered\`: boxes \`${boxes}\`, Chromium ${chromium}`);
});
