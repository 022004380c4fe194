// The published numbers as they are kept here against what the papers' texts say of them: a slip of the pen in copying a
// table would show.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const published = (key: string) =>
  JSON.parse(readFileSync(new URL(`../../papers/${key}/published.json`, import.meta.url), "utf8"));

test("[dom-structure-similarity] Table 1: at D = 8 every site is similar to itself by Q = 0.8, at D = 10 one is not", () => {
  const { table1, D, Q } = published("dom-structure-similarity") as {
    table1: { site: string; similarity: number[] }[];
    D: number;
    Q: number;
  };
  expect([D, Q, table1.length]).toEqual([8, 0.8, 8]);
  expect(table1.every(({ similarity }) => similarity.length === 15)).toBe(true);
  const below = (depth: number) =>
    table1.filter(({ similarity }) => similarity[depth - 1]! < Q).map(({ site }) => site);
  expect(below(D)).toEqual([]);
  expect(below(10)).toEqual(["www.google.com"]);
  // "when the ergodic layer is too small, pages difference in structure has not been fully reflected"
  expect(table1.filter(({ similarity }) => similarity[0] === 1)).toHaveLength(7);
});

test("[homepage-live] Table 5: FSBT saves around 18 % of the time and 55 % of the memory", () => {
  const { table5, table4 } = published("homepage-live");
  expect(Math.round((1 - table5.msFSBT / table5.msTED) * 100)).toBe(18);
  expect(Math.round((1 - table5.kilobytesFSBT / table5.kilobytesTED) * 100)).toBe(55);
  // "they do not beat each other"
  expect(table4["fixed-subtree"]).toEqual(table4["tree-edit-shared"]);
});

test("[following-dynamic-blocks] section 6.1: what APM wins and loses against CPM is the difference of Table 4", () => {
  const { rivalry, accuracy } = published("following-dynamic-blocks");
  // Table 1: 178 blocks in 43 versions, 3,168 blocks in 20
  for (const [data, blocks, versions] of [
    ["Data1", 178, 43],
    ["Data2", 3168, 20],
  ] as const) {
    const { improvedBlocks, impairedBlocks, improvedVersions, impairedVersions } = rivalry[data];
    const gain = (level: string): number => accuracy.APM[data][level] - accuracy.CPM[data][level];
    expect(Math.abs((improvedBlocks - impairedBlocks) / blocks - gain("block"))).toBeLessThan(0.001);
    expect(Math.abs((improvedVersions - impairedVersions) / (blocks * versions) - gain("version"))).toBeLessThan(0.001);
  }
});

test("[following-dynamic-blocks] section 6.1: 215 of 3,168 blocks are the 6.79 % that APM improves, and so on", () => {
  const { rivalry } = published("following-dynamic-blocks");
  const percent = (count: number, blocks: number): number => Number(((count / blocks) * 100).toFixed(2));
  expect(percent(rivalry.Data2.improvedBlocks, 3168)).toBe(6.79);
  expect(percent(rivalry.Data2.impairedBlocks, 3168)).toBe(1.55);
  expect(percent(rivalry.Data1.improvedBlocks, 178)).toBe(8.99);
  expect(percent(rivalry.Data1.impairedBlocks, 178)).toBe(2.81);
});

test("[following-dynamic-blocks] Tables 2, 4 and 6 agree: what is gained over the baselines is what the text says", () => {
  const { accuracy, recall, feedback, change, combinations } = published("following-dynamic-blocks");
  for (const data of ["Data1", "Data2"]) {
    expect(feedback[0][data]).toEqual({ version: accuracy.APM[data].version, block: accuracy.APM[data].block });
    // "accuracy should not be larger than recall on the candidate set"
    for (const [letter, name] of [
      ["A", "Area"],
      ["P", "Path"],
      ["N", "ConteNt"],
      ["X", "ConteXt"],
    ] as const) {
      expect(accuracy[name][data].version).toBeLessThanOrEqual(recall[letter][data].version);
    }
  }
  expect(combinations.APNX.APM).toEqual(accuracy.APM.Data2);
  // section 6.3: "more than 17 points in medium changes and more than 13 points in high changes" on Data1, 24 and 15 on Data2
  const lead = (data: string, grade: string): number => {
    const { APM, CPM: _, ...baselines } = change[data].accuracy as Record<string, Record<string, number>>;
    return Math.round((APM![grade]! - Math.max(...Object.values(baselines).map((one) => one[grade]!))) * 1000) / 10;
  };
  expect([lead("Data1", "medium"), lead("Data1", "high")]).toEqual([17.3, 13.9]);
  expect([lead("Data2", "medium"), lead("Data2", "high")]).toEqual([24.7, 15.4]);
});

test("[page-fragmentation] section 11: two fetches of CBS News and one of CNN differ, 27 of 30 are usual", () => {
  const { fetches, fetchesThatDiffer, sites } = published("page-fragmentation");
  const differing = (Object.values(fetchesThatDiffer) as number[]).reduce((sum, count) => sum + count, 0);
  expect(fetches * sites.length - differing).toBe(27);
});
