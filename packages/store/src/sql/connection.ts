/** The way to the database that all record groups share, inside a transaction or not. */
import type { LiveEvent } from "@tessera/model";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { ObjectStore } from "../contract/body.ts";
import type { Tables } from "./tables.ts";

export type DialectName = "sqlite" | "postgres";

/** What the shared queries cannot say alike in both dialects. */
export interface DialectTraits {
  /** True where no other process claims pages. */
  readonly isAlone: boolean;
  /** Stands in a statement for the parameter of this number, counted from 0. */
  readonly placeholder: (at: number) => string;
  /** True of rows in which the column is one of the ids, however many: they are one parameter. */
  readonly oneOf: (column: string, ids: readonly string[]) => RawBuilder<boolean>;
  /** True where the text has this in it, sign for sign. */
  readonly includes: (text: RawBuilder<unknown>, part: string) => RawBuilder<boolean>;
  /**
   * A join that is done as it is written, whatever the planner believes of the tables: for each row of what stands before it, in
   * that order, the rows of this table for which the condition is true.
   */
  readonly each: (
    table: RawBuilder<unknown>,
    alias: RawBuilder<unknown>,
    on: RawBuilder<unknown>,
  ) => RawBuilder<unknown>;
  /** Lets one transaction at a time pass, until its end. SQLite's write transactions are alone by themselves. */
  lock(db: Kysely<Tables>, what: string): Promise<void>;
  /** True where two transactions were in each other's way and this one can simply be done again. */
  isConflict(failure: unknown): boolean;
}

export interface Connection extends DialectTraits {
  readonly db: Kysely<Tables>;
  /** Null where all bodies are in the database. */
  readonly objects: ObjectStore | null;
  /** Tells listeners: at once outside a transaction, after the commit inside one. */
  readonly announce: (event: LiveEvent) => void;
}

/** Over SQLite, where a write transaction is alone by itself: there is nothing to lock and no conflict. */
export function connectionOver(db: Kysely<Tables>, announce: Connection["announce"]): Connection {
  return {
    ...{ db, announce, objects: null, isAlone: true },
    placeholder: () => "?",
    oneOf: (column, ids) => sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(ids)}))`,
    includes: (text, part) => sql`instr(${text}, ${part}) > 0`,
    each: (table, alias, on) => sql`CROSS JOIN ${table} ${alias} ON ${on}`,
    lock: async () => undefined,
    isConflict: () => false,
  };
}

/** More would mean a mistake: two transactions that get in each other's way differ in what they do next. */
const MAX_ATTEMPTS = 8;

/** Runs `work` in a transaction: in the one that is open already, or in a new one. */
export async function inTransaction<T>(
  connection: Connection,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  if (connection.db.isTransaction) return work(connection);
  for (let attempt = 1; ; attempt++) {
    const events: LiveEvent[] = [];
    try {
      const result = await connection.db
        .transaction()
        .execute((db) => work({ ...connection, db, announce: (event) => events.push(event) }));
      for (const event of events) connection.announce(event);
      return result;
    } catch (failure) {
      if (attempt >= MAX_ATTEMPTS || !connection.isConflict(failure)) throw failure;
    }
  }
}

/** Parts of a list of ids, each short enough to be the parameters of one statement in either dialect. */
export function* batches<T>(items: readonly T[], size = 500): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
