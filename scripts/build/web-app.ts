/** Builds the web app where it is missing or older than its sources, so that `npm start` is all there is to run. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const SOURCES = ["packages/web", "packages/page/src", "packages/engine/src", "packages/model/src"];
const NOT_SOURCES = new Set(["dist", "node_modules"]);
const BUILT = join(root, "packages/web/dist/index.html");
/** What the build was made from; without an ending, so that it is never served. */
const STAMP = join(root, "packages/web/dist/built-from");

const now = stampOf(SOURCES);
const isFresh = existsSync(BUILT) && existsSync(STAMP) && readFileSync(STAMP, "utf8") === now;
if (!isFresh) {
  process.stdout.write("Building the web app …\n");
  execFileSync("npm", ["run", "-s", "build", "-w", "packages/web", "--", "--logLevel", "warn"], {
    cwd: root,
    stdio: "inherit",
  });
  writeFileSync(STAMP, now);
}

/** A hash over names and contents: times of files say nothing after a checkout. */
function stampOf(folders: readonly string[]): string {
  const hash = createHash("sha256").update(readFileSync(join(root, "package-lock.json")));
  const pending = [...folders];
  while (pending.length > 0) {
    const folder = pending.pop()!;
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (NOT_SOURCES.has(entry.name) || entry.name.endsWith(".test.ts")) continue;
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) pending.push(path);
      else hash.update(path).update(readFileSync(join(root, path)));
    }
  }
  return hash.digest("hex");
}
