/**
 * SQLite for kysely over better-sqlite3, with three things that kysely's own driver leaves out: write transactions that
 * take their lock at the start, prepared statements that are kept, and failures of the disk as `StoreFailure`.
 */
import type { Database } from "better-sqlite3";
import Sqlite from "better-sqlite3";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { StoreFailure, type StoreFailureCode } from "../contract/store-failure.ts";
import { Statements } from "./statements.ts";

/** By primary result code; what is missing here is a mistake in the program and stays what it is. */
const CODES: readonly (readonly [prefix: string, code: StoreFailureCode, message: string])[] = [
  ["SQLITE_FULL", "full", "the disk with the store is full: nothing was written; make room and try again"],
  ["SQLITE_READONLY", "read-only", "the store cannot be written: its file or directory is read-only"],
  ["SQLITE_BUSY", "busy", "another process is using the store"],
  ["SQLITE_LOCKED", "busy", "another process is using the store"],
  ["SQLITE_CORRUPT", "damaged", "the store's file is damaged: run `tessera doctor`, or restore a backup"],
  ["SQLITE_NOTADB", "damaged", "the store's file is not a Tessera store"],
  ["SQLITE_CANTOPEN", "cannot-open", "the store cannot be opened: check that its directory exists and is writable"],
  ["SQLITE_PERM", "cannot-open", "the store cannot be opened: permission denied"],
  ["SQLITE_IOERR", "io", "the disk with the store reports an error"],
];

export function sqliteDialect(database: Database): Dialect {
  return {
    createDriver: () => new SqliteDriver(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** One connection; kysely lets one caller at it at a time because the adapter says that there is only one. */
class SqliteDriver implements Driver {
  readonly #database: Database;
  readonly #connection: SqliteConnection;

  constructor(database: Database) {
    this.#database = database;
    this.#connection = new SqliteConnection(database);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async beginTransaction(): Promise<void> {
    // a deferred transaction that turns from reading to writing fails at once where another process wrote in between
    this.#connection.run("BEGIN IMMEDIATE");
  }

  async commitTransaction(): Promise<void> {
    this.#connection.run("COMMIT");
  }

  async rollbackTransaction(): Promise<void> {
    // a full disk makes SQLite roll back by itself
    if (this.#database.inTransaction) this.#connection.run("ROLLBACK");
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#database.close();
  }
}

class SqliteConnection implements DatabaseConnection {
  readonly #statements: Statements;

  constructor(database: Database) {
    this.#statements = new Statements(database);
  }

  run(sql: string): void {
    guarded(() => this.#statements.run({ sql, parameters: [] }));
  }

  async executeQuery<Result>(query: CompiledQuery): Promise<QueryResult<Result>> {
    return guarded(() => this.#statements.run<Result>(query));
  }

  streamQuery(): never {
    throw new RangeError("rows are read in batches, not as a stream");
  }
}

/** The failure behind an error of SQLite, or null where it is none of the disk's. */
export function asStoreFailure(cause: unknown): StoreFailure | null {
  if (!(cause instanceof Sqlite.SqliteError)) return null;
  const found = CODES.find(([prefix]) => cause.code.startsWith(prefix));
  return found ? new StoreFailure(found[1], found[2], cause) : null;
}

/** Runs `work` with its failures told apart. */
export function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw asStoreFailure(cause) ?? cause;
  }
}
