/**
 * Bodies on their way into the object store: written there before the transaction that names them, under a key that
 * nobody else has, so that a sweep of the same content can never take it away.
 */
import { randomUUID } from "node:crypto";
import type { Body } from "../contract/body.ts";
import { batches, type Connection, inTransaction } from "./connection.ts";

/** Keys by hash, of those that were written. */
export type PlacedBodies = ReadonlyMap<string, string>;

const NOTHING: PlacedBodies = new Map();
/** Smaller ones stay in the database: a request costs more than their bytes. */
const SMALL_BYTES = 4_096;

/** Runs `work` in a transaction with its bodies placed, and takes those away that it did not come to name. */
export async function withPlacedBodies<T>(
  connection: Connection,
  bodies: readonly Body[],
  work: (connection: Connection, placed: PlacedBodies) => Promise<T>,
): Promise<T> {
  const placed = await placeBodies(connection, bodies);
  try {
    return await inTransaction(connection, (inside) => work(inside, placed));
  } finally {
    // where the database cannot be asked, nobody knows which are named: they are left where they are
    await dropUnnamed(connection, placed).catch(() => undefined);
  }
}

/** Writes those bodies that the database does not have yet. */
async function placeBodies(connection: Connection, bodies: readonly Body[]): Promise<PlacedBodies> {
  const { objects, db } = connection;
  const large = bodies.filter((body) => body.bytes.length >= SMALL_BYTES);
  if (!objects || large.length === 0) return NOTHING;
  const known = new Set<string>();
  for (const some of batches(large)) {
    const hashes = some.map((body) => body.hash);
    const rows = await db.selectFrom("bodies").select("hash").where("hash", "in", hashes).execute();
    for (const { hash } of rows) known.add(hash);
  }
  const placed = new Map<string, string>();
  for (const { hash, bytes } of large) {
    if (known.has(hash) || placed.has(hash)) continue;
    const key = `${hash.slice(0, 2)}/${hash}/${randomUUID()}`;
    await objects.put(key, bytes);
    placed.set(hash, key);
  }
  return placed;
}

/** Takes those away that no record came to name, because somebody was faster or the transaction failed. */
async function dropUnnamed({ objects, db }: Connection, placed: PlacedBodies): Promise<void> {
  if (!objects || placed.size === 0) return;
  const rows = await db
    .selectFrom("bodies")
    .select("object_key")
    .where("hash", "in", [...placed.keys()])
    .execute();
  const named = new Set(rows.map((row) => row.object_key));
  for (const key of placed.values()) if (!named.has(key)) await objects.remove(key);
}
