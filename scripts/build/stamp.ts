/** What something was built from, so that nothing is built twice. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const WAIT_MS = 100;
const NOT_SOURCES = new Set(["dist", "node_modules"]);

export interface Recipe {
  readonly name: string;
  /** Files and folders, as paths from the root. */
  readonly sources: readonly string[];
  /** A file that is there once it is built. */
  readonly result: string;
}

/** Runs `build` unless its result is there and was made from the same sources. */
export async function buildOnce(recipe: Recipe, build: () => void | Promise<void>): Promise<void> {
  const stamp = join(ROOT, ".cache/built", recipe.name);
  const now = stampOf(recipe.sources);
  const isFresh = (): boolean =>
    existsSync(join(ROOT, recipe.result)) && existsSync(stamp) && readFileSync(stamp, "utf8") === now;
  if (isFresh()) return;
  mkdirSync(dirname(stamp), { recursive: true });
  await alone(`${stamp}.lock`, async () => {
    if (isFresh()) return;
    process.stderr.write(`Building the ${recipe.name} …\n`);
    await build();
    writeFileSync(stamp, now);
  });
}

/** Two that build at the same time would write into each other's files: the second waits. */
async function alone(lock: string, work: () => Promise<void>): Promise<void> {
  while (!taken(lock)) await setTimeout(WAIT_MS);
  try {
    await work();
  } finally {
    rmSync(lock);
  }
}

/** The file names its process; one that was killed keeps nobody waiting. */
function taken(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch {
    if (!isAlive(lock)) rmSync(lock, { force: true });
    return false;
  }
}

function isAlive(lock: string): boolean {
  try {
    const pid = Number(readFileSync(lock, "utf8"));
    // a file that is still empty is being written
    return pid === 0 || process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A hash over names and contents: times of files say nothing after a checkout. */
function stampOf(sources: readonly string[]): string {
  const hash = createHash("sha256");
  const pending = ["package-lock.json", ...sources];
  while (pending.length > 0) {
    const path = pending.pop()!;
    if (!statSync(join(ROOT, path)).isDirectory()) hash.update(path).update(readFileSync(join(ROOT, path)));
    else pending.push(...entriesOf(path));
  }
  return hash.digest("hex");
}

function entriesOf(folder: string): string[] {
  const names = readdirSync(join(ROOT, folder)).sort();
  return names
    .filter((name) => !NOT_SOURCES.has(name) && !name.endsWith(".test.ts"))
    .map((name) => `${folder}/${name}`);
}
