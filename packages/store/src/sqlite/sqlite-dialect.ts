/**
 * SQLite for kysely over better-sqlite3, with three things that kysely's own driver leaves out: write transactions that
 * take their lock at the start, prepared statements that are kept, and failures of the disk as `StoreFailure`.
 */
import type { Database, Statement } from "better-sqlite3";
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
import { asStoreFailure } from "./sqlite-failure.ts";

/** Statements differ in the number of ids they list, so there are more of them than queries in the code. */
const MOST_STATEMENTS = 1_000;

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
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();

  constructor(database: Database) {
    this.#database = database;
  }

  run(statement: string): void {
    this.#guarded(() => this.#prepare(statement).run());
  }

  async executeQuery<Result>(query: CompiledQuery): Promise<QueryResult<Result>> {
    return this.#guarded(() => {
      const statement = this.#prepare(query.sql);
      // rows are what the query says: kysely's types are the contract, as with every driver
      if (statement.reader) return { rows: statement.all(query.parameters) as Result[] };
      const { changes } = statement.run(query.parameters);
      return { rows: [], numAffectedRows: BigInt(changes) };
    });
  }

  async *streamQuery<Result>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Result>> {
    for (const row of this.#database.prepare(query.sql).iterate(query.parameters)) yield { rows: [row as Result] };
  }

  #prepare(text: string): Statement {
    const kept = this.#statements.get(text);
    if (kept) return kept;
    if (this.#statements.size >= MOST_STATEMENTS) this.#statements.clear();
    const statement = this.#database.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }

  #guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (cause) {
      throw asStoreFailure(cause) ?? cause;
    }
  }
}
