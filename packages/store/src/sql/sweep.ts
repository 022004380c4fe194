/** Sweeping: retention rules applied, and everything dropped that nothing refers to any more. A bounded part a call. */
import { sql } from "kysely";
import type { Swept } from "../contract/upkeep.ts";
import { batches, type Connection, inTransaction } from "./connection.ts";
import { dropFollows, dropPages } from "./drop.ts";
import { readSettings } from "./instance.ts";
import { settleMoves } from "./moves.ts";
import { sweepObservations } from "./sweep-observations.ts";

const DAY_MS = 24 * 3_600_000;

/** Captures that a page keeps whether or not an observation is about them: for training and for replaying. */
const CAPTURES_KEPT = 8;

/**
 * Fresh captures and bodies may be waiting for the follow that will refer to them, and a capture that was the newest of
 * its page lately may be on somebody's repair card.
 */
const FRESH_MS = DAY_MS;

/** How many pages, follows and bodies one sweep looks at: a few milliseconds a transaction. */
const PAGES_A_SWEEP = 100;
const FOLLOWS_A_SWEEP = 50;
const BODIES_A_SWEEP = 500;
const TOKEN_MEMORY_MS = 30 * 24 * 3_600_000;

/** Where the last sweep stopped; the next one goes on there, round and round. Null where this round is through. */
export interface SweepPosition {
  block: string | null;
  page: string | null;
}

export async function sweep(connection: Connection, position: SweepPosition, now: number): Promise<Swept> {
  const follows = await inTransaction(connection, (inside) => sweepFollows(inside, now));
  const sessions = await sweepSessions(connection, now);
  await sweepTokens(connection, now);
  if (position.page === "") await sweepHosts(connection, now);
  const thinned = await inTransaction(connection, (inside) => sweepObservations(inside, position, now));
  const walked = await walkPages(connection, position);
  const pages = await inTransaction(connection, (inside) => sweepPages(inside, walked, now));
  const captures = await inTransaction(connection, (inside) => sweepCaptures(inside, walked, now));
  const bodies = await sweepBodies(connection, now);
  return {
    follows,
    sessions,
    observations: thinned,
    pages,
    captures,
    bodies,
    isPartial: !startAnew(position) || bodies === BODIES_A_SWEEP || follows === FOLLOWS_A_SWEEP,
  };
}

/** False while the round is not through everywhere. */
function startAnew(position: SweepPosition): boolean {
  if (position.block !== null || position.page !== null) return false;
  position.block = "";
  position.page = "";
  return true;
}

/** Follows and sheets whose deletion can no longer be undone, and moves to another page. */
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
  await settleMoves(connection, now - undoMs);
  await connection.db
    .deleteFrom("sheets")
    .where("deleted_at", "<=", now - undoMs)
    .execute();
  await connection.db
    .deleteFrom("taken_off")
    .where("at", "<=", now - undoMs)
    .execute();
  return rows.length;
}

async function sweepSessions({ db }: Connection, now: number): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom("sessions").where("expires_at", "<=", now).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Tokens that have opened nothing for a month; the audit log still names them. */
async function sweepTokens({ db }: Connection, now: number): Promise<void> {
  const ended = now - TOKEN_MEMORY_MS;
  await db
    .deleteFrom("tokens")
    .where((is) => is.or([is("revoked_at", "<=", ended), is("expires_at", "<=", ended)]))
    .execute();
}

/** Hosts that nobody visited for a day: a row comes back with the next visit. */
async function sweepHosts({ db }: Connection, now: number): Promise<void> {
  await db
    .deleteFrom("hosts")
    .where("free_at", "<=", now - FRESH_MS)
    .execute();
}

/** The next pages of the round. */
async function walkPages({ db }: Connection, position: SweepPosition): Promise<readonly string[]> {
  if (position.page === null) return [];
  const pages = await db
    .selectFrom("pages")
    .select("id")
    .where("id", ">", position.page)
    .orderBy("id")
    .limit(PAGES_A_SWEEP)
    .execute();
  position.page = pages.length < PAGES_A_SWEEP ? null : (pages.at(-1)?.id ?? null);
  return pages.map((page) => page.id);
}

/** Of these pages those that nobody follows, offers or has just opened. */
async function sweepPages(connection: Connection, walked: readonly string[], now: number): Promise<number> {
  if (walked.length === 0) return 0;
  const rows = await connection.db
    .selectFrom("pages")
    .select("id")
    .where("id", "in", walked)
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
          // what is followed elsewhere by now was here: its history shows captures of this page
          is.exists(
            is
              .selectFrom("captures")
              .innerJoin("observations", "observations.capture_id", "captures.id")
              .innerJoin("follows as moved", "moved.block_id", "observations.block_id")
              .select("captures.id")
              .whereRef("captures.page_id", "=", "pages.id"),
          ),
          is.exists(
            is
              .selectFrom("blocks")
              .innerJoin("follows as moved", "moved.moved_from", "blocks.id")
              .select("blocks.id")
              .whereRef("blocks.page_id", "=", "pages.id"),
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
    .execute();
  await dropPages(
    connection,
    rows.map((row) => row.id),
  );
  return rows.length;
}

/** Captures that no kept observation is about, that taught nothing, and that have not been among the newest for a day. */
async function sweepCaptures({ db }: Connection, walked: readonly string[], now: number): Promise<number> {
  if (walked.length === 0) return 0;
  const ranked = db
    .selectFrom("captures")
    .select("id")
    .select(sql<number>`row_number() over (partition by page_id order by at desc, id desc)`.as("rank"))
    .select(sql<number>`lag(at) over (partition by page_id order by at desc, id desc)`.as("replaced_at"))
    .where("page_id", "in", walked)
    .as("ranked");
  const unused = await db
    .selectFrom(ranked)
    .select("ranked.id")
    .where("ranked.rank", ">", CAPTURES_KEPT)
    .where("ranked.replaced_at", "<=", now - FRESH_MS)
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
