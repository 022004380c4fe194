import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";

const PACKAGES = new URL("../packages/", import.meta.url);

/** In a thread, loads a file and tells what of Node strips types there. */
async function strippersAfter(file: string): Promise<string[]> {
  const program = `import(${JSON.stringify(new URL(file, PACKAGES).href)}).catch(() => undefined).then(() => {
    require("node:worker_threads").parentPort.postMessage(process.moduleLoadList.filter((name) => name.includes("amaro")));
    process.exit();
  });`;
  return new Promise((resolve, reject) => {
    new Worker(program, { eval: true }).once("message", resolve).once("error", reject);
  });
}

test.each([
  "server/src/workers/jobs.ts",
  "server/src/trace/draw.ts",
  "store/src/sqlite/writer-thread.ts",
  "store/src/sqlite/record-in-thread.ts",
  "engine/src/papers/index.ts",
])("a thread of a test runs what was compiled before: %s", async (file) => {
  expect(await strippersAfter(file)).toEqual([]);
});

test("a thread with a source that nobody compiled strips its types, and that is noticed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tessera-stripped-"));
  const file = join(folder, "new.ts");
  writeFileSync(file, `export const name: string = ${JSON.stringify(folder)};`);
  try {
    expect(await strippersAfter(pathToFileURL(file).href)).not.toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
