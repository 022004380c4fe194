/** How much a person may have, counted in the transaction that adds to it: two requests at once cannot go beyond. */
import type { PersonId, SheetId } from "@tessera/model";
import { sql } from "kysely";
import type { CapRecords, CountedCap } from "../contract/instance-records.ts";
import { CapReached } from "../contract/store-failure.ts";
import { type Connection, inTransaction } from "./connection.ts";
import { readSettings } from "./instance.ts";

export function capRecords(connection: Connection): CapRecords {
  return {
    room: (person) =>
      inTransaction(connection, async (inside) => {
        await lockCaps(inside, person);
        const room = async (cap: CountedCap) => Math.max(0, (await roomOf(inside, person, { cap })).room);
        return {
          follows: await room("follows"),
          wishes: await room("wishes"),
          sheets: await room("sheets"),
          tiles: await room("tiles"),
          channels: await room("channels"),
          tokens: await room("tokens"),
        };
      }),
  };
}

interface Wanted {
  readonly cap: CountedCap;
  /** How many are to be added; one unless told. */
  readonly count?: number;
  /** For tiles: the sheet that they are put on; a new one unless told. */
  readonly sheet?: SheetId;
  /** True where one that was removed comes back. */
  readonly isBack?: boolean;
}

/**
 * Throws a `CapReached` where the person has too many already. Comes first in its transaction, so that no two of a
 * person wait for each other.
 */
export async function checkCap(connection: Connection, person: PersonId, wanted: Wanted): Promise<void> {
  await lockCaps(connection, person);
  const { room, limit } = await roomOf(connection, person, wanted);
  if ((wanted.count ?? 1) > room) throw new CapReached(wanted.cap, limit);
}

/** Until the end of the transaction nobody else adds anything for this person. */
async function lockCaps(connection: Connection, person: PersonId): Promise<void> {
  await connection.lock(connection.db, `caps ${person}`);
}

/** What was removed and can be brought back takes no room, but it takes space: there is as much again for it. */
const WITH_REMOVED = 2;

async function roomOf(
  connection: Connection,
  person: PersonId,
  { cap, sheet, isBack = false }: Wanted,
): Promise<{ readonly room: number; readonly limit: number }> {
  const { db } = connection;
  const row = await db.selectFrom("people").select("role").where("id", "=", person).executeTakeFirst();
  // the owner sets the caps and is not bound by them; nobody is bound who is not there
  if (row?.role !== "member") return { room: Number.POSITIVE_INFINITY, limit: Number.POSITIVE_INFINITY };
  const limit = (await readSettings(connection)).caps[cap];
  if (cap === "tiles" && !sheet) return { room: limit, limit };
  const { here, stored } = await countOf(connection, person, { cap, sheet });
  const space = isBack ? Number.POSITIVE_INFINITY : WITH_REMOVED * limit - stored;
  return { room: Math.min(limit - here, space), limit };
}

/** How many there are, and how many are stored with those that were removed and can be brought back. */
async function countOf(
  { db }: Connection,
  person: PersonId,
  { cap, sheet }: { readonly cap: CountedCap; readonly sheet: SheetId | undefined },
): Promise<{ readonly here: number; readonly stored: number }> {
  const table = sql.table(cap);
  const whose = cap === "tiles" ? sql`sheet_id = ${sheet}` : sql`person_id = ${person}`;
  const removed = REMOVED[cap];
  const here = removed ? sql`count(case when ${sql.ref(removed)} is null then 1 end)` : sql`count(*)`;
  const { rows } = await sql<{ here: number; stored: number }>`
    select ${here} as here, count(*) as stored from ${table} where ${whose}`.execute(db);
  return { here: Number(rows[0]?.here ?? 0), stored: Number(rows[0]?.stored ?? 0) };
}

/** The column that says that a row is no longer there for its person. */
const REMOVED: Partial<Record<CountedCap, string>> = {
  follows: "deleted_at",
  sheets: "deleted_at",
  tokens: "revoked_at",
};
