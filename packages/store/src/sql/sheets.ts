/** Sheets and tiles. */
import type { PersonId, Sheet, SheetId, Tile, TileId } from "@tessera/model";
import type { Changed, ChangeOptions } from "../contract/listing.ts";
import type { SheetPatch, SheetRecords, SheetView, TileRecords } from "../contract/sheet-records.ts";
import { checkCap } from "./caps.ts";
import { type Connection, inTransaction } from "./connection.ts";
import { viewsOf } from "./follow-views.ts";
import { changedOr, fromJson, toJson } from "./rows.ts";
import type { NewRow, Row } from "./tables.ts";

export function sheetRecords(connection: Connection): SheetRecords {
  const { db } = connection;
  return {
    add: (sheet) =>
      inTransaction(connection, async (inside) => {
        await checkCap(inside, sheet.personId, { cap: "sheets" });
        await inside.db.insertInto("sheets").values(sheetRow(sheet)).execute();
        announce(inside, sheet.personId, { sheet: sheet.id, now: sheet.createdAt });
      }),
    async list(owner, { tileRenderer } = {}) {
      let query = db.selectFrom("sheets").selectAll().where("person_id", "=", owner).where("deleted_at", "is", null);
      if (tileRenderer !== undefined) {
        query = query.where("id", "in", (from) =>
          from.selectFrom("tiles").select("sheet_id").where("follow_id", "=", tileRenderer),
        );
      }
      return (await query.orderBy("position").orderBy("id").execute()).map(sheetOf);
    },
    async find(owner, id) {
      const row = await findSheet(connection, owner, id);
      return row ? viewOf(connection, row) : null;
    },
    async findByFeedKey(feedKey) {
      const row = await db
        .selectFrom("sheets")
        .selectAll()
        .where("feed_key", "=", feedKey)
        .where("deleted_at", "is", null)
        .where("person_id", "in", (from) =>
          from.selectFrom("people").select("people.id").where("disabled_at", "is", null),
        )
        .executeTakeFirst();
      return row ? viewOf(connection, row) : null;
    },
    change: (owner, id, patch, options) => changeSheet(connection, { owner, id, patch, options }),
    remove: (owner, id, now) => setDeleted(connection, { owner, id, now, to: now }),
    restore: (owner, id, now) =>
      inTransaction(connection, async (inside) => {
        await checkCap(inside, owner, { cap: "sheets", isBack: true });
        return setDeleted(inside, { owner, id, now, to: null });
      }),
  };
}

export function tileRecords(connection: Connection): TileRecords {
  const { db } = connection;
  return {
    add: (owner, tile) =>
      inTransaction(connection, async (inside) => {
        await checkCap(inside, owner, { cap: "tiles", sheet: tile.sheetId });
        const sheet = await findSheet(inside, owner, tile.sheetId);
        const follow = await inside.db
          .selectFrom("follows")
          .select("id")
          .where("id", "=", tile.followId)
          .where("person_id", "=", owner)
          .executeTakeFirst();
        if (!sheet || !follow) return false;
        await inside.db.insertInto("tiles").values(tileRow(tile)).execute();
        announce(inside, owner, { sheet: tile.sheetId, now: sheet.updated_at });
        return true;
      }),
    find: (owner, id) => findTile(connection, owner, id),
    move: (owner, sheet, places) =>
      inTransaction(connection, async (inside) => {
        const own = await findSheet(inside, owner, sheet);
        if (!own) return 0;
        let moved = 0n;
        for (const { id, place } of places) {
          const { numUpdatedRows } = await inside.db
            .updateTable("tiles")
            .set((row) => ({ ...place, version: row("version", "+", 1) }))
            .where("id", "=", id)
            .where("sheet_id", "=", sheet)
            .executeTakeFirst();
          moved += numUpdatedRows;
        }
        announce(inside, owner, { sheet, now: own.updated_at });
        return Number(moved);
      }),
    async restyle(owner, id, style, options) {
      let update = db
        .updateTable("tiles")
        .set((row) => ({ style: toJson(style), version: row("version", "+", 1) }))
        .where("id", "=", id)
        .where("sheet_id", "in", (from) =>
          from.selectFrom("sheets").select("sheets.id").where("person_id", "=", owner),
        );
      if (options.ifVersion !== undefined) update = update.where("version", "=", options.ifVersion);
      const updated = await update.returningAll().executeTakeFirst();
      if (!updated) return changedOr(null, await findTile(connection, owner, id));
      announce(connection, owner, { sheet: updated.sheet_id as SheetId, now: options.now });
      return changedOr(tileOf(updated), null);
    },
    async remove(owner, id, now) {
      const removed = await db
        .deleteFrom("tiles")
        .where("id", "=", id)
        .where("sheet_id", "in", (from) => from.selectFrom("sheets").select("sheets.id").where("person_id", "=", owner))
        .returning("sheet_id")
        .executeTakeFirst();
      if (!removed) return false;
      announce(connection, owner, { sheet: removed.sheet_id as SheetId, now });
      return true;
    },
  };
}

/** The sheet with its tiles; those whose follow waits to be swept are left out. */
async function viewOf(connection: Connection, sheet: Row<"sheets">): Promise<SheetView> {
  const { db } = connection;
  const tiles = await db
    .selectFrom("tiles")
    .selectAll()
    .where("sheet_id", "=", sheet.id)
    .orderBy("y")
    .orderBy("x")
    .execute();
  const follows = await db
    .selectFrom("follows")
    .selectAll()
    .where("id", "in", (from) => from.selectFrom("tiles").select("follow_id").where("sheet_id", "=", sheet.id))
    .where("deleted_at", "is", null)
    .execute();
  const views = new Map((await viewsOf(connection, follows)).map((view) => [view.follow.id as string, view]));
  return {
    sheet: sheetOf(sheet),
    tiles: tiles.flatMap((tile) => {
      const view = views.get(tile.follow_id);
      return view ? [{ tile: tileOf(tile), view }] : [];
    }),
  };
}

async function changeSheet(
  connection: Connection,
  change: {
    readonly owner: PersonId;
    readonly id: SheetId;
    readonly patch: SheetPatch;
    readonly options: ChangeOptions;
  },
): Promise<Changed<Sheet>> {
  const { owner, id, patch, options } = change;
  let update = connection.db
    .updateTable("sheets")
    .set((row) => ({
      ...(patch.title !== undefined && { title: patch.title }),
      ...(patch.position !== undefined && { position: patch.position }),
      ...(patch.style !== undefined && { style: toJson(patch.style) }),
      ...(patch.feedKey !== undefined && { feed_key: patch.feedKey }),
      updated_at: options.now,
      version: row("version", "+", 1),
    }))
    .where("id", "=", id)
    .where("person_id", "=", owner)
    .where("deleted_at", "is", null);
  if (options.ifVersion !== undefined) update = update.where("version", "=", options.ifVersion);
  const updated = await update.returningAll().executeTakeFirst();
  if (updated) {
    announce(connection, owner, { sheet: id, now: options.now });
    return changedOr(sheetOf(updated), null);
  }
  const current = await findSheet(connection, owner, id);
  return changedOr(null, current ? sheetOf(current) : null);
}

async function setDeleted(
  connection: Connection,
  change: { readonly owner: PersonId; readonly id: SheetId; readonly now: number; readonly to: number | null },
): Promise<boolean> {
  const { numUpdatedRows } = await connection.db
    .updateTable("sheets")
    .set((row) => ({ deleted_at: change.to, updated_at: change.now, version: row("version", "+", 1) }))
    .where("id", "=", change.id)
    .where("person_id", "=", change.owner)
    .where("deleted_at", change.to === null ? "is not" : "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  announce(connection, change.owner, { sheet: change.id, now: change.now });
  return true;
}

async function findSheet({ db }: Connection, owner: PersonId, id: SheetId): Promise<Row<"sheets"> | undefined> {
  return db
    .selectFrom("sheets")
    .selectAll()
    .where("id", "=", id)
    .where("person_id", "=", owner)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

async function findTile({ db }: Connection, owner: PersonId, id: TileId): Promise<Tile | null> {
  const row = await db
    .selectFrom("tiles")
    .selectAll()
    .where("id", "=", id)
    .where("sheet_id", "in", (from) => from.selectFrom("sheets").select("sheets.id").where("person_id", "=", owner))
    .executeTakeFirst();
  return row ? tileOf(row) : null;
}

function announce(
  connection: Connection,
  personId: PersonId,
  { sheet, now }: { readonly sheet: SheetId; readonly now: number },
): void {
  connection.announce({ kind: "sheet-changed", personId, sheetId: sheet, at: now });
}

export function sheetRow(sheet: Sheet): NewRow<"sheets"> {
  return {
    id: sheet.id,
    person_id: sheet.personId,
    title: sheet.title,
    position: sheet.position,
    style: toJson(sheet.style),
    feed_key: sheet.feedKey,
    created_at: sheet.createdAt,
    updated_at: sheet.updatedAt,
    deleted_at: sheet.deletedAt,
    version: sheet.version,
  };
}

function sheetOf(row: Row<"sheets">): Sheet {
  return {
    id: row.id as SheetId,
    personId: row.person_id as PersonId,
    title: row.title,
    position: row.position,
    style: fromJson<Sheet["style"]>(row.style),
    feedKey: row.feed_key,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
    version: row.version,
  };
}

export function tileRow(tile: Tile): NewRow<"tiles"> {
  return {
    id: tile.id,
    sheet_id: tile.sheetId,
    follow_id: tile.followId,
    ...tile.place,
    style: toJson(tile.style),
    version: tile.version,
  };
}

function tileOf(row: Row<"tiles">): Tile {
  return {
    id: row.id as TileId,
    sheetId: row.sheet_id as SheetId,
    followId: row.follow_id as Tile["followId"],
    place: { x: row.x, y: row.y, width: row.width, height: row.height },
    style: fromJson<Tile["style"]>(row.style),
    version: row.version,
  };
}
