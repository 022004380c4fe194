/** Moves a whole instance from one store to another, in either direction. */
import { openPostgresDatabase } from "../postgres/open-postgres.ts";
import type { Connection } from "../sql/connection.ts";
import { openSqliteDatabase } from "../sqlite/open-sqlite.ts";
import { type Copied, type CopyProgress, copyStore } from "./copy-store.ts";

/** A data directory, or the `postgres://` address of a database. */
export type StoreAddress = string;

export interface MoveRequest {
  readonly from: StoreAddress;
  readonly to: StoreAddress;
  readonly now: number;
  readonly onProgress?: (progress: CopyProgress) => void;
}

/**
 * Copies everything and verifies it; the original stays as it is. Nobody may write to either meanwhile: the caller has
 * stopped the servers. Can be interrupted and run again.
 */
export async function moveStore({ from, to, now, onProgress }: MoveRequest): Promise<Copied> {
  const source = await open(from, now);
  try {
    const target = await open(to, now);
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
  now: number,
): Promise<{ readonly connection: Connection; close(): Promise<void> }> {
  return isDatabase(address)
    ? openPostgresDatabase({ url: address, now })
    : openSqliteDatabase({ directory: address, now });
}

/** True for the address of a PostgreSQL, false for a directory. */
export function isDatabase(address: StoreAddress): boolean {
  return /^postgres(ql)?:\/\//.test(address);
}
