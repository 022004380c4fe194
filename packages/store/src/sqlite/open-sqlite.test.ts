import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { describeStore } from "../store.conformance.ts";
import { openSqlite } from "./open-sqlite.ts";

const root = mkdtempSync(join(tmpdir(), "tessera-sqlite-"));
let opened = 0;
afterAll(() => rmSync(root, { recursive: true, force: true }));

describeStore("sqlite", () => openSqlite({ directory: null, now: Date.now() }));
describeStore("sqlite that writes in a thread", () => {
  opened += 1;
  return openSqlite({ directory: join(root, String(opened)), now: Date.now(), writesInThread: true });
});

test("nobody else on the machine can read the store, its log or a copy, whoever made the directory", async () => {
  const directory = join(root, "made-before");
  mkdirSync(directory, { mode: 0o755 });
  const store = await openSqlite({ directory, now: Date.now() });
  await store.upkeep.backUp(join(directory, "copy.sqlite"));
  const files = readdirSync(directory).filter((name) => name.includes(".sqlite"));
  expect(files).toContain("tessera.sqlite-wal");
  for (const name of files) expect(statSync(join(directory, name)).mode & 0o077, name).toBe(0);
  await store.close();
});
