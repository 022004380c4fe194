import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { buildOnce, ROOT } from "./stamp.ts";

const FOLDER = ".cache/stamp-test";
const SOURCE = join(ROOT, FOLDER, "source.ts");
const recipe = { name: "stamp test", sources: [FOLDER], result: `${FOLDER}/dist/made.js` };

let built = 0;
const build = (): void => {
  built++;
  mkdirSync(join(ROOT, FOLDER, "dist"), { recursive: true });
  writeFileSync(join(ROOT, recipe.result), "made");
};

beforeEach(() => {
  built = 0;
  mkdirSync(join(ROOT, FOLDER), { recursive: true });
  writeFileSync(SOURCE, "one");
});

afterEach(() => {
  rmSync(join(ROOT, FOLDER), { recursive: true });
  rmSync(join(ROOT, ".cache/built/stamp test"), { force: true });
});

test("it is built once, and again where a source has changed or the result is gone", async () => {
  await buildOnce(recipe, build);
  await buildOnce(recipe, build);
  expect(built).toBe(1);
  writeFileSync(SOURCE, "two");
  await buildOnce(recipe, build);
  expect(built).toBe(2);
  rmSync(join(ROOT, recipe.result));
  await buildOnce(recipe, build);
  expect(built).toBe(3);
});

test("two that want it at the same time build it once", async () => {
  await Promise.all([buildOnce(recipe, build), buildOnce(recipe, build)]);
  expect(built).toBe(1);
});

test("a build that failed is tried again, and a killed one keeps nobody waiting", async () => {
  await expect(buildOnce(recipe, () => Promise.reject(new Error("no room")))).rejects.toThrow("no room");
  // no process has this number
  writeFileSync(join(ROOT, ".cache/built/stamp test.lock"), "999999999");
  await buildOnce(recipe, build);
  expect(built).toBe(1);
});
