/** Moves a whole instance from one store to another, in either direction. */
import type { ObjectStore } from "./contract/body.ts";
import { openPostgresDatabase } from "./postgres/open-postgres.ts";
import type { Connection } from "./sql/connection.ts";
import { type Copied, type CopyProgress, copyStore } from "./sql/copy-store.ts";
import { openSqliteDatabase } from "./sqlite/open-sqlite.ts";

/** A data directory, or the `postgres://` address of a database. */
export type StoreAddress = string;

export interface MoveRequest {
  readonly from: StoreAddress;
  readonly to: StoreAddress;
  readonly now: number;
  readonly onProgress?: (progress: CopyProgress) => void;
  /** Where large bodies of a PostgreSQL are; the copy has them in its database. */
  readonly objects?: ObjectStore | null;
}

/**
 * Copies everything and verifies it; the original stays as it is. Nobody may write to either meanwhile: the caller has
 * stopped the servers. Can be interrupted and run again.
 */
export async function moveStore({ from, to, now, onProgress, objects = null }: MoveRequest): Promise<Copied> {
  const source = await open(from, { now, objects });
  try {
    const target = await open(to, { now, objects: null });
    try {
      return await copyStore(source.connection, target.connection, { onProgress });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function open(
  address: StoreAddress,
  { now, objects }: { readonly now: number; readonly objects: ObjectStore | null },
): Promise<{ readonly connection: Connection; close(): Promise<void> }> {
  return isDatabase(address)
    ? openPostgresDatabase({ url: address, now, objects })
    : openSqliteDatabase({ directory: address, now });
}

/** True for the address of a PostgreSQL, false for a directory. */
export function isDatabase(address: StoreAddress): boolean {
  return /^postgres(ql)?:\/\//.test(address);
}
