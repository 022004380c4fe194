/** The embedded store: one SQLite file in one directory, nothing to set up. */
import { join } from "node:path";
import type { LiveEvent } from "@tessera/model";
import type { Database } from "better-sqlite3";
import { Kysely } from "kysely";
import type { CheckRecords } from "../contract/check-records.ts";
import type { Store } from "../contract/store.ts";
import { migrate } from "../migrations/migrate.ts";
import { type Connection, connectionOver, inTransaction } from "../sql/connection.ts";
import { type ClaimedCheck, gather, gatheredLoads, RECORDING } from "../sql/gathered-checks.ts";
import { recordsOver } from "../sql/records.ts";
import type { Tables } from "../sql/tables.ts";
import { type FileOptions, openFile, refuseReadOnly } from "./open-file.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";
import { asStoreFailure } from "./sqlite-failure.ts";
import { backUpSqlite, sqliteUpkeep } from "./sqlite-upkeep.ts";
import { threadedDialect } from "./threaded-dialect.ts";
import { received, Writer } from "./writer.ts";
import type { RecordedCheck } from "./writer-messages.ts";

export interface SqliteOptions extends FileOptions {
  readonly now: number;
  /**
   * Writes in a thread of its own, so that this one never waits for the disk, and with checks that showed nothing new
   * gathered into one transaction. For a process that serves others; a command has nobody else to answer.
   */
  readonly writesInThread?: boolean;
}

/** Opens the store, brings its schema up to date, and is ready. Throws a `StoreFailure` that says what to do. */
export async function openSqlite(options: SqliteOptions): Promise<Store> {
  const { database, db } = await openFileUpToDate(options);
  if (!options.writesInThread) {
    // the database goes with its dialect
    return storeOver(db, { backUp: (target) => backUpSqlite(database, target), close: async () => undefined });
  }
  const { directory, maxPages, cacheMebibytes } = options;
  database.pragma("query_only = ON");
  const writer = new Writer({ directory, maxPages, cacheMebibytes });
  return storeOver(new Kysely<Tables>({ dialect: threadedDialect(database, writer) }), {
    recordAll: (checks) => writer.record(checks),
    backUp: (target) => writer.backUp(target),
    // where nothing was ever asked, the dialect has nothing to let go of
    close: async () => {
      await writer.close();
      database.close();
    },
  });
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
  const database = openFile(options);
  try {
    refuseReadOnly(database);
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

interface StoreParts {
  /** Records checks elsewhere, with what is to be announced of them; here and one by one unless told. */
  readonly recordAll?: (checks: readonly ClaimedCheck[]) => Promise<readonly RecordedCheck[]>;
  readonly backUp: (target: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

function storeOver(db: Kysely<Tables>, { recordAll, backUp, close }: StoreParts): Store {
  const listeners = new Set<(event: LiveEvent) => void>();
  const announce = (event: LiveEvent) => {
    for (const listener of listeners) listener(event);
  };
  const connection = connectionOver(db, announce);
  const records = recordsOver(connection);
  let closing: Promise<void> | null = null;
  return {
    ...records,
    checks: recordAll
      ? { ...gatheredLoads(records.checks, connection), record: recordedElsewhere(recordAll, announce) }
      : records.checks,
    upkeep: sqliteUpkeep(connection, backUp),
    atOnce: (work) => inTransaction(connection, (inside) => work(recordsOver(inside))),
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    publish: async (event) => announce(event),
    close() {
      closing ??= db.destroy().then(close);
      return closing;
    },
  };
}

/** Checks go to the thread by the handful, and what they announce is announced here. */
function recordedElsewhere(
  recordAll: NonNullable<StoreParts["recordAll"]>,
  announce: (event: LiveEvent) => void,
): CheckRecords["record"] {
  const record = gather(async (checks: readonly ClaimedCheck[]) => {
    const recorded = await recordAll(checks);
    for (const { events } of recorded) for (const event of events) announce(event);
    return recorded;
  }, RECORDING);
  return async (claim, check) => {
    const { isRecorded, failure } = await record({ claim, check });
    if (failure) throw received(failure);
    return isRecorded;
  };
}

/** Beside the store, named by version and time only. */
function backupFile(directory: string, version: number, now: number): string {
  const time = new Date(now).toISOString().replace(/[-:]/g, "").slice(0, 15);
  return join(directory, "backups", `before-schema-${version + 1}-${time}.sqlite`);
}
