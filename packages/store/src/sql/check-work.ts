/** Everything that a check needs to know before it starts, read at one moment. */
import type { PageId } from "@tessera/model";
import type { CheckWork, FollowedBlock } from "../contract/check-records.ts";
import { blockOf } from "./blocks.ts";
import { catalogueOf } from "./catalogue.ts";
import { batches, type Connection } from "./connection.ts";
import { followOf } from "./follow-views.ts";
import { observationOf } from "./observations.ts";
import { findCapture, findPage } from "./pages.ts";
import type { Row } from "./tables.ts";

/** Null where the page has gone. */
export async function loadCheck(connection: Connection, id: PageId): Promise<CheckWork | null> {
  const page = await findPage(connection, id);
  if (!page) return null;
  const entry = await connection.db
    .selectFrom("catalogue_pages")
    .selectAll()
    .where("page_id", "=", id)
    .executeTakeFirst();
  return {
    page,
    previous: page.latestCaptureId && (await findCapture(connection, page.latestCaptureId)),
    blocks: await followedBlocks(connection, id),
    catalogue: entry ? catalogueOf(entry) : null,
  };
}

/** The blocks of a page that somebody follows and has not paused. */
async function followedBlocks({ db }: Connection, page: PageId): Promise<readonly FollowedBlock[]> {
  const follows = await db
    .selectFrom("follows")
    .selectAll()
    .where("page_id", "=", page)
    .where("paused_at", "is", null)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();
  const byBlock = Map.groupBy(follows, (follow) => follow.block_id);
  const blocks: FollowedBlock[] = [];
  for (const ids of batches([...byBlock.keys()])) {
    const rows = await db.selectFrom("blocks").selectAll().where("id", "in", ids).orderBy("id").execute();
    const memories = await db.selectFrom("memories").selectAll().where("block_id", "in", ids).execute();
    const memoryOf = new Map(memories.map((memory) => [memory.block_id, memory]));
    const observations = await pointedAt(db, rows);
    for (const row of rows) {
      const memory = memoryOf.get(row.id);
      if (!memory) throw new Error(`block ${row.id} has no memory`);
      blocks.push({
        block: blockOf(row, memory),
        latest: observations.get(row.latest_observation_id ?? "") ?? null,
        latestFound: observations.get(row.latest_found_id ?? "") ?? null,
        follows: (byBlock.get(row.id) ?? []).map(followOf),
      });
    }
  }
  return blocks;
}

async function pointedAt(db: Connection["db"], blocks: readonly Row<"blocks">[]) {
  const ids = blocks
    .flatMap((block) => [block.latest_observation_id, block.latest_found_id])
    .filter((id) => id !== null);
  const rows = ids.length > 0 ? await db.selectFrom("observations").selectAll().where("id", "in", ids).execute() : [];
  return new Map(rows.map((row) => [row.id, observationOf(row)]));
}
