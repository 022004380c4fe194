/** Everything that checks need to know before they start, for many pages in a handful of queries. */
import { AskingVerdict, type PageId } from "@tessera/model";
import type { CheckWork, Doubt, FollowedBlock } from "../contract/check-records.ts";
import { blockFactsOf } from "./blocks.ts";
import { catalogueOf } from "./catalogue.ts";
import { batches, type Connection } from "./connection.ts";
import { followOf } from "./follow-views.ts";
import { observationOf } from "./observations.ts";
import { captureOf, pageOf } from "./pages.ts";
import type { Row } from "./tables.ts";

/** By page; those that have gone are missing. */
export async function loadChecks(
  connection: Connection,
  ids: readonly PageId[],
): Promise<ReadonlyMap<PageId, CheckWork>> {
  const { db } = connection;
  const pages = await db.selectFrom("pages").selectAll().where("id", "in", ids).execute();
  const entries = await db.selectFrom("catalogue_pages").selectAll().where("page_id", "in", ids).execute();
  const captureIds = pages.flatMap((page) => page.latest_capture_id ?? []);
  const captures =
    captureIds.length > 0 ? await db.selectFrom("captures").selectAll().where("id", "in", captureIds).execute() : [];
  const captureById = new Map(captures.map((row) => [row.id, { previous: captureOf(row), layers: row.layers }]));
  const entryOf = new Map(entries.map((row) => [row.page_id, catalogueOf(row)]));
  const blocksOf = await followedBlocks(connection, ids);
  return new Map(
    pages.map((row) => [
      row.id as PageId,
      {
        page: pageOf(row),
        ...(captureById.get(row.latest_capture_id ?? "") ?? { previous: null, layers: null }),
        blocks: blocksOf.get(row.id) ?? [],
        catalogue: entryOf.get(row.id) ?? null,
      },
    ]),
  );
}

/** The blocks of pages that somebody follows and has not paused, by page. */
async function followedBlocks(
  { db }: Connection,
  pages: readonly PageId[],
): Promise<ReadonlyMap<string, readonly FollowedBlock[]>> {
  const follows = await db
    .selectFrom("follows")
    .selectAll()
    .where("page_id", "in", pages)
    .where("paused_at", "is", null)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();
  const byBlock = Map.groupBy(follows, (follow) => follow.block_id);
  const blocks: FollowedBlock[] = [];
  for (const ids of batches([...byBlock.keys()])) {
    const rows = await db.selectFrom("blocks").selectAll().where("id", "in", ids).orderBy("id").execute();
    const observations = await pointedAt(db, rows);
    const doubts = await doubtsAbout(db, rows);
    for (const row of rows) {
      blocks.push({
        block: blockFactsOf(row),
        latest: observations.get(row.latest_observation_id ?? "") ?? null,
        latestFound: observations.get(row.latest_found_id ?? "") ?? null,
        doubts: doubts.get(row.id) ?? [],
        follows: (byBlock.get(row.id) ?? []).map(followOf),
      });
    }
  }
  return Map.groupBy(blocks, ({ block }) => block.pageId as string);
}

async function pointedAt(db: Connection["db"], blocks: readonly Row<"blocks">[]) {
  const ids = blocks
    .flatMap((block) => [block.latest_observation_id, block.latest_found_id])
    .filter((id) => id !== null);
  const rows = ids.length > 0 ? await db.selectFrom("observations").selectAll().where("id", "in", ids).execute() : [];
  return new Map(rows.map((row) => [row.id, observationOf(row)]));
}

/** By block; of those that were found at the latest look there is nothing to ask for. */
async function doubtsAbout(
  db: Connection["db"],
  blocks: readonly Row<"blocks">[],
): Promise<ReadonlyMap<string, readonly Doubt[]>> {
  const lost = blocks.filter(({ verdict }) => verdict !== "found");
  if (lost.length === 0) return new Map();
  const rows = await db
    .selectFrom("observations as doubt")
    .innerJoin("blocks", "blocks.id", "doubt.block_id")
    .leftJoin("observations as found", "found.id", "blocks.latest_found_id")
    .select(["doubt.block_id", "doubt.verdict_kind", "doubt.looks"])
    .where(
      "doubt.block_id",
      "in",
      lost.map(({ id }) => id),
    )
    .where("doubt.verdict_kind", "in", AskingVerdict.options)
    .whereRef("doubt.id", "!=", "blocks.latest_observation_id")
    .where((is) => is.or([is("found.at", "is", null), is("doubt.at", ">", is.ref("found.at"))]))
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom("corrections")
            .innerJoin("follows", "follows.id", "corrections.follow_id")
            .select("corrections.id")
            .whereRef("follows.block_id", "=", "doubt.block_id")
            .whereRef("corrections.at", ">=", "doubt.at"),
        ),
      ),
    )
    .execute();
  const all = rows.map((row) => ({ ...row, verdict: row.verdict_kind as Doubt["verdict"] }));
  return Map.groupBy(all, (row) => row.block_id);
}
