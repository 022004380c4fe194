/** Taking records away together with what is theirs alone, in the order that the foreign keys ask for. */
import type { PersonId } from "@tessera/model";
import { batches, type Connection } from "./connection.ts";

/** Drops follows for good, and the blocks that nobody follows any more. */
export async function dropFollows({ db }: Connection, ids: readonly string[]): Promise<void> {
  for (const some of batches(ids)) {
    const rows = await db.selectFrom("follows").select(["block_id", "moved_from"]).where("id", "in", some).execute();
    const tiles = await db.selectFrom("tile_follows").select("tile_id").where("follow_id", "in", some).execute();
    await db.deleteFrom("follows").where("id", "in", some).execute();
    await dropEmptyTiles(
      { db },
      tiles.map((tile) => tile.tile_id),
    );
    await dropUnfollowedBlocks({ db }, [
      ...new Set(rows.flatMap((row) => [row.block_id, row.moved_from ?? []].flat())),
    ]);
  }
}

/** A tile goes with the last of what it shows. */
async function dropEmptyTiles({ db }: Pick<Connection, "db">, ids: readonly string[]): Promise<void> {
  for (const some of batches([...new Set(ids)])) {
    await db
      .deleteFrom("tiles")
      .where("id", "in", some)
      .where("id", "not in", (from) => from.selectFrom("tile_follows").select("tile_id").where("tile_id", "in", some))
      .execute();
  }
}

/** Drops those of these blocks that no follow has, or had before it was moved, with their history. */
export async function dropUnfollowedBlocks({ db }: Pick<Connection, "db">, ids: readonly string[]): Promise<void> {
  for (const some of batches(ids)) {
    const unfollowed = await db
      .selectFrom("blocks")
      .select("id")
      .where("id", "in", some)
      .where((is) =>
        is.not(
          is.exists(
            is
              .selectFrom("follows")
              .select("follows.id")
              .where((one) =>
                one.or([one("block_id", "=", one.ref("blocks.id")), one("moved_from", "=", one.ref("blocks.id"))]),
              ),
          ),
        ),
      )
      .execute();
    for (const { id } of unfollowed) {
      await db.deleteFrom("observations").where("block_id", "=", id).execute();
      await db.deleteFrom("blocks").where("id", "=", id).execute();
    }
  }
}

/** Drops pages on which nothing is followed, with their captures. */
export async function dropPages({ db }: Connection, ids: readonly string[]): Promise<void> {
  for (const some of batches(ids)) {
    const blocks = await db.selectFrom("blocks").select("id").where("page_id", "in", some).execute();
    await dropUnfollowedBlocks(
      { db },
      blocks.map((block) => block.id),
    );
    await db.deleteFrom("catalogue_pages").where("page_id", "in", some).execute();
    await db.deleteFrom("captures").where("page_id", "in", some).execute();
    await db.deleteFrom("pages").where("id", "in", some).execute();
  }
}

/** Drops a person and everything that is theirs alone; false where there is no such person. */
export async function dropEverythingOf(connection: Connection, person: PersonId): Promise<boolean> {
  const { db } = connection;
  const follows = await db.selectFrom("follows").select("id").where("person_id", "=", person).execute();
  await dropFollows(
    connection,
    follows.map((follow) => follow.id),
  );
  const pages = await db.selectFrom("pages").select("id").where("private_to", "=", person).execute();
  await dropPages(
    connection,
    pages.map((page) => page.id),
  );
  const { numDeletedRows } = await db.deleteFrom("people").where("id", "=", person).executeTakeFirst();
  return numDeletedRows > 0n;
}
