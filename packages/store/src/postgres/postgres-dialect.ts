/**
 * PostgreSQL for kysely over pg, with three things that kysely's own driver leaves out: connections on which a query
 * failed to answer are never used again, text that PostgreSQL cannot hold is made harmless, and failures of the
 * database are `StoreFailure`.
 */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from "kysely";
import type { Pool, PoolClient } from "pg";
import { asStoreFailure } from "./postgres-failure.ts";

export function postgresDialect(pool: Pool): Dialect {
  return {
    createDriver: () => new PgDriver(pool),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
}

class PgDriver implements Driver {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    try {
      return new PgConnection(await this.#pool.connect());
    } catch (cause) {
      throw asStoreFailure(cause) ?? cause;
    }
  }

  async beginTransaction(connection: DatabaseConnection, { isolationLevel }: TransactionSettings): Promise<void> {
    await run(connection, isolationLevel ? `BEGIN ISOLATION LEVEL ${isolationLevel}` : "BEGIN");
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await run(connection, "COMMIT");
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // a connection that cannot even roll back is closed, and the server rolls back by itself
    if (connection instanceof PgConnection && connection.isBroken) return;
    await run(connection, "ROLLBACK");
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof PgConnection) connection.release();
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

async function run(connection: DatabaseConnection, statement: string): Promise<void> {
  await (connection as PgConnection).run(statement, []);
}

class PgConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  #broken: Error | null = null;

  constructor(client: PoolClient) {
    this.#client = client;
    // a connection may break between two queries of a transaction; without a listener that would end the process
    client.on("error", this.#onError);
  }

  readonly #onError = (error: Error): void => {
    this.#broken = error;
  };

  get isBroken(): boolean {
    return this.#broken !== null;
  }

  async executeQuery<Result>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Result>> {
    const { rows, rowCount, command } = await this.run(sql, parameters);
    // rows are what the query says: kysely's types are the contract, as with every driver
    if (command === "SELECT") return { rows: rows as Result[] };
    return { rows: rows as Result[], numAffectedRows: BigInt(rowCount ?? 0) };
  }

  async run(text: string, parameters: readonly unknown[]) {
    try {
      return await this.#client.query(text, parameters.map(storable));
    } catch (cause) {
      const failure = asStoreFailure(cause);
      // an answer may still come, and would be taken for that of the next query
      if (failure?.code === "unavailable" && cause instanceof Error) this.#broken = cause;
      throw failure ?? cause;
    }
  }

  release(): void {
    this.#client.off("error", this.#onError);
    this.#client.release(this.#broken ?? undefined);
  }

  // biome-ignore lint/correctness/useYield: nothing is streamed, the contract of kysely has it
  async *streamQuery<Result>(): AsyncIterableIterator<QueryResult<Result>> {
    throw new Error("queries are not streamed");
  }
}

/** PostgreSQL's text cannot hold U+0000, which a hostile page may well contain. */
function storable(parameter: unknown): unknown {
  return typeof parameter === "string" && parameter.includes("\0") ? parameter.replaceAll("\0", "\ufffd") : parameter;
}
