/** Runs a suite about a migration on both stores, each with a way in behind the back of the store. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { Kysely } from "kysely";
import { Pool } from "pg";
import { afterAll, beforeAll, describe } from "vitest";
import { NOON } from "../conformance/samples.ts";
import type { Store } from "../contract/store.ts";
import { openPostgres } from "../postgres/open-postgres.ts";
import { postgresDialect } from "../postgres/postgres-dialect.ts";
import { type TestDatabase, testServer } from "../postgres/test-server.fixture.ts";
import type { DialectName } from "../sql/connection.ts";
import type { Tables } from "../sql/tables.ts";
import { STORE_FILE } from "../sqlite/open-file.ts";
import { openSqlite } from "../sqlite/open-sqlite.ts";
import { sqliteDialect } from "../sqlite/sqlite-dialect.ts";

export interface Instance {
  open(): Promise<Store>;
  /** The same, behind its back. */
  connect(): Kysely<Tables>;
  readonly dialect: DialectName;
}

const server = await testServer();

export function describeMigration(suite: (instance: Instance) => void): void {
  describe("on SQLite", () => {
    const directory = mkdtempSync(join(tmpdir(), "tessera-migration-"));
    afterAll(() => rmSync(directory, { recursive: true, force: true }));
    suite({
      open: () => openSqlite({ directory, now: NOON }),
      connect: () => new Kysely({ dialect: sqliteDialect(new Sqlite(join(directory, STORE_FILE))) }),
      dialect: "sqlite",
    });
  });
  describe.skipIf(!server)("on PostgreSQL", () => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await server!.createDatabase();
    });
    afterAll(() => database.drop());
    suite({
      open: () => openPostgres({ url: database.url, now: NOON }),
      connect: () => new Kysely({ dialect: postgresDialect(new Pool({ connectionString: database.url })) }),
      dialect: "postgres",
    });
  });
}
