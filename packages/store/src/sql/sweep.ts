/** Sweeping: retention rules applied, and everything dropped that nothing refers to any more. A bounded part a call. */
import type { Retention } from "@tessera/model";
import { sql } from "kysely";
import type { Swept } from "../contract/upkeep.ts";
import { keptObservations } from "../retention/kept-observations.ts";
import { batches, type Connection, inTransaction } from "./connection.ts";
import { dropFollows, dropPages } from "./drop.ts";
import { readSettings } from "./instance.ts";
import { fromJson } from "./rows.ts";

const DAY_MS = 24 * 3_600_000;

/** Captures that a page keeps whether or not an observation began in them: for training and for replaying. */
const CAPTURES_KEPT = 8;

/** Fresh captures and bodies may be waiting for the follow that will refer to them. */
const FRESH_MS = DAY_MS;

/** How many blocks, pages, follows and bodies one sweep looks at: a few milliseconds a transaction. */
const BLOCKS_A_SWEEP = 200;
const PAGES_A_SWEEP = 100;
const FOLLOWS_A_SWEEP = 50;
const BODIES_A_SWEEP = 500;

/** Where the last sweep stopped; the next one goes on there, round and round. */
export interface SweepPosition {
  block: string;
  page: string;
}

export async function sweep(connection: Connection, position: SweepPosition, now: number): Promise<Swept> {
  const follows = await inTransaction(connection, (inside) => sweepFollows(inside, now));
  const sessions = await sweepSessions(connection, now);
  const thinned = await inTransaction(connection, (inside) => sweepObservations(inside, position, now));
  const pages = await inTransaction(connection, (inside) => sweepPages(inside, now));
  const captures = await inTransaction(connection, (inside) => sweepCaptures(inside, position, now));
  const bodies = await sweepBodies(connection, now);
  return {
    follows,
    sessions,
    observations: thinned,
    pages,
    captures,
    bodies,
    isPartial:
      position.block !== "" || position.page !== "" || bodies === BODIES_A_SWEEP || follows === FOLLOWS_A_SWEEP,
  };
}

/** Follows and sheets whose deletion can no longer be undone. */
async function sweepFollows(connection: Connection, now: number): Promise<number> {
  const { undoMs } = await readSettings(connection);
  const rows = await connection.db
    .selectFrom("follows")
    .select("id")
    .where("deleted_at", "<=", now - undoMs)
    .limit(FOLLOWS_A_SWEEP)
    .execute();
  await dropFollows(
    connection,
    rows.map((row) => row.id),
  );
  await connection.db
    .deleteFrom("sheets")
    .where("deleted_at", "<=", now - undoMs)
    .execute();
  return rows.length;
}

async function sweepSessions({ db }: Connection, now: number): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom("sessions").where("expires_at", "<=", now).executeTakeFirst();
  return Number(numDeletedRows);
}

async function sweepObservations(connection: Connection, position: SweepPosition, now: number): Promise<number> {
  const blocks = await connection.db
    .selectFrom("blocks")
    .select(["id", "latest_observation_id", "latest_found_id"])
    .where("id", ">", position.block)
    .orderBy("id")
    .limit(BLOCKS_A_SWEEP)
    .execute();
  let dropped = 0;
  for (const block of blocks) {
    const pointedAt = [block.latest_observation_id, block.latest_found_id];
    dropped += await thinBlock(connection, { id: block.id, pointedAt, now });
  }
  position.block = blocks.length < BLOCKS_A_SWEEP ? "" : (blocks.at(-1)?.id ?? "");
  return dropped;
}

async function thinBlock(
  { db }: Connection,
  block: { readonly id: string; readonly pointedAt: readonly (string | null)[]; readonly now: number },
): Promise<number> {
  const runs = await db
    .selectFrom("observations")
    .select(["id", "at", "last_at as lastAt"])
    .where("block_id", "=", block.id)
    .orderBy("at")
    .orderBy("id")
    .execute();
  if (runs.length <= block.pointedAt.length) return 0;
  const follows = await db.selectFrom("follows").select("retention").where("block_id", "=", block.id).execute();
  const rules = follows.map((follow) => fromJson<Retention>(follow.retention));
  const kept = keptObservations(rules, runs, block.now);
  const dropped = runs.filter((run) => !kept.has(run.id) && !block.pointedAt.includes(run.id)).map((run) => run.id);
  for (const ids of batches(dropped)) await db.deleteFrom("observations").where("id", "in", ids).execute();
  return dropped.length;
}

/** Pages that nobody follows, offers or has just opened. */
async function sweepPages(connection: Connection, now: number): Promise<number> {
  const rows = await connection.db
    .selectFrom("pages")
    .select("id")
    .where("created_at", "<=", now - FRESH_MS)
    .where("lease_token", "is", null)
    .where((is) =>
      is.not(
        is.or([
          is.exists(is.selectFrom("follows").select("follows.id").whereRef("follows.page_id", "=", "pages.id")),
          is.exists(
            is
              .selectFrom("catalogue_pages")
              .select("catalogue_pages.id")
              .whereRef("catalogue_pages.page_id", "=", "pages.id"),
          ),
          is.exists(
            is
              .selectFrom("page_readers")
              .select("page_readers.page_id")
              .whereRef("page_readers.page_id", "=", "pages.id")
              .where("page_readers.opened_at", ">", now - FRESH_MS),
          ),
        ]),
      ),
    )
    .limit(PAGES_A_SWEEP)
    .execute();
  await dropPages(
    connection,
    rows.map((row) => row.id),
  );
  return rows.length;
}

/** Captures in which no kept observation began, that taught nothing, and that are not among the newest of their page. */
async function sweepCaptures({ db }: Connection, position: SweepPosition, now: number): Promise<number> {
  const pages = await db
    .selectFrom("pages")
    .select("id")
    .where("id", ">", position.page)
    .orderBy("id")
    .limit(PAGES_A_SWEEP)
    .execute();
  position.page = pages.length < PAGES_A_SWEEP ? "" : (pages.at(-1)?.id ?? "");
  if (pages.length === 0) return 0;
  const ranked = db
    .selectFrom("captures")
    .select(["id", "at"])
    .select(sql<number>`row_number() over (partition by page_id order by at desc, id desc)`.as("rank"))
    .where(
      "page_id",
      "in",
      pages.map((page) => page.id),
    )
    .as("ranked");
  const unused = await db
    .selectFrom(ranked)
    .select("ranked.id")
    .where("ranked.rank", ">", CAPTURES_KEPT)
    .where("ranked.at", "<=", now - FRESH_MS)
    .where((is) =>
      is.not(
        is.or([
          is.exists(is.selectFrom("observations").select("observations.id").whereRef("capture_id", "=", "ranked.id")),
          is.exists(is.selectFrom("blocks").select("blocks.id").whereRef("first_capture_id", "=", "ranked.id")),
          is.exists(
            is.selectFrom("corrections").select("corrections.id").whereRef("corrections.capture_id", "=", "ranked.id"),
          ),
        ]),
      ),
    )
    .execute();
  const ids = unused.map((row) => row.id);
  for (const some of batches(ids)) await db.deleteFrom("captures").where("id", "in", some).execute();
  return ids.length;
}

/** Bodies that nothing names; those in the object store are taken away there once no row can name them again. */
async function sweepBodies({ db, objects }: Connection, now: number): Promise<number> {
  const dropUnused = (hashes: readonly string[]) =>
    db
      .deleteFrom("bodies")
      .where("hash", "in", hashes)
      .where("refs", "=", 0)
      .where("created_at", "<=", now - FRESH_MS)
      .returning("object_key");
  const rows = await db
    .selectFrom("bodies")
    .select("hash")
    .where("refs", "=", 0)
    .where("created_at", "<=", now - FRESH_MS)
    .limit(BODIES_A_SWEEP)
    .execute();
  const hashes = rows.map((row) => row.hash);
  for (const some of batches(hashes)) {
    // asked again, because a check may have taken one up since
    const dropped = await dropUnused(some).execute();
    for (const { object_key: key } of dropped) if (key !== null) await objects?.remove(key);
  }
  return hashes.length;
}
