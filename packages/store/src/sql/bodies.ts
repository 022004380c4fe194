/**
 * Bodies, in the database or in the object store that it names. There they are written before the transaction that names
 * them, under a key that nobody else has, so that a sweep of the same content can never take it away.
 */
import { randomUUID } from "node:crypto";
import type { BodyHash } from "@tessera/model";
import { type Body, unpackBody } from "../contract/body.ts";
import type { BodyRecords } from "../contract/page-records.ts";
import { StoreFailure } from "../contract/store-failure.ts";
import { batches, type Connection, inTransaction } from "./connection.ts";
import { insertRow, rowsWhere } from "./kept-statements.ts";
import type { Row } from "./tables.ts";

export function bodyRecords(connection: Connection): BodyRecords {
  return {
    put: (body, now) =>
      withPlacedBodies(connection, [body], (inside, placed) => putBody(inside, body, { now, placed })),
    read: (hash) => readBody(connection, hash),
    readPacked: (hash) => readPacked(connection, hash),
    async readText(hash) {
      const content = await readBody(connection, hash);
      return content && Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString("utf8");
    },
  };
}

const WAITS_ANEW = `on conflict ("hash") do update set "created_at" = excluded."created_at" where "bodies"."refs" = 0`;

/** Stores a body once; one that waits to be swept starts waiting anew. */
export async function putBody(
  connection: Connection,
  body: Body,
  { now, placed }: { readonly now: number; readonly placed: PlacedBodies },
): Promise<void> {
  const key = placed.get(body.hash) ?? null;
  const row = {
    hash: body.hash,
    packing: body.packing,
    size_bytes: body.sizeBytes,
    data: key ? null : body.bytes,
    object_key: key,
    refs: 0,
    created_at: now,
  };
  await insertRow(connection, "bodies", row, WAITS_ANEW);
}

async function readPacked(connection: Connection, hash: BodyHash): Promise<Body | null> {
  const [row] = await rowsWhere(connection, "bodies", { hash });
  return row ? bodyOf(connection, row) : null;
}

async function readBody(connection: Connection, hash: BodyHash): Promise<Uint8Array | null> {
  const body = await readPacked(connection, hash);
  return body && unpackBody(body);
}

/** Null where the object store has lost the bytes. */
export async function bodyOf(connection: Connection, row: Row<"bodies">): Promise<Body | null> {
  const bytes = await bytesOf(connection, row);
  return (
    bytes && { hash: row.hash as BodyHash, packing: row.packing as Body["packing"], bytes, sizeBytes: row.size_bytes }
  );
}

/** The packed bytes, wherever they are. */
export async function bytesOf(
  { objects }: Pick<Connection, "objects">,
  { data, object_key: key, hash }: Pick<Row<"bodies">, "data" | "object_key" | "hash">,
): Promise<Uint8Array | null> {
  if (key === null) return data;
  if (!objects) {
    throw new StoreFailure("cannot-open", `body ${hash} is in an object store, and none is configured`, null);
  }
  return objects.get(key);
}

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
