import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tables } from "../sql/tables.ts";
import { sqliteDialect } from "../sqlite/sqlite-dialect.ts";
import { backUpSqlite } from "../sqlite/sqlite-upkeep.ts";
import { first } from "./0001-first.ts";
import { migrate, schemaVersion } from "./migrate.ts";
import type { Migration } from "./migration.ts";

let root = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "tessera-migrate-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const add: Migration = {
  name: "add",
  up: async ({ db }) => {
    await sql`CREATE TABLE more (id TEXT PRIMARY KEY)`.execute(db);
  },
};
const broken: Migration = {
  name: "broken",
  up: async ({ db }) => {
    await sql`CREATE TABLE half (id TEXT PRIMARY KEY)`.execute(db);
    throw new RangeError("stopped half-way");
  },
};

function open(name: string) {
  const database = new Sqlite(join(root, name));
  const db = new Kysely<Tables>({ dialect: sqliteDialect(database) });
  const backups: number[] = [];
  const run = (migrations: readonly Migration[]) =>
    migrate(db, {
      dialect: "sqlite",
      now: 0,
      migrations,
      backUp: async (version) => {
        backups.push(version);
        await backUpSqlite(database, join(root, `${name}-backups`, `${version}.sqlite`));
      },
    });
  return { db, database, backups, run };
}

test("migrations run in order and once, with a backup before the first that touches data", async () => {
  const { db, backups, run } = open("ordered");
  expect(await run([first])).toBe(1);
  expect(await run([first])).toBe(1);
  expect(backups).toEqual([]);
  expect(await run([first, add])).toBe(2);
  expect(backups).toEqual([1]);
  expect(readdirSync(join(root, "ordered-backups"))).toEqual(["1.sqlite"]);
  await db.destroy();
});

test("a migration that fails leaves the schema as it was", async () => {
  const { db, run } = open("broken");
  await run([first]);
  await expect(run([first, broken])).rejects.toThrow("half-way");
  expect(await schemaVersion(db)).toBe(1);
  const tables = await sql<{ name: string }>`SELECT name FROM sqlite_master WHERE name = 'half'`.execute(db);
  expect(tables.rows).toEqual([]);
  expect(await run([first, add])).toBe(2);
  await db.destroy();
});
