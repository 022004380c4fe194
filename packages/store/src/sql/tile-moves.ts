/** Where tiles lie: on their sheet, on each screen, and on which sheet at all. */
import type { PersonId, Screen, ScreenPlaces, SheetId } from "@tessera/model";
import type { TileMoves } from "../contract/sheet-records.ts";
import { checkCap } from "./caps.ts";
import { batches, type Connection, inTransaction } from "./connection.ts";
import { fromJson, toJson, toJsonOrNull } from "./rows.ts";
import { announceSheet, findSheet, keepingSeen } from "./tiles.ts";

export function tileMoves(connection: Connection): TileMoves {
  return {
    move: (owner, sheet, places, screen = "wide") =>
      inTransaction(connection, async (inside) => {
        const own = await findSheet(inside, owner, sheet);
        if (!own) return 0;
        const moved = await keepingSeen(inside, sheet, () => putOn(inside, sheet, places, screen));
        announceSheet(inside, owner, { sheet, now: own.updated_at });
        return moved;
      }),
    forgetScreen: (owner, sheet, screen) =>
      inTransaction(connection, async (inside) => {
        const own = await findSheet(inside, owner, sheet);
        if (!own) return false;
        await keepingSeen(inside, sheet, () => forgetOn(inside, sheet, screen));
        announceSheet(inside, owner, { sheet, now: own.updated_at });
        return true;
      }),
    transfer: (owner, to, { tiles, now }) =>
      inTransaction(connection, async (inside) => {
        const sheet = await findSheet(inside, owner, to);
        if (!sheet) return false;
        const ids = tiles.map(({ id }) => id);
        const from = await sheetsOf(inside, owner, ids);
        if (from.size !== new Set(ids).size) return false;
        const coming = [...from.values()].filter((each) => each !== to).length;
        if (coming > 0) await checkCap(inside, owner, { cap: "tiles", sheet: to, count: coming });
        const touched = [...new Set([to, ...from.values()])];
        const bring = async (): Promise<void> => {
          for (const { id, place, screens } of tiles) {
            await inside.db
              .updateTable("tiles")
              .set((row) => ({
                ...place,
                sheet_id: to,
                screens: toJsonOrNull(screens),
                version: row("version", "+", 1),
              }))
              .where("id", "=", id)
              .execute();
          }
        };
        await touched.reduce((act, each) => () => keepingSeen(inside, each, act), bring)();
        for (const each of touched) announceSheet(inside, owner, { sheet: each, now });
        return true;
      }),
  };
}

type Put = Parameters<TileMoves["move"]>[2];

/** How many of them were on the sheet. */
async function putOn(connection: Connection, sheet: SheetId, places: Put, screen: Screen): Promise<number> {
  const known = screen === "wide" ? new Map() : await screensOn(connection, sheet);
  let moved = 0n;
  for (const { id, place } of places) {
    const { isFixed: _, ...plain } = place;
    const { numUpdatedRows } = await connection.db
      .updateTable("tiles")
      .set((row) => ({
        ...(screen === "wide" ? plain : { screens: toJson({ ...known.get(id), [screen]: place }) }),
        version: row("version", "+", 1),
      }))
      .where("id", "=", id)
      .where("sheet_id", "=", sheet)
      .executeTakeFirst();
    moved += numUpdatedRows;
  }
  return Number(moved);
}

async function forgetOn(connection: Connection, sheet: SheetId, screen: Exclude<Screen, "wide">): Promise<void> {
  for (const [id, { [screen]: place, ...others }] of await screensOn(connection, sheet)) {
    if (!place) continue;
    await connection.db
      .updateTable("tiles")
      .set((row) => ({
        screens: Object.keys(others).length > 0 ? toJson(others) : null,
        version: row("version", "+", 1),
      }))
      .where("id", "=", id)
      .execute();
  }
}

/** The places on other screens, by tile. */
async function screensOn({ db }: Connection, sheet: SheetId): Promise<ReadonlyMap<string, ScreenPlaces>> {
  const rows = await db.selectFrom("tiles").select(["id", "screens"]).where("sheet_id", "=", sheet).execute();
  return new Map(rows.map(({ id, screens }) => [id, fromJson<ScreenPlaces | null>(screens ?? "null") ?? {}]));
}

/** The sheet of each of these tiles that is this person's and there. */
async function sheetsOf(
  { db }: Connection,
  owner: PersonId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SheetId>> {
  const found = new Map<string, SheetId>();
  for (const some of batches(ids)) {
    const rows = await db
      .selectFrom("tiles")
      .innerJoin("sheets", "sheets.id", "tiles.sheet_id")
      .select(["tiles.id", "tiles.sheet_id"])
      .where("tiles.id", "in", some)
      .where("sheets.person_id", "=", owner)
      .where("sheets.deleted_at", "is", null)
      .execute();
    for (const { id, sheet_id } of rows) found.set(id, sheet_id as SheetId);
  }
  return found;
}
