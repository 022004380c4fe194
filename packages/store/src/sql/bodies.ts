/** Bodies in the database. */
import type { BodyHash } from "@tessera/model";
import { type Body, unpackBody } from "../bodies/body.ts";
import type { BodyRecords } from "../contract/page-records.ts";
import type { Connection } from "./connection.ts";
import type { Row } from "./tables.ts";

export function bodyRecords(connection: Connection): BodyRecords {
  return {
    put: (body, now) => putBody(connection, body, now),
    read: (hash) => readBody(connection, hash),
    readPacked: (hash) => readPacked(connection, hash),
    async readText(hash) {
      const content = await readBody(connection, hash);
      return content && Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString("utf8");
    },
  };
}

/** Stores a body once; one that waits to be swept starts waiting anew. */
export async function putBody({ db }: Connection, body: Body, now: number): Promise<void> {
  await db
    .insertInto("bodies")
    .values({
      hash: body.hash,
      packing: body.packing,
      size_bytes: body.sizeBytes,
      data: body.bytes,
      refs: 0,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column("hash").doUpdateSet({ created_at: now }).where("bodies.refs", "=", 0))
    .execute();
}

async function readPacked({ db }: Connection, hash: BodyHash): Promise<Body | null> {
  const row = await db.selectFrom("bodies").selectAll().where("hash", "=", hash).executeTakeFirst();
  return row ? bodyOf(row) : null;
}

async function readBody(connection: Connection, hash: BodyHash): Promise<Uint8Array | null> {
  const body = await readPacked(connection, hash);
  return body && unpackBody(body);
}

/** Null where the bytes are not in the database. */
export function bodyOf(row: Row<"bodies">): Body | null {
  if (row.data === null) return null;
  return {
    hash: row.hash as BodyHash,
    packing: row.packing as Body["packing"],
    bytes: row.data,
    sizeBytes: row.size_bytes,
  };
}
