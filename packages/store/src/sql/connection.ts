/** The way to the database that all record groups share, inside a transaction or not. */
import type { LiveEvent } from "@tessera/model";
import type { Kysely } from "kysely";
import type { ObjectStore } from "../contract/body.ts";
import type { Tables } from "./tables.ts";

export type DialectName = "sqlite" | "postgres";

/** What the shared queries cannot say alike in both dialects. */
export interface DialectTraits {
  /** True where no other process claims pages. */
  readonly isAlone: boolean;
  /** Stands in a statement for the parameter of this number, counted from 0. */
  readonly placeholder: (at: number) => string;
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
