/**
 * SQLite with two connections: one in this thread that only reads, and one in a thread of its own that writes. Readers
 * see every commit that was acknowledged and wait for none that is under way (the write-ahead log allows it).
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
import type { Turns, Writer } from "./writer.ts";

export function threadedDialect(reader: Database, writer: Writer): Dialect {
  return {
    createDriver: () => new ThreadedDriver(reader, writer),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new ThreadedAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** Kysely need not let its callers in one at a time: the driver does where it matters. */
class ThreadedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

class ThreadedDriver implements Driver {
  readonly #reader: Database;
  readonly #writer: Writer;
  readonly #statements: Statements;

  constructor(reader: Database, writer: Writer) {
    this.#reader = reader;
    this.#writer = writer;
    this.#statements = new Statements(reader);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Lane> {
    return new Lane({ statements: this.#statements, writer: this.#writer, turns: this.#writer.turns });
  }

  async beginTransaction(lane: Lane): Promise<void> {
    await lane.begin();
  }

  async commitTransaction(lane: Lane): Promise<void> {
    await lane.commit();
  }

  async rollbackTransaction(): Promise<void> {
    await this.#writer.rollback();
  }

  async releaseConnection(lane: Lane): Promise<void> {
    lane.leave();
  }

  /** Closes both, after what was begun before. */
  async destroy(): Promise<void> {
    const endTurn = await this.#writer.turns.take();
    await this.#writer.close();
    this.#reader.close();
    endTurn();
  }
}

interface LaneParts {
  readonly statements: Statements;
  readonly writer: Writer;
  readonly turns: Turns;
}

/** One user's way to the database: reads here, a write in its turn, and all of a transaction in one turn. */
class Lane implements DatabaseConnection {
  readonly #parts: LaneParts;
  #endTurn: (() => void) | null = null;

  constructor(parts: LaneParts) {
    this.#parts = parts;
  }

  async begin(): Promise<void> {
    this.#endTurn = await this.#parts.turns.take();
    await this.#parts.writer.query({ sql: "BEGIN IMMEDIATE", parameters: [] });
  }

  async commit(): Promise<void> {
    await this.#parts.writer.query({ sql: "COMMIT", parameters: [] });
  }

  leave(): void {
    this.#endTurn?.();
    this.#endTurn = null;
  }

  async executeQuery<Result>(query: CompiledQuery): Promise<QueryResult<Result>> {
    const { statements, writer, turns } = this.#parts;
    if (this.#endTurn) return writer.query(query);
    if (guarded(() => statements.isReading(query.sql))) return guarded(() => statements.run<Result>(query));
    const endTurn = await turns.take();
    try {
      return await writer.query(query);
    } finally {
      endTurn();
    }
  }

  streamQuery(): never {
    throw new RangeError("rows are read in batches, not as a stream");
  }
}
