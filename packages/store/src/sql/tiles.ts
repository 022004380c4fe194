/** Tiles, and what each of them shows. */
import {
  type FollowId,
  followsOf,
  MAX_BOARD_ROWS,
  type PersonId,
  type SheetId,
  Tile,
  type TileContent,
  type TileId,
  TilePlace,
} from "@tessera/model";
import type { Changed, ChangeOptions } from "../contract/listing.ts";
import type { NewBoardRow, TilePatch, TileRecords } from "../contract/sheet-records.ts";
import { checkCap } from "./caps.ts";
import { batches, type Connection, inTransaction } from "./connection.ts";
import { mapping } from "./mapping.ts";
import { changedOr, fromJson, toJson } from "./rows.ts";
import type { NewRow, Row } from "./tables.ts";

const tiles = mapping(Tile.omit({ place: true, followId: true, content: true }));
const places = mapping(TilePlace);

export function tileRecords(connection: Connection): TileRecords {
  return {
    add: (owner, tile) =>
      inTransaction(connection, async (inside) => {
        await checkCap(inside, owner, { cap: "tiles", sheet: tile.sheetId });
        const sheet = await findSheet(inside, owner, tile.sheetId);
        if (!sheet || !(await areOwn(inside, owner, [tile]))) return false;
        await insertTiles(inside, [tile]);
        announceSheet(inside, owner, { sheet: tile.sheetId, now: sheet.updated_at });
        return true;
      }),
    exchange: (owner, sheet, { without, tiles: added, now }) =>
      inTransaction(connection, async (inside) => {
        await checkCap(inside, owner, { cap: "tiles", sheet, count: added.length - without.length });
        const isHere = added.every(({ sheetId }) => sheetId === sheet) && (await findSheet(inside, owner, sheet));
        if (!isHere || !(await areOwn(inside, owner, added))) return false;
        const there = new Set<string>((await tilesOn(inside, sheet)).map(({ id }) => id));
        if (!without.every((id) => there.has(id))) return false;
        for (const some of batches(without)) await inside.db.deleteFrom("tiles").where("id", "in", some).execute();
        await insertTiles(inside, added);
        announceSheet(inside, owner, { sheet, now });
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
      const removed = await connection.db
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
  const isSameKind = content === undefined || content.kind === current.content.kind;
  const next = { ...current, ...patch };
  if (!isSameKind || !(await areOwn(connection, owner, [next]))) return { kind: "missing" };
  let update = db
    .updateTable("tiles")
    .set((row) => ({
      ...(style ? { style: toJson(style) } : {}),
      ...(content ? contentColumns(content) : {}),
      version: row("version", "+", 1),
    }))
    .where("id", "=", id);
  if (options.ifVersion !== undefined) update = update.where("version", "=", options.ifVersion);
  const updated = await update.returningAll().executeTakeFirst();
  if (!updated) return changedOr(null, await findTile(connection, owner, id));
  if (content && content.kind !== "follow") {
    await db.deleteFrom("tile_follows").where("tile_id", "=", id).execute();
    await insertFollows(connection, [next]);
  }
  announceSheet(connection, owner, { sheet: updated.sheet_id as SheetId, now: options.now });
  const [tile] = await withFollows(connection, [updated]);
  return changedOr(tile ?? null, null);
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
  const longer = { ...content, followIds: content.followIds.toSpliced(at, 0, followId) };
  return (await changeTile(connection, { owner, id, patch: { content: longer }, options: { now } })).kind === "changed";
}

/** From the top. */
export async function tilesOn(connection: Connection, sheet: SheetId): Promise<readonly Tile[]> {
  const { db } = connection;
  const rows = await db
    .selectFrom("tiles")
    .selectAll()
    .where("sheet_id", "=", sheet)
    .orderBy("y")
    .orderBy("x")
    .execute();
  return withFollows(connection, rows);
}

export async function insertTiles({ db }: Connection, added: readonly Tile[]): Promise<void> {
  for (const some of batches(added, ROWS_A_STATEMENT)) {
    await db.insertInto("tiles").values(some.map(tileRow)).execute();
  }
  await insertFollows({ db }, added);
}

async function insertFollows({ db }: Pick<Connection, "db">, added: readonly Tile[]): Promise<void> {
  for (const some of batches(added.flatMap(followRows), ROWS_A_STATEMENT)) {
    await db.insertInto("tile_follows").values(some).execute();
  }
}

/** Few enough for the parameters of either dialect. */
const ROWS_A_STATEMENT = 50;

async function areOwn({ db }: Connection, owner: PersonId, added: readonly Tile[]): Promise<boolean> {
  const wanted = [...new Set(added.flatMap(followsOf))];
  let own = 0;
  for (const some of batches(wanted)) {
    const rows = db.selectFrom("follows").select("id").where("id", "in", some).where("person_id", "=", owner);
    own += (await rows.execute()).length;
  }
  return own === wanted.length;
}

async function findTile(connection: Connection, owner: PersonId, id: TileId): Promise<Tile | null> {
  const rows = await connection.db
    .selectFrom("tiles")
    .selectAll()
    .where("id", "=", id)
    .where("sheet_id", "in", (from) => from.selectFrom("sheets").select("sheets.id").where("person_id", "=", owner))
    .execute();
  return (await withFollows(connection, rows))[0] ?? null;
}

/** A tile of several, of which all but one have been swept, shows one. */
async function withFollows({ db }: Connection, rows: readonly Row<"tiles">[]): Promise<readonly Tile[]> {
  const shown: Row<"tile_follows">[] = [];
  for (const some of batches(rows.map(({ id }) => id))) {
    const part = db.selectFrom("tile_follows").selectAll().where("tile_id", "in", some);
    shown.push(...(await part.orderBy("position").orderBy("follow_id").execute()));
  }
  const byTile = Map.groupBy(shown, ({ tile_id }) => tile_id);
  return rows.flatMap((row): readonly Tile[] => {
    const followIds = (byTile.get(row.id) ?? []).map(({ follow_id }) => follow_id as FollowId);
    const [followId] = followIds;
    if (!followId) return [];
    return [{ ...tiles.recordOf(row), followId, content: contentOf(row, followIds), place: places.recordOf(row) }];
  });
}

function contentOf({ kind, content }: Row<"tiles">, followIds: FollowId[]): TileContent {
  const isOne = kind === "follow" || (kind === "joined" && followIds.length < 2);
  // what it has besides was written here, from a content of its kind
  return isOne ? { kind: "follow" } : ({ ...fromJson<object>(content), kind, followIds } as TileContent);
}

/** Which follows a tile shows is said by rows of their own. */
function contentColumns(content: TileContent): Pick<NewRow<"tiles">, "kind" | "content"> {
  if (content.kind === "follow") return { kind: content.kind, content: toJson({}) };
  const { kind, followIds: _, ...rest } = content;
  return { kind, content: toJson(rest) };
}

export async function findSheet({ db }: Connection, owner: PersonId, id: SheetId): Promise<Row<"sheets"> | undefined> {
  return db
    .selectFrom("sheets")
    .selectAll()
    .where("id", "=", id)
    .where("person_id", "=", owner)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

export function announceSheet(
  connection: Connection,
  personId: PersonId,
  { sheet, now }: { readonly sheet: SheetId; readonly now: number },
): void {
  connection.announce({ kind: "sheet-changed", personId, sheetId: sheet, at: now });
}

function tileRow(tile: Tile): NewRow<"tiles"> {
  return { ...tiles.rowOf(tile), ...contentColumns(tile.content), ...places.rowOf(tile.place) };
}

function followRows(tile: Tile): NewRow<"tile_follows">[] {
  return followsOf(tile).map((follow_id, position) => ({ tile_id: tile.id, follow_id, position }));
}
