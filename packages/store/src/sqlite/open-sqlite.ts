/** The embedded store: one SQLite file in one directory, nothing to set up. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { LiveEvent } from "@tessera/model";
import Sqlite, { type Database } from "better-sqlite3";
import { Kysely } from "kysely";
import { migrate } from "../migrations/migrate.ts";
import { type Connection, inTransaction } from "../sql/connection.ts";
import { recordsOver } from "../sql/records.ts";
import type { Tables } from "../sql/tables.ts";
import type { Store } from "../store.ts";
import { StoreFailure } from "../store-failure.ts";
import { backUpSqlite } from "./back-up.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";
import { asStoreFailure } from "./sqlite-failure.ts";
import { sqliteUpkeep } from "./sqlite-upkeep.ts";

export const STORE_FILE = "tessera.sqlite";

/** How long a write waits for another process (a command beside the server) to finish its own. */
const BUSY_TIMEOUT_MS = 10_000;

/** The write-ahead log shrinks back to this after a burst. */
const LOG_LIMIT_BYTES = 64 * 1024 * 1024;

const CACHE_KIBIBYTES = 64 * 1024;

export interface SqliteOptions {
  /** Made where it does not exist; null keeps everything in memory. */
  readonly directory: string | null;
  readonly now: number;
  /** The largest size the file may have, in pages of 4 KiB; no limit unless told. */
  readonly mostPages?: number;
}

/** Opens the store, brings its schema up to date, and is ready. Throws a `StoreFailure` that says what to do. */
export async function openSqlite(options: SqliteOptions): Promise<Store> {
  const { database, db } = await openFileUpToDate(options);
  return storeOver(database, db);
}

/** The bare database of a store, for copying it. */
export async function openSqliteDatabase(
  options: SqliteOptions,
): Promise<{ readonly connection: Connection; close(): Promise<void> }> {
  const { db } = await openFileUpToDate(options);
  return { connection: connectionOver(db, () => undefined), close: () => db.destroy() };
}

async function openFileUpToDate(
  options: SqliteOptions,
): Promise<{ readonly database: Database; readonly db: Kysely<Tables> }> {
  const database = openFile(options.directory);
  try {
    configure(database, options);
    const db = new Kysely<Tables>({ dialect: sqliteDialect(database) });
    await migrate(db, {
      dialect: "sqlite",
      now: options.now,
      backUp: async (version) => {
        if (options.directory === null) return;
        await backUpSqlite(database, backupFile(options.directory, version, options.now));
      },
    });
    return { database, db };
  } catch (cause) {
    database.close();
    throw asStoreFailure(cause) ?? cause;
  }
}

function openFile(directory: string | null): Database {
  if (directory === null) return new Sqlite(":memory:");
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    return new Sqlite(join(directory, STORE_FILE));
  } catch (cause) {
    throw asStoreFailure(cause) ?? new StoreFailure("cannot-open", `the directory ${directory} cannot be used`, cause);
  }
}

function configure(database: Database, { mostPages }: SqliteOptions): void {
  database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  database.pragma("journal_mode = WAL");
  // the commit returns when the log is on the disk: what was acknowledged survives a power cut
  database.pragma("synchronous = FULL");
  database.pragma("foreign_keys = ON");
  database.pragma("trusted_schema = OFF");
  database.pragma("cell_size_check = ON");
  database.pragma(`journal_size_limit = ${LOG_LIMIT_BYTES}`);
  database.pragma(`cache_size = -${CACHE_KIBIBYTES}`);
  if (mostPages !== undefined) database.pragma(`max_page_count = ${mostPages}`);
  refuseReadOnly(database);
}

/** A store that can only be read is found out now, and not at the first check; nothing reaches the disk. */
function refuseReadOnly(database: Database): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    database.exec("CREATE TABLE probe (id INTEGER)");
  } finally {
    database.exec("ROLLBACK");
  }
}

function storeOver(database: Database, db: Kysely<Tables>): Store {
  const listeners = new Set<(event: LiveEvent) => void>();
  const announce = (event: LiveEvent) => {
    for (const listener of listeners) listener(event);
  };
  const connection = connectionOver(db, announce);
  let closing: Promise<void> | null = null;
  return {
    ...recordsOver(connection),
    upkeep: sqliteUpkeep(connection, database),
    atOnce: (work) => inTransaction(connection, (inside) => work(recordsOver(inside))),
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    publish: async (event) => announce(event),
    close() {
      closing ??= db.destroy();
      return closing;
    },
  };
}

/** A write transaction is alone by itself, so that there is nothing to lock and no conflict. */
function connectionOver(db: Kysely<Tables>, announce: Connection["announce"]): Connection {
  return { db, announce, objects: null, lock: async () => undefined, isConflict: () => false };
}

/** Beside the store, named by version and time only. */
function backupFile(directory: string, version: number, now: number): string {
  const time = new Date(now).toISOString().replace(/[-:]/g, "").slice(0, 15);
  return join(directory, "backups", `before-schema-${version + 1}-${time}.sqlite`);
}
