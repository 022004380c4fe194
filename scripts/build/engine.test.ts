/** The engine as others get it: the built package in a directory of its own, with the examples of its page. */
import { execFile } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildEngine } from "./engine.ts";
import { engineManifest } from "./manifest.ts";
import { ROOT } from "./stamp.ts";

const run = promisify(execFile);
const folder = realpathSync(mkdtempSync(join(tmpdir(), "tessera-engine-")));
const installed = join(folder, "node_modules/@tessera/engine");
/** With the weights, compressed; parse5 is another package. */
const MAX_BYTES = 120_000;
/** What a first example needs, parse5 included. */
const MAX_BYTES_OF_USE = 140_000;

beforeAll(async () => {
  await buildEngine();
  mkdirSync(join(folder, "node_modules/@tessera"), { recursive: true });
  cpSync(join(ROOT, "dist/engine"), installed, { recursive: true });
  for (const name of ["parse5", "entities"]) {
    symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  for (const [at, { code }] of examples().entries()) writeFileSync(join(folder, `example-${at}.ts`), code);
});
afterAll(() => rmSync(folder, { recursive: true }));

test("the package has plain modules and their types, no test, and parse5 as its only dependency", () => {
  const names = readdirSync(installed, { recursive: true, encoding: "utf8" });
  expect(names.filter((name) => /\.ts$/.test(name) && !name.endsWith(".d.ts"))).toEqual([]);
  expect(names.filter((name) => /test|fixture|conformance|training/.test(name))).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(["LICENSE", "README.md", "index.js", "index.d.ts"]));
  expect(engineManifest()).toMatchObject({ sideEffects: false, dependencies: { parse5: expect.any(String) } });
  expect(Object.keys(engineManifest().dependencies ?? {})).toEqual(["parse5"]);
});

test.each(examples().map(({ title }, at) => [title, at] as const))("the example runs: %s", async (_, at) => {
  const { stdout } = await run(process.execPath, [join(folder, `example-${at}.ts`)]);
  expect(stdout.trim()).toBe(examples()[at]!.output.trim());
});

test("the examples are right by the types of the package, those of its own files included", async () => {
  const compiler = join(ROOT, "node_modules/typescript/bin/tsc");
  const options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022", "--lib", "es2022,dom"];
  const files = examples().map((_, at) => join(folder, `example-${at}.ts`));
  const checked = run(process.execPath, [compiler, ...options, ...files], { cwd: folder });
  await expect(
    checked.then(
      () => "",
      ({ stdout }) => stdout,
    ),
  ).resolves.toBe("");
});

test("it stays small: whole, and with parse5 what a first example needs", async () => {
  expect(await compressed('export * from "@tessera/engine";', ["parse5"])).toBeLessThan(MAX_BYTES);
  expect(await compressed(examples()[0]!.code, [])).toBeLessThan(MAX_BYTES_OF_USE);
});

test("what is not used is not there: importing nothing of it costs nothing", async () => {
  expect(await compressed('import "@tessera/engine";', [])).toBeLessThan(100);
});

async function compressed(code: string, external: string[]): Promise<number> {
  const input = join(folder, "bundled.ts");
  writeFileSync(input, code);
  const bundle = await rolldown({ input, external, platform: "browser" });
  const { output } = await bundle.generate({ minify: true });
  await bundle.close();
  return gzipSync(output[0].code, { level: 9 }).length;
}

interface Example {
  readonly title: string;
  readonly code: string;
  readonly output: string;
}

function examples(): Example[] {
  const page = readFileSync(join(ROOT, "docs/guide/engine.md"), "utf8");
  const found = page.matchAll(/^## (.*)$(?:(?!^## )[\s\S])*?^```ts\n([\s\S]*?)^```\n\n^```text\n([\s\S]*?)^```$/gm);
  return [...found].map(([, title = "", code = "", output = ""]) => ({ title, code, output }));
}
