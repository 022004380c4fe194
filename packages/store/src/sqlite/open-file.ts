/** One connection to the store's file, with the settings that make what is acknowledged durable. */
import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import Sqlite, { type Database } from "better-sqlite3";
import { asDirectoryFailure, asStoreFailure } from "./sqlite-failure.ts";

export const STORE_FILE = "tessera.sqlite";

/** How long a write waits for another process (a command beside the server) to finish its own. */
const BUSY_TIMEOUT_MS = 10_000;

/** The write-ahead log shrinks back to this after a burst. */
const LOG_LIMIT_BYTES = 64 * 1024 * 1024;
/** Of 4 KiB: so long the log gets before it goes into the file, and a page that was written ten times goes there once. */
const LOG_PAGES = 4_000;
const CACHE_MEBIBYTES = 32;
const KIBIBYTES_A_MEBIBYTE = 1024;

export interface FileOptions {
  /** Made where it does not exist; null keeps everything in memory. */
  readonly directory: string | null;
  /** The largest size the file may have, in pages of 4 KiB; no limit unless told. */
  readonly maxPages?: number | undefined;
  /** What this connection keeps of the file in memory. */
  readonly cacheMebibytes?: number | undefined;
}

/** Throws a `StoreFailure` that says what to do. */
export function openFile({ directory, maxPages, cacheMebibytes = CACHE_MEBIBYTES }: FileOptions): Database {
  const database = connect(directory);
  try {
    database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    database.pragma("journal_mode = WAL");
    // the commit returns when the log is on the disk: what was acknowledged survives a power cut
    database.pragma("synchronous = FULL");
    database.pragma("foreign_keys = ON");
    database.pragma("trusted_schema = OFF");
    database.pragma("cell_size_check = ON");
    database.pragma(`wal_autocheckpoint = ${LOG_PAGES}`);
    database.pragma(`journal_size_limit = ${LOG_LIMIT_BYTES}`);
    database.pragma(`cache_size = -${cacheMebibytes * KIBIBYTES_A_MEBIBYTE}`);
    if (maxPages !== undefined) database.pragma(`max_page_count = ${maxPages}`);
    return database;
  } catch (cause) {
    database.close();
    throw asStoreFailure(cause) ?? cause;
  }
}

function connect(directory: string | null): Database {
  if (directory === null) return new Sqlite(":memory:");
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const file = join(directory, STORE_FILE);
    // it holds secrets, and SQLite gives its log and index the mode of the file
    if (!existsSync(file)) closeSync(openSync(file, "a", 0o600));
    return new Sqlite(file);
  } catch (cause) {
    throw asDirectoryFailure(cause, directory);
  }
}

/** A store that can only be read is found out now, and not at the first check; nothing reaches the disk. */
export function refuseReadOnly(database: Database): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    database.exec("CREATE TABLE probe (id INTEGER)");
  } finally {
    database.exec("ROLLBACK");
  }
}
