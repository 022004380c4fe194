/** Sheets that people share with each other, what each has seen there, and what was taken off them. */
import {
  type FollowId,
  type ObservationId,
  type PersonId,
  Share,
  type ShareRole,
  Sheet,
  type SheetId,
} from "@tessera/model";
import { sql } from "kysely";
import { type GivenShare, MAX_SHARES, type SharedSheet, type ShareRecords } from "../contract/share-records.ts";
import { batches, type Connection, inTransaction } from "./connection.ts";
import { mapping } from "./mapping.ts";
import { isLaterThan } from "./observations.ts";
import { findSheet } from "./tiles.ts";

const shares = mapping(Share);
const sheets = mapping(Sheet);

export function shareRecords(connection: Connection): ShareRecords {
  const { db } = connection;
  return {
    put: (owner, share) => inTransaction(connection, (inside) => putShare(inside, owner, share)),
    of: (owner, sheet) => givenBy(connection, owner, sheet),
    async with(person) {
      const rows = await sharedWith(connection, person).orderBy("since").orderBy("sheets.id").execute();
      return rows.map(sharedOf);
    },
    async find(person, sheet) {
      const row = await sharedWith(connection, person).where("sheets.id", "=", sheet).executeTakeFirst();
      return row ? sharedOf(row) : null;
    },
    async findByTile(person, tile) {
      const row = await sharedWith(connection, person)
        .where("sheets.id", "in", (from) => from.selectFrom("tiles").select("sheet_id").where("tiles.id", "=", tile))
        .executeTakeFirst();
      return row ? sharedOf(row) : null;
    },
    async findFollow(person, follow) {
      const row = await sharedWith(connection, person)
        .innerJoin("tiles", "tiles.sheet_id", "sheets.id")
        .innerJoin("tile_follows", "tile_follows.tile_id", "tiles.id")
        .innerJoin("follows", "follows.id", "tile_follows.follow_id")
        .where("follows.id", "=", follow)
        .where("follows.deleted_at", "is", null)
        .orderBy("since")
        .limit(1)
        .executeTakeFirst();
      return row ? { owner: row.person_id as PersonId, since: row.since } : null;
    },
    end: (by, share, now) => inTransaction(connection, (inside) => endShare(inside, by, { ...share, now })),
    async audienceOf(what) {
      let query = db.selectFrom("shares").select(["shares.person_id", "shares.sheet_id"]).distinct();
      query =
        "sheet" in what
          ? query.where("sheet_id", "=", what.sheet)
          : query.where("sheet_id", "in", (from) =>
              from
                .selectFrom("tile_follows")
                .innerJoin("tiles", "tiles.id", "tile_follows.tile_id")
                .select("tiles.sheet_id")
                .where("follow_id", "=", what.follow),
            );
      const rows = await query.execute();
      return rows.map(({ person_id, sheet_id }) => ({
        personId: person_id as PersonId,
        sheetId: sheet_id as SheetId,
      }));
    },
    ...marksOf(connection),
  };
}

/** Few enough for the parameters of either dialect. */
const ROWS_A_STATEMENT = 50;

/** What was seen, and what was taken off. */
function marksOf({ db }: Connection): Pick<ShareRecords, "markSeen" | "seenBy" | "noteTakenOff" | "takenOff"> {
  return {
    async markSeen(person, follow, observation) {
      await db
        .insertInto("shared_seen")
        .values({ person_id: person, follow_id: follow, observation_id: observation })
        .onConflict((on) =>
          on
            .columns(["person_id", "follow_id"])
            .doUpdateSet({ observation_id: observation })
            .where(isLaterThan(observation, sql.ref("shared_seen.observation_id"))),
        )
        .execute();
    },
    async seenBy(person, follows) {
      const seen = new Map<FollowId, ObservationId>();
      for (const some of batches(follows)) {
        const rows = db.selectFrom("shared_seen").selectAll().where("person_id", "=", person);
        for (const row of await rows.where("follow_id", "in", some).execute())
          seen.set(row.follow_id as FollowId, row.observation_id as ObservationId);
      }
      return seen;
    },
    async noteTakenOff(sheet, follows, now) {
      for (const some of batches(follows, ROWS_A_STATEMENT)) {
        await db
          .insertInto("taken_off")
          .values(some.map((follow_id) => ({ sheet_id: sheet, follow_id, at: now })))
          .onConflict((on) => on.columns(["sheet_id", "follow_id"]).doUpdateSet({ at: now }))
          .execute();
      }
    },
    async takenOff(sheet, since) {
      const rows = db
        .selectFrom("taken_off")
        .select("follow_id")
        .where("sheet_id", "=", sheet)
        .where("at", ">=", since);
      return (await rows.orderBy("follow_id").execute()).map(({ follow_id }) => follow_id as FollowId);
    },
  };
}

/** Sheets that are there, of people who are, with the share of this person and the name of the owner. */
function sharedWith({ db }: Connection, person: PersonId) {
  return db
    .selectFrom("shares")
    .innerJoin("sheets", "sheets.id", "shares.sheet_id")
    .innerJoin("people", "people.id", "sheets.person_id")
    .selectAll("sheets")
    .select(["shares.role", "shares.created_at as since", "people.name as owner_name", "people.display_name"])
    .where("shares.person_id", "=", person)
    .where("sheets.deleted_at", "is", null)
    .where("people.disabled_at", "is", null)
    .$call((query) => query.select((from) => from.val<string>(person).as("shared_with")));
}

type SharedRow = Awaited<ReturnType<ReturnType<typeof sharedWith>["execute"]>>[number];

function sharedOf(row: SharedRow): SharedSheet {
  const { shared_with: personId, role, since: createdAt } = row;
  const sheet = sheets.recordOf(row);
  return {
    share: { sheetId: sheet.id, personId: personId as PersonId, role: role as ShareRole, createdAt },
    sheet,
    owner: { id: sheet.personId, name: row.owner_name, displayName: row.display_name },
  };
}

async function putShare(connection: Connection, owner: PersonId, share: Share): Promise<"put" | "missing" | "full"> {
  const { db } = connection;
  const { sheetId, personId, role, createdAt } = share;
  const sheet = await findSheet(connection, owner, sheetId);
  const person = await db
    .selectFrom("people")
    .select("id")
    .where("id", "=", personId)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  if (!sheet || !person || personId === owner) return "missing";
  await connection.lock(db, `shares of ${sheetId}`);
  const others = await db.selectFrom("shares").select("person_id").where("sheet_id", "=", sheetId).execute();
  const isNew = others.every((other) => other.person_id !== personId);
  if (isNew && others.length >= MAX_SHARES) return "full";
  await db
    .insertInto("shares")
    .values(shares.rowOf(share))
    .onConflict((on) => on.columns(["sheet_id", "person_id"]).doUpdateSet({ role }))
    .execute();
  connection.announce({ kind: "shares-changed", personId, sheetId, at: createdAt });
  return "put";
}

async function givenBy({ db }: Connection, owner: PersonId, sheet?: SheetId): Promise<readonly GivenShare[]> {
  let query = db
    .selectFrom("shares")
    .innerJoin("sheets", "sheets.id", "shares.sheet_id")
    .innerJoin("people", "people.id", "shares.person_id")
    .selectAll("shares")
    .select(["sheets.title", "people.name", "people.display_name"])
    .where("sheets.person_id", "=", owner)
    .where("sheets.deleted_at", "is", null);
  if (sheet !== undefined) query = query.where("shares.sheet_id", "=", sheet);
  const rows = await query.orderBy("sheets.position").orderBy("sheets.id").orderBy("people.name").execute();
  return rows.map((row) => ({
    share: shares.recordOf(row),
    title: row.title,
    person: { id: row.person_id as PersonId, name: row.name, displayName: row.display_name },
  }));
}

interface EndedShare extends Pick<Share, "sheetId" | "personId"> {
  readonly now: number;
}

async function endShare(
  connection: Connection,
  by: PersonId,
  { sheetId, personId, now }: EndedShare,
): Promise<boolean> {
  const { db } = connection;
  const sheet = await db.selectFrom("sheets").select("person_id").where("id", "=", sheetId).executeTakeFirst();
  if (!sheet || (by !== personId && by !== sheet.person_id)) return false;
  const { numDeletedRows } = await db
    .deleteFrom("shares")
    .where("sheet_id", "=", sheetId)
    .where("person_id", "=", personId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  for (const each of new Set([personId, sheet.person_id as PersonId])) {
    connection.announce({ kind: "shares-changed", personId: each, sheetId, at: now });
  }
  return true;
}
