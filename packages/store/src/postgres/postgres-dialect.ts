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
import { StoreFailure, type StoreFailureCode } from "../contract/store-failure.ts";

/** By the beginning of the code, the more exact first; what is missing here is a mistake in the program and stays. */
const CODES: readonly (readonly [prefix: string, code: StoreFailureCode, message: string])[] = [
  ["40001", "busy", "two transactions were in each other's way"],
  ["40P01", "busy", "two transactions were in each other's way"],
  ["53100", "full", "the disk of the database is full: nothing was written; make room and try again"],
  ["53200", "unavailable", "the database is out of memory"],
  ["53300", "unavailable", "the database has no connection left: raise max_connections or run fewer processes"],
  ["25006", "read-only", "the database is read-only: is it a replica?"],
  ["57P", "unavailable", "the database is shutting down or starting"],
  ["57014", "unavailable", "the database took too long"],
  ["08", "unavailable", "the connection to the database was lost"],
  ["28", "cannot-open", "the database refused the user or password"],
  ["3D000", "cannot-open", "there is no such database"],
  ["42501", "cannot-open", "the database user may not do this"],
  ["58", "io", "the disk of the database reports an error"],
  ["XX001", "damaged", "the database reports damaged data: restore a backup"],
  ["XX002", "damaged", "the database reports a damaged index: reindex it"],
  ["ECONN", "unavailable", "the database cannot be reached"],
  ["EPIPE", "unavailable", "the connection to the database was lost"],
  ["ETIMEDOUT", "unavailable", "the database cannot be reached"],
  ["EHOST", "unavailable", "the database cannot be reached"],
  ["ENETUNREACH", "unavailable", "the database cannot be reached"],
  ["ENOTFOUND", "unavailable", "the host of the database is not known"],
  ["EAI_AGAIN", "unavailable", "the host of the database is not known"],
  ["ENOENT", "unavailable", "the socket of the database is not there"],
];

/** The driver gives these no code. */
const LOST =
  /^(Connection terminated|Client has encountered a connection error|Query read timeout|timeout (exceeded|expired))/;

export function postgresDialect(pool: Pool): Dialect {
  // an idle connection that breaks is replaced by the pool; without a listener it would end the process
  pool.on("error", () => undefined);
  // nor is one that is cut off while it is being closed: the pool does not listen to it any more
  pool.on("connect", (client) => client.on("error", () => undefined));
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

/** The failure behind an error of the driver, or null where it is none of the database's. */
export function asStoreFailure(cause: unknown): StoreFailure | null {
  if (cause instanceof StoreFailure) return cause;
  if (!(cause instanceof Error)) return null;
  const code = "code" in cause ? String(cause.code) : "";
  const found = CODES.find(([prefix]) => code.startsWith(prefix));
  if (found) return new StoreFailure(found[1], found[2], cause);
  if (LOST.test(cause.message))
    return new StoreFailure("unavailable", "the connection to the database was lost", cause);
  // several addresses of one host were tried
  if (cause instanceof AggregateError) return asStoreFailure(cause.errors[0]);
  return null;
}
