/** Prepared statements of one connection, kept, and run as kysely expects it. */
import type { Database, Statement } from "better-sqlite3";
import type { CompiledQuery, QueryResult } from "kysely";

/** Statements differ in the number of ids they list, so there are more of them than queries in the code. */
const MAX_STATEMENTS = 250;
/** Longer ones list hundreds of rows, each time another number of them: what is kept would be large and hardly used. */
const MAX_KEPT_LENGTH = 4_000;

export type Query = Pick<CompiledQuery, "sql" | "parameters">;

export class Statements {
  readonly #database: Database;
  readonly #kept = new Map<string, Statement>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Throws what SQLite throws. */
  run<Result>({ sql, parameters }: Query): QueryResult<Result> {
    const statement = this.#prepare(sql);
    // rows are what the query says: kysely's types are the contract, as with every driver
    if (statement.reader) return { rows: statement.all(parameters) as Result[] };
    const { changes } = statement.run(parameters);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  /** True where the statement changes nothing. */
  isReading(sql: string): boolean {
    return this.#prepare(sql).readonly;
  }

  #prepare(sql: string): Statement {
    const kept = this.#kept.get(sql);
    if (kept) return kept;
    const statement = this.#database.prepare(sql);
    if (sql.length > MAX_KEPT_LENGTH) return statement;
    if (this.#kept.size >= MAX_STATEMENTS) this.#kept.clear();
    this.#kept.set(sql, statement);
    return statement;
  }
}
