import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkDirections } from "./check-directions.ts";
import { readDirectionTable } from "./direction-table.ts";

const table = { ...readDirectionTable(new URL("../../directions.json", import.meta.url).pathname), minModules: 1 };

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "directions-"));
  for (const name of ["engine", "model", "store", "server"]) {
    write(`packages/${name}/package.json`, JSON.stringify({ name: `@tessera/${name}`, exports: "./src/index.ts" }));
    write(`packages/${name}/src/index.ts`, `export const ${name} = 1;\n`);
    mkdirSync(join(root, "node_modules/@tessera"), { recursive: true });
    symlinkSync(join(root, "packages", name), join(root, "node_modules/@tessera", name));
  }
});

afterEach(() => rmSync(root, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

/** The rules that the repository breaks once the file is there. */
async function brokenBy(file: string, text: string): Promise<string[]> {
  write(file, text);
  const { violations } = await checkDirections(root, table);
  return violations.map(({ rule }) => rule).filter((rule) => rule !== "every import resolves");
}

test("imports in the agreed direction break no rule", async () => {
  expect(await brokenBy("packages/store/src/save.ts", 'import { model } from "@tessera/model";\nmodel;')).toEqual([]);
});

test("a folder with guests is for them only", async () => {
  const papers = { ".": "./src/index.ts", "./papers": "./src/papers/index.ts" };
  write("packages/engine/package.json", JSON.stringify({ name: "@tessera/engine", exports: papers }));
  write("packages/engine/src/papers/index.ts", "export const papers = 1;\n");
  const text = 'const { papers } = await import("@tessera/engine/papers");\npapers;';
  expect(await brokenBy("packages/server/src/trace/load-tracer.ts", text)).toEqual([]);
  expect((await brokenBy("packages/server/src/trace/a.ts", text)).join()).toContain("engine/src/papers only for bench");
});

test.each([
  ["packages/engine/src/a.ts", 'import { store } from "@tessera/store"; store;', "engine may import only itself"],
  ["packages/store/src/a.ts", 'import type { server } from "@tessera/server";', "store may import only engine, model"],
  ["packages/server/src/a.ts", 'import { model } from "../../model/src/index.ts"; model;', "by its name"],
  ["packages/engine/src/a.ts", 'import "parse5";', "engine imports parse5 only in packages/engine/src/html"],
  ["packages/engine/src/a.ts", 'import "lodash";', "engine imports nothing from outside but parse5"],
  ["packages/engine/src/a.ts", 'import { readFile } from "node:fs/promises"; readFile;', "engine imports nothing"],
  ["packages/server/src/a.ts", 'import { request } from "undici"; request;', "undici only in"],
  ["packages/server/src/a.ts", 'import { get } from "node:https"; get;', "https only in"],
  ["packages/server/src/a.ts", 'const dns = await import("node:dns/promises"); dns;', "dns only in"],
  ["packages/server/src/a.ts", 'export { connect } from "node:net";', "net only in"],
  ["packages/server/src/a.ts", 'import "node:vm";', "nobody imports vm"],
  ["packages/server/src/operate/a.ts", 'import "node:vm";', "nobody imports vm"],
  ["packages/server/src/b.ts", 'import "./a.test.ts";', "a source file imports no test"],
  ["packages/server/src/api/a.ts", 'import "../index.ts";', "server/api may import only config"],
  ["packages/server/src/attic/a.ts", "export {};", "every folder is in directions.json"],
  ["packages/extra/src/a.ts", "export {};", "every package is in directions.json"],
  ["packages/server/src/utils.ts", "export {};", "a name says what is inside"],
  ["packages/server/src/shared/a.ts", "export {};", "a name says what is inside"],
  ["packages/server/src/url-helpers.ts", "export {};", "a name says what is inside"],
])("%s with %s breaks: %s", async (file, text, rule) => {
  expect((await brokenBy(file, text)).join("\n")).toContain(rule);
});

test("a folder imports those before it in the order of its package, and its tests what they need", async () => {
  write("packages/server/src/check/low.ts", "export {};");
  expect(await brokenBy("packages/server/src/api/high.ts", 'import "../check/low.ts";')).toEqual([]);
  expect(await brokenBy("packages/server/src/check/a.test.ts", 'import "../api/high.ts";')).toEqual([]);
  const [rule] = await brokenBy("packages/server/src/check/b.ts", 'import type {} from "../api/high.ts";');
  expect(rule).toContain("server/check may import only config, timing");
});

test("two files that need each other are a cycle, unless only for types", async () => {
  write("packages/server/src/a.ts", 'import type { b } from "./b.ts";\nexport const a: typeof b | 1 = 1;');
  expect(await brokenBy("packages/server/src/b.ts", 'import { a } from "./a.ts";\nexport const b = a;')).toEqual([]);
  write("packages/server/src/a.ts", 'import { b } from "./b.ts";\nexport const a = () => b;');
  expect(await brokenBy("packages/server/src/c.ts", "export {};")).toContain("no cycles");
});

test.each([
  "await fetch(url);",
  "const load = globalThis.fetch;",
  'globalThis["fetch"](url);',
  "(globalThis as any).fetch(url);",
  "const { fetch: load } = globalThis;",
  "start({ fetch });",
  "new WebSocket(url);",
  "new EventSource(url);",
  "navigator.sendBeacon(url);",
  "function go(other) { return fetch(other); }",
])("the global in `%s` is seen", async (text) => {
  expect((await brokenBy("packages/server/src/a.ts", text)).join()).toContain("one way out");
  expect(await brokenBy("packages/server/src/a.ts", "export {};")).toEqual([]);
  expect(await brokenBy("packages/server/src/a.test.ts", text)).toEqual([]);
});

test.each([
  "capture.fetch(url);",
  "function go(fetch) { return fetch(1); }",
  'import { fetch } from "./c.ts";\nfetch(1);',
  "const fetch = () => 1;\nexport const load = () => fetch();",
  "export interface Client { fetch: typeof fetch; socket: WebSocket }",
  "export class Client { fetch() {} }",
  'export const word = "fetch";',
])("`%s` does not use the global", async (text) => {
  expect(await brokenBy("packages/server/src/a.ts", text)).toEqual([]);
});

test("a check that read too few modules fails", async () => {
  const { violations } = await checkDirections(root, { ...table, minModules: 100 });
  expect(violations.map(({ rule }) => rule)).toEqual(["at least 100 modules are read"]);
});
