/**
 * SQLite for kysely over better-sqlite3, with three things that kysely's own driver leaves out: write transactions that
 * take their lock at the start, prepared statements that are kept, and failures of the disk as `StoreFailure`.
 */
import type { Database } from "better-sqlite3";
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
import { guarded } from "./sqlite-failure.ts";
import { Statements } from "./statements.ts";

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
