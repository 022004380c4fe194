/** Bodies, in the database or in the object store that it names. */
import type { BodyHash } from "@tessera/model";
import { type Body, unpackBody } from "../contract/body.ts";
import type { BodyRecords } from "../contract/page-records.ts";
import { StoreFailure } from "../contract/store-failure.ts";
import type { Connection } from "./connection.ts";
import { type PlacedBodies, withPlacedBodies } from "./placed-bodies.ts";
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

/** Stores a body once; one that waits to be swept starts waiting anew. */
export async function putBody(
  { db }: Connection,
  body: Body,
  { now, placed }: { readonly now: number; readonly placed: PlacedBodies },
): Promise<void> {
  const key = placed.get(body.hash) ?? null;
  await db
    .insertInto("bodies")
    .values({
      hash: body.hash,
      packing: body.packing,
      size_bytes: body.sizeBytes,
      data: key ? null : body.bytes,
      object_key: key,
      refs: 0,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column("hash").doUpdateSet({ created_at: now }).where("bodies.refs", "=", 0))
    .execute();
}

async function readPacked(connection: Connection, hash: BodyHash): Promise<Body | null> {
  const row = await connection.db.selectFrom("bodies").selectAll().where("hash", "=", hash).executeTakeFirst();
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
