import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { Store } from "../contract/store.ts";
import { describeStore } from "../store.conformance.ts";
import { STORE_FILE } from "./open-file.ts";
import { openSqlite } from "./open-sqlite.ts";

const root = mkdtempSync(join(tmpdir(), "tessera-sqlite-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describeStore("sqlite", async () => {
  const store = await openSqlite({ directory: null, now: Date.now() });
  onTestFinished(() => store.close());
  return store;
});

describe("with a thread", () => {
  const directory = join(root, "in-thread");
  let store: Store;
  // one that is emptied: to start a thread takes ten times as long as most tests do
  beforeAll(async () => {
    store = await openSqlite({ directory, now: Date.now(), writesInThread: true });
  });
  afterAll(() => store.close());
  describeStore("sqlite that writes in a thread", async () => {
    empty(join(directory, STORE_FILE));
    return store;
  });
});

/** Takes all records away, the schema stays. */
function empty(file: string): void {
  const database = new Sqlite(file);
  database.pragma("foreign_keys = OFF");
  database.pragma("synchronous = OFF");
  const tables = database
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'schema_history'")
    .pluck()
    .all();
  database.transaction(() => {
    for (const table of tables) database.exec(`DELETE FROM "${table}"`);
  })();
  database.close();
}

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
