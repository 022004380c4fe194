/** Tiles as rows: a board has its follows in a table of their own, so that they are found, and go, like everything else. */
import { type FollowId, Tile, type TileKind, TilePlace } from "@tessera/model";
import { batches, type Connection } from "./connection.ts";
import { mapping } from "./mapping.ts";
import { fromJson, toJson } from "./rows.ts";
import type { NewRow, Row } from "./tables.ts";

const tiles = mapping(Tile.omit({ place: true }));
const places = mapping(TilePlace);

/** Few enough for the parameters of either dialect. */
const ROWS_A_STATEMENT = 50;

export function tileRow(tile: Tile): NewRow<"tiles"> {
  return { ...tiles.rowOf(tile), ...places.rowOf(tile.place), content: contentColumn(tile.content) };
}

/** Which follows are on a board is said by their rows. */
export function contentColumn(content: TileKind): string {
  if (content.kind === "follow") return toJson(content);
  const { followIds: _, ...rest } = content;
  return toJson(rest);
}

/** Writes the rows of boards. */
export async function addRows({ db }: Connection, some: readonly Pick<Tile, "id" | "content">[]): Promise<void> {
  const rows = some.flatMap(({ id, content }) =>
    content.kind === "follow"
      ? []
      : content.followIds.map((follow_id, position) => ({ tile_id: id, follow_id, position })),
  );
  for (const part of batches(rows, ROWS_A_STATEMENT)) await db.insertInto("tile_follows").values(part).execute();
}

/** The tiles of these rows, with all that stands on them. */
export async function tilesOf({ db }: Connection, rows: readonly Row<"tiles">[]): Promise<readonly Tile[]> {
  const onTile = new Map<string, FollowId[]>();
  const boards = rows.filter((row) => fromJson<TileKind>(row.content).kind !== "follow").map(({ id }) => id);
  for (const some of batches(boards)) {
    const found = await db
      .selectFrom("tile_follows")
      .selectAll()
      .where("tile_id", "in", some)
      .orderBy("position")
      .execute();
    for (const { tile_id, follow_id } of found) {
      const ids = onTile.get(tile_id) ?? [];
      onTile.set(tile_id, [...ids, follow_id as FollowId]);
    }
  }
  return rows.map((row) => {
    const content = fromJson<TileKind>(row.content);
    const tile = { ...tiles.recordOf(row), place: places.recordOf(row) };
    return content.kind === "follow" ? tile : { ...tile, content: { ...content, followIds: onTile.get(row.id) ?? [] } };
  });
}

/** The ids of all follows that a sheet shows. */
export function followsOnSheet({ db }: Pick<Connection, "db">, sheet: string) {
  return db
    .selectFrom("tiles")
    .select("follow_id")
    .where("sheet_id", "=", sheet)
    .union(
      db
        .selectFrom("tile_follows")
        .innerJoin("tiles", "tiles.id", "tile_follows.tile_id")
        .select("tile_follows.follow_id")
        .where("tiles.sheet_id", "=", sheet),
    );
}

/** The ids of all follows that a sheet of this person shows. */
export function followsOnAnySheet({ db }: Pick<Connection, "db">, owner: string) {
  const shown = db
    .selectFrom("tiles")
    .innerJoin("sheets", "sheets.id", "tiles.sheet_id")
    .where("sheets.person_id", "=", owner)
    .where("sheets.deleted_at", "is", null);
  return shown
    .select("tiles.follow_id")
    .union(shown.innerJoin("tile_follows", "tile_follows.tile_id", "tiles.id").select("tile_follows.follow_id"));
}

/** The ids of all sheets that show a follow. */
export function sheetsShowing({ db }: Pick<Connection, "db">, follow: string) {
  return db
    .selectFrom("tiles")
    .select("sheet_id")
    .where("follow_id", "=", follow)
    .union(
      db
        .selectFrom("tile_follows")
        .innerJoin("tiles", "tiles.id", "tile_follows.tile_id")
        .select("tiles.sheet_id")
        .where("tile_follows.follow_id", "=", follow),
    );
}

/** A board whose first row goes is known by the next one that stays. */
export async function passBoardsOn({ db }: Connection, gone: readonly string[]): Promise<void> {
  const boards = await db.selectFrom("tiles").selectAll().where("follow_id", "in", gone).execute();
  for (const { id, content } of boards) {
    if (fromJson<TileKind>(content).kind === "follow") continue;
    const next = await db
      .selectFrom("tile_follows")
      .select("follow_id")
      .where("tile_id", "=", id)
      .where("follow_id", "not in", gone)
      .orderBy("position")
      .executeTakeFirst();
    if (next) await db.updateTable("tiles").set(next).where("id", "=", id).execute();
  }
}
