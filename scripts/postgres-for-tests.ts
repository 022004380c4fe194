/**
 * The folder in which the tests of a run may start PostgreSQL, and its certain end: a keeper that outlives this
 * process, however it dies, stops the server and removes the folder. Nothing is started unless a test asks for it.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    postgresFolder: string;
  }
}

/** Waits for the end of its input, which comes when the test run ends in any way; signals to the run are not for it. */
const KEEPER = `trap '' INT TERM HUP
cat > /dev/null
for file in "$1"/data/postmaster.pid "$1"/*/data/postmaster.pid; do
  [ -f "$file" ] || continue
  pid=$(head -n 1 "$file")
  kill -INT "$pid"
  while kill -0 "$pid" 2> /dev/null; do sleep 0.1; done
done
rm -rf "$1"`;

// biome-ignore lint/style/noDefaultExport: only so does vitest take back the way to end it
export default function setup(project: TestProject): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tessera-pg-"));
  // somebody else than root runs the server, in here or in a folder below
  chmodSync(folder, 0o755);
  project.provide("postgresFolder", folder);
  const keeper = spawn("/bin/sh", ["-c", KEEPER, "keeper", folder], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  keeper.unref();
  return async () => {
    const gone = once(keeper, "exit");
    keeper.stdin.end();
    await gone;
  };
}
