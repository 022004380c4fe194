/** Tiles: placed, restyled, and boards with their rows. */
import {
  type Board,
  type FollowId,
  followsOn,
  MAX_BOARD_ROWS,
  type PersonId,
  type SheetId,
  type Tile,
  type TileId,
} from "@tessera/model";
import type { Changed, ChangeOptions } from "../contract/listing.ts";
import type { NewBoardRow, TilePatch, TileRecords } from "../contract/sheet-records.ts";
import { checkCap } from "./caps.ts";
import { batches, type Connection, inTransaction } from "./connection.ts";
import { changedOr, toJson } from "./rows.ts";
import { announceSheet, findSheet } from "./sheets.ts";
import type { Row } from "./tables.ts";
import { addRows, contentColumn, tileRow, tilesOf } from "./tile-rows.ts";

export function tileRecords(connection: Connection): TileRecords {
  const { db } = connection;
  return {
    add: (owner, tile) =>
      inTransaction(connection, async (inside) => {
        await checkCap(inside, owner, { cap: "tiles", sheet: tile.sheetId });
        const sheet = await findSheet(inside, owner, tile.sheetId);
        if (!sheet || !(await areOwn(inside, owner, [...new Set([tile.followId, ...followsOn(tile)])]))) return false;
        await inside.db.insertInto("tiles").values(tileRow(tile)).execute();
        await addRows(inside, [tile]);
        announceSheet(inside, owner, { sheet: tile.sheetId, now: sheet.updated_at });
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
        announceSheet(inside, owner, { sheet, now: own.updated_at });
        return Number(moved);
      }),
    change: (owner, id, patch, options) =>
      inTransaction(connection, (inside) => changeTile(inside, { owner, id, patch, options })),
    addRow: (owner, id, row) => inTransaction(connection, (inside) => addRow(inside, { owner, id, ...row })),
    async remove(owner, id, now) {
      const removed = await db
        .deleteFrom("tiles")
        .where("id", "=", id)
        .where("sheet_id", "in", (from) => from.selectFrom("sheets").select("sheets.id").where("person_id", "=", owner))
        .returning("sheet_id")
        .executeTakeFirst();
      if (!removed) return false;
      announceSheet(connection, owner, { sheet: removed.sheet_id as SheetId, now });
      return true;
    },
  };
}

interface TileChange {
  readonly owner: PersonId;
  readonly id: TileId;
  readonly patch: TilePatch;
  readonly options: ChangeOptions;
}

async function changeTile(connection: Connection, { owner, id, patch, options }: TileChange): Promise<Changed<Tile>> {
  const { db } = connection;
  const current = await findTile(connection, owner, id);
  if (!current) return { kind: "missing" };
  const { content, style } = patch;
  if (content && !(await fits(connection, owner, { current, content }))) return { kind: "missing" };
  let update = db
    .updateTable("tiles")
    .set((row) => ({
      ...(style ? { style: toJson(style) } : {}),
      ...(content && content.kind !== "follow"
        ? { content: contentColumn(content), follow_id: content.followIds[0] as string }
        : {}),
      version: row("version", "+", 1),
    }))
    .where("id", "=", id);
  if (options.ifVersion !== undefined) update = update.where("version", "=", options.ifVersion);
  const updated = await update.returningAll().executeTakeFirst();
  if (!updated) return changedOr(null, await findTile(connection, owner, id));
  if (content && content.kind !== "follow") {
    await db.deleteFrom("tile_follows").where("tile_id", "=", id).execute();
    await addRows(connection, [{ id, content }]);
  }
  announceSheet(connection, owner, { sheet: updated.sheet_id as SheetId, now: options.now });
  return changedOr(await tileOf(connection, updated), null);
}

/** A tile stays of its kind, and shows what is its person's. */
async function fits(
  connection: Connection,
  owner: PersonId,
  { current, content }: { readonly current: Tile; readonly content: Tile["content"] },
): Promise<boolean> {
  if (current.content.kind !== content.kind) return false;
  return content.kind === "follow" || areOwn(connection, owner, content.followIds);
}

interface OwnBoardRow extends NewBoardRow {
  readonly owner: PersonId;
  readonly id: TileId;
}

async function addRow(connection: Connection, { owner, id, followId, below = [], now }: OwnBoardRow): Promise<boolean> {
  const tile = await findTile(connection, owner, id);
  if (tile?.content.kind !== "board") return false;
  const { content } = tile;
  if (content.followIds.includes(followId) || content.followIds.length >= MAX_BOARD_ROWS) return false;
  const above = below.find((each) => content.followIds.includes(each));
  const at = above ? content.followIds.indexOf(above) + 1 : content.followIds.length;
  const longer: Board = { ...content, followIds: content.followIds.toSpliced(at, 0, followId) };
  return (await changeTile(connection, { owner, id, patch: { content: longer }, options: { now } })).kind === "changed";
}

async function areOwn({ db }: Connection, owner: PersonId, follows: readonly FollowId[]): Promise<boolean> {
  let own = 0;
  for (const some of batches(follows)) {
    const rows = await db
      .selectFrom("follows")
      .select("id")
      .where("id", "in", some)
      .where("person_id", "=", owner)
      .execute();
    own += rows.length;
  }
  return own === follows.length;
}

async function findTile(connection: Connection, owner: PersonId, id: TileId): Promise<Tile | null> {
  const row = await connection.db
    .selectFrom("tiles")
    .selectAll()
    .where("id", "=", id)
    .where("sheet_id", "in", (from) => from.selectFrom("sheets").select("sheets.id").where("person_id", "=", owner))
    .executeTakeFirst();
  return row ? tileOf(connection, row) : null;
}

async function tileOf(connection: Connection, row: Row<"tiles">): Promise<Tile> {
  const [tile] = await tilesOf(connection, [row]);
  return tile as Tile;
}
