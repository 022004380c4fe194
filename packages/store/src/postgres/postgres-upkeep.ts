/** Upkeep of the fleet's store. */
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import type { Finding, Upkeep } from "../contract/upkeep.ts";
import { schemaVersion } from "../migrations/migrate.ts";
import type { Connection } from "../sql/connection.ts";
import { copyStore } from "../sql/copy-store.ts";
import { countRecords, examine } from "../sql/examine.ts";
import { settingsRecords } from "../sql/instance.ts";
import { type SweepPosition, sweep } from "../sql/sweep.ts";
import { STORE_FILE } from "../sqlite/open-file.ts";
import { openSqliteDatabase } from "../sqlite/open-sqlite.ts";

export function postgresUpkeep(connection: Connection): Upkeep {
  const position: SweepPosition = { block: "", page: "" };
  return {
    sweep: (now) => sweep(connection, position, now),
    examine: (options) => examine(connection, { ...options, fileFindings: () => examineDatabase(connection) }),
    async facts() {
      const { rows } = await sql<{ size: number }>`SELECT pg_database_size(current_database()) AS size`.execute(
        connection.db,
      );
      return {
        dialect: "postgres",
        schemaVersion: await schemaVersion(connection.db),
        sizeBytes: rows[0]?.size ?? 0,
        counts: await countRecords(connection),
      };
    },
    async pulse() {
      const { rows } = await sql<{ now: number; version: number }>`
        SELECT extract(epoch from clock_timestamp())::float8 * 1000 AS now, max(version)::float8 AS version
        FROM schema_history`.execute(connection.db);
      return { now: rows[0]?.now ?? Date.now(), schemaVersion: rows[0]?.version ?? 0 };
    },
    backUp: (target) => backUpToFile(connection, target),
  };
}

/** What PostgreSQL itself knows to be wrong: indexes and references that are not in force. */
async function examineDatabase({ db }: Connection): Promise<readonly Finding[]> {
  const { rows } = await sql<{ name: string; table: string; detail: string }>`
    SELECT indexrelid::regclass::text AS name, indrelid::regclass::text AS table, 'is an invalid index' AS detail
    FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
    WHERE NOT indisvalid AND relnamespace = current_schema()::regnamespace
    UNION ALL
    SELECT conname, conrelid::regclass::text, 'is a constraint that is not in force'
    FROM pg_constraint WHERE NOT convalidated AND connamespace = current_schema()::regnamespace`.execute(db);
  return rows.map(({ name, table, detail }) => ({
    kind: "broken-reference",
    table,
    id: name,
    detail,
    isRepairable: false,
  }));
}

async function backUpToFile(connection: Connection, target: string): Promise<void> {
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  const folder = mkdtempSync(join(dirname(target), ".backup-"));
  try {
    // made before the moment that is copied, because that moment is only read
    await settingsRecords(connection).secret("identity", randomUUID);
    const file = await openSqliteDatabase({ directory: folder, now: Date.now() });
    try {
      await connection.db
        .transaction()
        .setIsolationLevel("repeatable read")
        .execute((db) => copyStore({ ...connection, db }, file.connection));
    } finally {
      await file.close();
    }
    renameSync(join(folder, STORE_FILE), target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
