/** Sheets and tiles. */
import {
  type BlockId,
  type PersonId,
  Sheet,
  type SheetId,
  Tile,
  type TileId,
  TilePlace,
  type TileStyle,
} from "@tessera/model";
import type { Changed, ChangeOptions } from "../contract/listing.ts";
import type { SheetPatch, SheetRecords, SheetView, TileRecords } from "../contract/sheet-records.ts";
import { checkCap } from "./caps.ts";
import { batches, type Connection, inTransaction } from "./connection.ts";
import { viewsOf } from "./follow-views.ts";
import { mapping } from "./mapping.ts";
import { changedOr, fromJson, toJson } from "./rows.ts";
import type { NewRow, Row } from "./tables.ts";

const sheets = mapping(Sheet);
const tiles = mapping(Tile.omit({ place: true }));
const places = mapping(TilePlace);
export const sheetRow = sheets.rowOf;

export function sheetRecords(connection: Connection): SheetRecords {
  const { db } = connection;
  return {
    add: (sheet) =>
      inTransaction(connection, async (inside) => {
        await checkCap(inside, sheet.personId, { cap: "sheets" });
        await inside.db.insertInto("sheets").values(sheetRow(sheet)).execute();
        announce(inside, sheet.personId, { sheet: sheet.id, now: sheet.createdAt });
      }),
    async list(owner, { follow } = {}) {
      let query = db.selectFrom("sheets").selectAll().where("person_id", "=", owner).where("deleted_at", "is", null);
      if (follow !== undefined) {
        query = query.where("id", "in", (from) =>
          from.selectFrom("tiles").select("sheet_id").where("follow_id", "=", follow),
        );
      }
      return (await query.orderBy("position").orderBy("id").execute()).map(sheets.recordOf);
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

/** Which of these blocks have a tile, of whomever, that is to be a picture of them. */
export async function shownAsPictures({ db }: Connection, blocks: readonly BlockId[]): Promise<ReadonlySet<BlockId>> {
  const pictured = new Set<BlockId>();
  for (const some of batches(blocks)) {
    const rows = await db
      .selectFrom("tiles")
      .innerJoin("follows", "follows.id", "tiles.follow_id")
      .innerJoin("sheets", "sheets.id", "tiles.sheet_id")
      .select(["follows.block_id", "tiles.style"])
      .where("follows.block_id", "in", some)
      .where("follows.deleted_at", "is", null)
      .where("sheets.deleted_at", "is", null)
      .execute();
    for (const { block_id, style } of rows) {
      const { way, reader } = fromJson<TileStyle>(style);
      if (way === "picture" && reader !== true) pictured.add(block_id as BlockId);
    }
  }
  return pictured;
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
    sheet: sheets.recordOf(sheet),
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
      ...sheets.columnsOf(patch),
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
    return changedOr(sheets.recordOf(updated), null);
  }
  const current = await findSheet(connection, owner, id);
  return changedOr(null, current ? sheets.recordOf(current) : null);
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

export function tileRow(tile: Tile): NewRow<"tiles"> {
  return { ...tiles.rowOf(tile), ...places.rowOf(tile.place) };
}

function tileOf(row: Row<"tiles">): Tile {
  return { ...tiles.recordOf(row), place: places.recordOf(row) };
}
