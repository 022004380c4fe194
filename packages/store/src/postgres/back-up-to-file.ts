/**
 * A backup of a PostgreSQL store as one SQLite file: the same that the embedded store writes, verified, taken at one
 * moment while the fleet works. It can be started from, or moved to any database.
 */

import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Connection } from "../sql/connection.ts";
import { copyStore } from "../sql/copy-store.ts";
import { settingsRecords } from "../sql/instance.ts";
import { STORE_FILE } from "../sqlite/open-file.ts";
import { openSqliteDatabase } from "../sqlite/open-sqlite.ts";

export async function backUpToFile(connection: Connection, target: string): Promise<void> {
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
