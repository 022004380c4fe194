/** The way to the database that all record groups share, inside a transaction or not. */
import type { LiveEvent } from "@tessera/model";
import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

export type DialectName = "sqlite" | "postgres";

export interface Connection {
  readonly db: Kysely<Tables>;
  readonly dialect: DialectName;
  /** Tells listeners: at once outside a transaction, after the commit inside one. */
  readonly announce: (event: LiveEvent) => void;
}

/** Runs `work` in a transaction: in the one that is open already, or in a new one. */
export async function inTransaction<T>(
  connection: Connection,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  if (connection.db.isTransaction) return work(connection);
  const events: LiveEvent[] = [];
  const result = await connection.db
    .transaction()
    .execute((db) => work({ ...connection, db, announce: (event) => events.push(event) }));
  for (const event of events) connection.announce(event);
  return result;
}

/** Parts of a list of ids, each short enough to be the parameters of one statement in either dialect. */
export function* batches<T>(items: readonly T[], size = 500): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
