import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { testServer } from "@tessera/store/test-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const database = await (await testServer())?.createDatabase();
const folder = mkdtempSync(join(tmpdir(), "tessera-built-fleet-"));
const running: ChildProcess[] = [];

describe.skipIf(!database)("a fleet of the built program", () => {
  beforeAll(() => {
    execFileSync(process.execPath, [join(root, "scripts/build.ts")], { cwd: root });
  }, 120_000);
  afterAll(async () => {
    for (const child of running) child.kill("SIGKILL");
    rmSync(folder, { recursive: true });
    await database?.drop();
  });

  test("finds PostgreSQL and its queue among its own files, serves and works", async () => {
    const url = (await says("start.js", /running at (\S+)/))[1]!;
    expect((await fetch(new URL("/readyz", url))).status).toBe(200);
    expect((await says("start-worker.js", /works \((.*)\)/))[1]).toContain("plain");
    for (const child of running.splice(0)) {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      expect((await ended)[0]).toBe(0);
    }
  });
});

/** Starts one of the programs and waits for a line of it. */
async function says(program: string, what: RegExp): Promise<RegExpExecArray> {
  const child = spawn(process.execPath, [join(root, "dist/tessera/program", program)], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      TESSERA_DATABASE: database!.url,
      TESSERA_PORT: "0",
      TESSERA_BROWSER: "off",
      TESSERA_POOL: "plain",
      TESSERA_LOG_LEVEL: "error",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.push(child);
  for await (const line of createInterface({ input: child.stdout! })) {
    const said = what.exec(line);
    if (said) {
      child.stdout!.resume();
      return said;
    }
  }
  throw new Error(`${program} ended without a word`);
}
