/** Sheets, each with all that is on it. */
import {
  type BlockId,
  type FollowId,
  followsOf,
  isOwn,
  isPictured,
  type PersonId,
  Sheet,
  type SheetId,
  type TileStyle,
} from "@tessera/model";
import type { Changed, ChangeOptions } from "../contract/listing.ts";
import type { SheetPatch, SheetRecords, SheetView } from "../contract/sheet-records.ts";
import { putBody, withPlacedBodies } from "./bodies.ts";
import { checkCap } from "./caps.ts";
import { batches, type Connection, inTransaction } from "./connection.ts";
import { viewsOf } from "./follow-views.ts";
import { beginWithNext } from "./gadgets.ts";
import { mapping } from "./mapping.ts";
import { changedOr, fromJson } from "./rows.ts";
import type { Row } from "./tables.ts";
import { announceSheet, findSheet, tilesOn } from "./tiles.ts";

const sheets = mapping(Sheet);
export const sheetRow = sheets.rowOf;

export function sheetRecords(connection: Connection): SheetRecords {
  const { db } = connection;
  return {
    add: (sheet) =>
      inTransaction(connection, async (inside) => {
        await checkCap(inside, sheet.personId, { cap: "sheets" });
        await inside.db.insertInto("sheets").values(sheetRow(sheet)).execute();
        announceSheet(inside, sheet.personId, { sheet: sheet.id, now: sheet.createdAt });
      }),
    async list(owner, { follow } = {}) {
      let query = db.selectFrom("sheets").selectAll().where("person_id", "=", owner).where("deleted_at", "is", null);
      if (follow !== undefined) {
        query = query.where("id", "in", (from) =>
          from
            .selectFrom("tile_follows")
            .innerJoin("tiles", "tiles.id", "tile_follows.tile_id")
            .select("tiles.sheet_id")
            .where("follow_id", "=", follow),
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
    order: (owner, ids, now) => inTransaction(connection, (inside) => orderSheets(inside, { owner, ids, now })),
    setPicture: (owner, id, picture, now) =>
      withPlacedBodies(connection, picture ? [picture] : [], async (inside, placed) => {
        if (picture) await putBody(inside, picture, { now, placed });
        return changeSheet(inside, { owner, id, patch: { picture: picture?.hash ?? null }, options: { now } });
      }),
    remove: (owner, id, now) =>
      inTransaction(connection, async (inside) => {
        if (!(await setDeleted(inside, { owner, id, now, to: now }))) return false;
        await beginWithNext(inside, owner, id);
        return true;
      }),
    restore: (owner, id, now) =>
      inTransaction(connection, async (inside) => {
        await checkCap(inside, owner, { cap: "sheets", isBack: true });
        return setDeleted(inside, { owner, id, now, to: null });
      }),
  };
}

/** Which of these blocks have a tile, of whomever, that is to be a picture of them. */
export async function shownAsPictures({ db }: Connection, blocks: readonly BlockId[]): Promise<ReadonlySet<BlockId>> {
  const pictured = new Set<BlockId>();
  for (const some of batches(blocks)) {
    const rows = await db
      .selectFrom("tiles")
      .innerJoin("tile_follows", "tile_follows.tile_id", "tiles.id")
      .innerJoin("follows", "follows.id", "tile_follows.follow_id")
      .innerJoin("sheets", "sheets.id", "tiles.sheet_id")
      .select(["follows.id", "follows.block_id", "tiles.style"])
      .where("follows.block_id", "in", some)
      .where("follows.deleted_at", "is", null)
      .where("sheets.deleted_at", "is", null)
      .execute();
    for (const { id, block_id, style } of rows) {
      if (isPictured(fromJson<TileStyle>(style), id as FollowId)) pictured.add(block_id as BlockId);
    }
  }
  return pictured;
}

/** The sheet with its tiles, and what waits to be swept on none of them. */
async function viewOf(connection: Connection, sheet: Row<"sheets">): Promise<SheetView> {
  const tiles = await tilesOn(connection, sheet.id as SheetId);
  const follows = await connection.db
    .selectFrom("follows")
    .selectAll()
    .where("id", "in", (from) =>
      from
        .selectFrom("tile_follows")
        .innerJoin("tiles", "tiles.id", "tile_follows.tile_id")
        .select("tile_follows.follow_id")
        .where("sheet_id", "=", sheet.id),
    )
    .where("deleted_at", "is", null)
    .execute();
  const known = new Map((await viewsOf(connection, follows)).map((view) => [view.follow.id as string, view]));
  return {
    sheet: sheets.recordOf(sheet),
    tiles: tiles.flatMap((tile) => {
      const views = followsOf(tile).flatMap((id) => known.get(id) ?? []);
      const view = views[0] ?? null;
      return view || isOwn(tile.content) ? [{ tile, view, views }] : [];
    }),
  };
}

async function changeSheet(
  connection: Connection,
  change: {
    readonly owner: PersonId;
    readonly id: SheetId;
    readonly patch: SheetPatch & Partial<Pick<Sheet, "picture">>;
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
    announceSheet(connection, owner, { sheet: id, now: options.now });
    return changedOr(sheets.recordOf(updated), null);
  }
  const current = await findSheet(connection, owner, id);
  return changedOr(null, current ? sheets.recordOf(current) : null);
}

async function orderSheets(
  connection: Connection,
  { owner, ids, now }: { readonly owner: PersonId; readonly ids: readonly SheetId[]; readonly now: number },
): Promise<void> {
  const { db } = connection;
  const mine = db.selectFrom("sheets").select(["id", "position"]).where("person_id", "=", owner);
  const rows = await mine.orderBy("position").orderBy("id").execute();
  const wanted = new Map<string, number>([...new Set(ids)].map((id, at) => [id, at]));
  // those that are not named keep the order that they have
  const place = ({ id }: { readonly id: string }): number => wanted.get(id) ?? wanted.size;
  for (const [position, row] of rows.toSorted((a, b) => place(a) - place(b)).entries()) {
    if (row.position === position) continue;
    await db
      .updateTable("sheets")
      .set((column) => ({ position, updated_at: now, version: column("version", "+", 1) }))
      .where("id", "=", row.id)
      .execute();
    announceSheet(connection, owner, { sheet: row.id as SheetId, now });
  }
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
  announceSheet(connection, change.owner, { sheet: change.id, now: change.now });
  return true;
}
