/** Tiles, and what each of them shows. */
import {
  closedOverArrivals,
  type FollowContent,
  type FollowId,
  followsOf,
  isOwn,
  MAX_BOARD_ROWS,
  type PersonId,
  type SheetId,
  Tile,
  type TileContent,
  type TileId,
  TilePlace,
  type TileStyle,
} from "@tessera/model";
import type { Changed, ChangeOptions } from "../contract/listing.ts";
import type { NewBoardRow, TileMoves, TilePatch, TileRecords, WrittenTile } from "../contract/sheet-records.ts";
import { checkCap } from "./caps.ts";
import { batches, type Connection, inTransaction } from "./connection.ts";
import { mapping } from "./mapping.ts";
import { changedOr, fromJson, toJson } from "./rows.ts";
import type { NewRow, Row } from "./tables.ts";

const tiles = mapping(Tile.omit({ place: true, followId: true, content: true }));
const places = mapping(TilePlace);

export function tileRecords(connection: Connection): Omit<TileRecords, keyof TileMoves> {
  return {
    add: (owner, tile) =>
      inTransaction(connection, async (inside) => {
        await checkCap(inside, owner, { cap: "tiles", sheet: tile.sheetId });
        const sheet = await findSheet(inside, owner, tile.sheetId);
        if (!sheet || !(await areOwn(inside, owner, [tile]))) return false;
        await keepingSeen(inside, tile.sheetId, () => insertTiles(inside, [tile]));
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
        await keepingSeen(inside, sheet, async () => {
          for (const some of batches(without)) await inside.db.deleteFrom("tiles").where("id", "in", some).execute();
          await insertTiles(inside, added);
        });
        announceSheet(inside, owner, { sheet, now });
        return true;
      }),
    written: (owner, limit) => writtenTiles(connection, owner, limit),
    find: (owner, id) => findTile(connection, owner, id),
    change: (owner, id, patch, options) =>
      inTransaction(connection, (inside) => changeTile(inside, { owner, id, patch, options })),
    addRow: (owner, id, row) => inTransaction(connection, (inside) => addRow(inside, { owner, id, ...row })),
    remove: (owner, id, now) =>
      inTransaction(connection, async (inside) => {
        const tile = await findTile(inside, owner, id);
        if (!tile) return false;
        const [removed] = await keepingSeen(inside, tile.sheetId, () => deleteTiles(inside, [id]));
        if (removed === undefined) return false;
        announceSheet(inside, owner, { sheet: tile.sheetId, now });
        return true;
      }),
    removeAll: (owner, sheet, ids, now) =>
      inTransaction(connection, async (inside) => {
        if (!(await findSheet(inside, owner, sheet))) return [];
        const wanted = new Set<string>(ids);
        const there = (await tilesOn(inside, sheet)).filter(({ id }) => wanted.has(id));
        const those = there.map(({ id }) => id);
        const removed = new Set(await keepingSeen(inside, sheet, () => deleteTiles(inside, those)));
        if (removed.size > 0) announceSheet(inside, owner, { sheet, now });
        return there.filter(({ id }) => removed.has(id));
      }),
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
  const next = { ...current, content: content ?? current.content };
  if (!isSameKind || !(await areOwn(connection, owner, [next]))) return { kind: "missing" };
  let take = db
    .updateTable("tiles")
    .set((row) => ({ version: row("version", "+", 1) }))
    .where("id", "=", id);
  if (options.ifVersion !== undefined) take = take.where("version", "=", options.ifVersion);
  // from here on nobody else changes it: what is not said stays as it is now
  const taken = await take.returningAll().executeTakeFirst();
  if (!taken) return changedOr(null, await findTile(connection, owner, id));
  let updated = taken;
  if (style || content) {
    const columns = {
      ...(style ? { style: toJson({ ...fromJson<TileStyle>(taken.style), ...style }) } : {}),
      ...(content ? contentColumns(content) : {}),
    };
    updated = await db.updateTable("tiles").set(columns).where("id", "=", id).returningAll().executeTakeFirstOrThrow();
  }
  if (content && content.kind !== "follow" && !isOwn(content)) {
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

/** Opens the closed groups of a sheet that take in tiles by what is done to it: nobody would see where those went. */
export async function keepingSeen<T>(connection: Connection, sheet: SheetId, act: () => Promise<T>): Promise<T> {
  const before = await tilesOn(connection, sheet);
  const done = await act();
  const hasClosed = before.some(({ content }) => content.kind === "heading" && content.isClosed);
  for (const { id, content } of hasClosed ? closedOverArrivals(before, await tilesOn(connection, sheet)) : []) {
    if (content.kind !== "heading") continue;
    await connection.db
      .updateTable("tiles")
      .set((row) => ({ ...contentColumns({ ...content, isClosed: false }), version: row("version", "+", 1) }))
      .where("id", "=", id)
      .execute();
  }
  return done;
}

/** Gives those that were there. */
async function deleteTiles({ db }: Connection, ids: readonly TileId[]): Promise<readonly string[]> {
  const removed: string[] = [];
  for (const some of batches(ids)) {
    const rows = await db.deleteFrom("tiles").where("id", "in", some).returning("id").execute();
    removed.push(...rows.map(({ id }) => id));
  }
  return removed;
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

/** Kinds that have words or a name in themselves; every other has the title that somebody gave it, if any. */
const NAMED = ["note", "links", "heading", "board", "feed"] as const;
/** Nothing else in a style is called so; null where nobody gave one. */
const HAS_TITLE = '%"title":"%';

async function writtenTiles(connection: Connection, owner: PersonId, limit: number): Promise<readonly WrittenTile[]> {
  const rows = await connection.db
    .selectFrom("tiles")
    .innerJoin("sheets", "sheets.id", "tiles.sheet_id")
    .selectAll("tiles")
    .select("sheets.title as sheet_title")
    .where("sheets.person_id", "=", owner)
    .where("sheets.deleted_at", "is", null)
    .where("tiles.kind", "<>", "search")
    .where((is) => is.or([is("tiles.kind", "in", NAMED), is("tiles.style", "like", HAS_TITLE)]))
    .orderBy("tiles.id", "desc")
    .limit(limit)
    .execute();
  const titles = new Map(rows.map((row) => [row.id, row.sheet_title]));
  const found = await withFollows(connection, rows);
  return found.map((tile) => ({ tile, sheet: { id: tile.sheetId, title: titles.get(tile.id) ?? "" } }));
}

/** A tile of several, of which all but one have been swept, shows one; one whose follows are all swept is none. */
async function withFollows({ db }: Connection, rows: readonly Row<"tiles">[]): Promise<readonly Tile[]> {
  const shown: Row<"tile_follows">[] = [];
  for (const some of batches(rows.map(({ id }) => id))) {
    const part = db.selectFrom("tile_follows").selectAll().where("tile_id", "in", some);
    shown.push(...(await part.orderBy("position").orderBy("follow_id").execute()));
  }
  const byTile = Map.groupBy(shown, ({ tile_id }) => tile_id);
  return rows.flatMap((row): readonly Tile[] => {
    const followIds = (byTile.get(row.id) ?? []).map(({ follow_id }) => follow_id as FollowId);
    const content = contentOf(row, followIds);
    const followId = followIds[0] ?? null;
    if (!followId && !isOwn(content)) return [];
    return [{ ...tiles.recordOf(row), followId, content, place: places.recordOf(row) }];
  });
}

/** Links that were written before it could be said where they open. */
const BEFORE_OPENS = { opens: "here" };

function contentOf({ kind, content }: Row<"tiles">, followIds: FollowId[]): TileContent {
  if (kind === "follow" || (kind === "joined" && followIds.length < 2)) return { kind: "follow" };
  // the rest was written here, from a content of its kind
  const written = { ...(kind === "links" ? BEFORE_OPENS : {}), ...fromJson<object>(content), kind } as TileContent;
  return isOwn(written) ? written : ({ ...written, followIds } as FollowContent);
}

/** Which follows a tile shows is said by rows of their own. */
function contentColumns(content: TileContent): Pick<NewRow<"tiles">, "kind" | "content"> {
  const { kind, ...rest } = content;
  const { followIds: _, ...written } = { followIds: [], ...rest };
  return { kind, content: toJson(written) };
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
