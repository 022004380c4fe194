/** The places that a Chromium may come from: the system, its package manager, Playwright, or an npm package. */
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BrowserSource } from "./find-browser.ts";
import { chromiumFromNpm } from "./npm-chromium.ts";
import { run } from "./run.ts";

/** Without windows, which nobody would see: the tests take half of the time with it. Extensions need the others. */
const SHELLS = ["chromium-headless-shell", "chrome-headless-shell"];
const WHOLE = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome", "microsoft-edge"];
const PACKAGES = ["chromium-headless-shell", "chromium"];

const MAC_PROGRAMS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

const CACHE = fileURLToPath(new URL("../../.cache/", import.meta.url));
const PLAYWRIGHT = fileURLToPath(new URL("../../node_modules/playwright-core/cli.js", import.meta.url));

const DOWNLOAD_TIMEOUT_MS = 300_000;

const NAMED: BrowserSource = {
  name: "named by TESSERA_BROWSER",
  find: async () => [process.env.TESSERA_BROWSER ?? ""].filter(Boolean),
};

export const SOURCES: readonly BrowserSource[] = [
  NAMED,
  { name: "of this system", find: async () => [...installed(SHELLS), ...installedWhole()] },
  {
    name: "installed with apt-get",
    find: async () => {
      await installPackages();
      return [...installed(SHELLS), ...installedWhole()];
    },
  },
  { name: "downloaded by Playwright", find: fromPlaywright },
  { name: "from the npm package @sparticuz/chromium", find: () => chromiumFromNpm(join(CACHE, "npm-chromium")) },
];

/** For those with windows and extensions. */
export const WHOLE_SOURCES: readonly BrowserSource[] = [
  { name: NAMED.name, find: async () => (await NAMED.find()).filter((path) => !/headless[-_]shell/.test(path)) },
  { name: "of this system", find: async () => installedWhole() },
  {
    name: "installed with apt-get",
    find: async () => {
      await installPackages();
      return installedWhole();
    },
  },
];

function installed(programs: readonly string[]): string[] {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => !folder.includes("node_modules"));
  const paths = programs.flatMap((program) => folders.map((folder) => join(folder, program)));
  return [...new Set(paths)].filter((path) => existsSync(path));
}

function installedWhole(): string[] {
  return [...installed(WHOLE), ...MAC_PROGRAMS.filter((path) => existsSync(path))];
}

async function installPackages(): Promise<void> {
  if (process.env.TESSERA_NO_APT) throw new Error("TESSERA_NO_APT says no");
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) throw new Error("needs root and apt-get");
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-qq"], { timeoutMs: DOWNLOAD_TIMEOUT_MS, env });
  await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...PACKAGES], {
    timeoutMs: DOWNLOAD_TIMEOUT_MS,
    env,
  });
}

async function fromPlaywright(): Promise<string[]> {
  const folder = join(CACHE, "playwright");
  await run(process.execPath, [PLAYWRIGHT, "install", "--no-progress", "chromium-headless-shell"], {
    timeoutMs: DOWNLOAD_TIMEOUT_MS,
    env: { PLAYWRIGHT_BROWSERS_PATH: folder },
  });
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /(^|[\\/])(chrome-)?headless[-_]shell(\.exe)?$/.test(path))
    .map((path) => join(folder, path));
}
