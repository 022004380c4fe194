import { expect, test } from "vitest";
import { loadedBy } from "./import-graph.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const JOBS = "packages/server/src/workers/jobs.ts";
/** Both know pages as data; what of them reads foreign text is told by name. */
const LEAVES = new Set(["@tessera/engine", "@tessera/page"]);
/** Packages that parse or guess at what came from elsewhere. */
const PARSERS = ["css-tree", "sanitize-html", "chardet", "encoding-sniffer", "css-select"];
/** Functions that do, besides the jobs of worker threads themselves. */
const READERS = ["parseHtml", "parseNodes", "decodePage", "treeOf", "compareWithBefore", "diffText", "readOnTheSpot"];

const onMainThread = loadedBy(ROOT, ["packages/server/src/main/serve.ts", "packages/server/src/main/work.ts"], LEAVES);
const inThreads = loadedBy(ROOT, ["packages/server/src/workers/worker.ts"], LEAVES);
const jobs = inThreads.find(({ file }) => file === JOBS)?.names ?? [];

test("the program is looked at as a whole", () => {
  expect(onMainThread.length).toBeGreaterThan(200);
  // what is loaded later as well
  expect(onMainThread.map(({ file }) => file)).toContain("packages/capture/src/browser/capture-in-tab.ts");
  expect(jobs).toEqual(expect.arrayContaining(["readPage", "readSnapshot", "cleanAsset", "tracePage", "drawPage"]));
  // the parsers are where they belong
  for (const parser of PARSERS)
    expect(
      inThreads.some(({ packages }) => packages.includes(parser)),
      parser,
    ).toBe(true);
});

test("what the main thread loads of captures parses nothing foreign", () => {
  for (const { file, packages, names } of onMainThread.filter(({ file }) =>
    /^packages\/(network|capture|show)\//.test(file),
  )) {
    expect(
      packages.filter((name) => PARSERS.includes(name)),
      file,
    ).toEqual([]);
    expect(
      names.filter((name) => READERS.includes(name)),
      file,
    ).toEqual([]);
  }
});

test("what only the main thread loads asks worker threads to read, and does not do it itself", () => {
  const threads = new Set(inThreads.map(({ file }) => file));
  for (const { file, names } of onMainThread.filter(({ file }) => !threads.has(file))) {
    expect(
      names.filter((name) => READERS.includes(name) || jobs.includes(name)),
      file,
    ).toEqual([]);
  }
});
