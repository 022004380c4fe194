/** Gadgets. */
import { Gadget, type PersonId, type SheetId } from "@tessera/model";
import { type GadgetRecords, MAX_GADGETS } from "../contract/gadget-records.ts";
import { type Connection, inTransaction } from "./connection.ts";
import { mapping } from "./mapping.ts";
import { findSheet } from "./tiles.ts";

const gadgets = mapping(Gadget);

export function gadgetRecords(connection: Connection): GadgetRecords {
  const { db } = connection;
  return {
    add: (gadget) =>
      inTransaction(connection, async (inside) => {
        const { personId } = gadget;
        const others = await inside.db.selectFrom("gadgets").select("id").where("person_id", "=", personId).execute();
        if (others.length >= MAX_GADGETS || !(await isOwn(inside, gadget))) return false;
        await inside.db.insertInto("gadgets").values(gadgets.rowOf(gadget)).execute();
        return true;
      }),
    async of(owner) {
      const rows = await db
        .selectFrom("gadgets")
        .selectAll()
        .where("person_id", "=", owner)
        .orderBy("id", "desc")
        .execute();
      return rows.map(gadgets.recordOf);
    },
    async find(id) {
      const row = await db
        .selectFrom("gadgets")
        .innerJoin("people", "people.id", "gadgets.person_id")
        .leftJoin("follows", "follows.id", "gadgets.follow_id")
        .leftJoin("sheets", "sheets.id", "gadgets.sheet_id")
        .selectAll("gadgets")
        .where("gadgets.id", "=", id)
        .where("people.disabled_at", "is", null)
        .where("follows.deleted_at", "is", null)
        .where("sheets.deleted_at", "is", null)
        .executeTakeFirst();
      return row ? gadgets.recordOf(row) : null;
    },
    async shown(id, at) {
      await db.updateTable("gadgets").set({ last_shown_at: at }).where("id", "=", id).execute();
    },
    async remove(owner, id) {
      const { numDeletedRows } = await db
        .deleteFrom("gadgets")
        .where("id", "=", id)
        .where("person_id", "=", owner)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

/** A wall that begins with a sheet that goes begins with the next one that is there. Should that sheet come back, it is the last. */
export async function beginWithNext(connection: Connection, owner: PersonId, sheet: SheetId): Promise<void> {
  const { db } = connection;
  const rows = await db.selectFrom("gadgets").selectAll().where("sheet_id", "=", sheet).execute();
  for (const { id, wall } of rows.map(gadgets.recordOf)) {
    const others = wall?.sheetIds.filter((other) => other !== sheet) ?? [];
    const next = await firstThere(connection, owner, others);
    if (!wall || !next) continue;
    const sheetIds = [...others.filter((other) => other !== next), sheet];
    const columns = gadgets.columnsOf({ sheetId: next, wall: { ...wall, sheetIds } });
    await db.updateTable("gadgets").set(columns).where("id", "=", id).execute();
  }
}

async function firstThere(connection: Connection, owner: PersonId, ids: readonly SheetId[]): Promise<SheetId | null> {
  for (const id of ids) if (await findSheet(connection, owner, id)) return id;
  return null;
}

async function isOwn(connection: Connection, { personId, followId, sheetId }: Gadget): Promise<boolean> {
  if (sheetId !== null) return followId === null && (await findSheet(connection, personId, sheetId)) !== undefined;
  if (followId === null) return false;
  const row = await connection.db
    .selectFrom("follows")
    .select("id")
    .where("id", "=", followId)
    .where("person_id", "=", personId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}
