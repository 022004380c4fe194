/** Follows that go on on another page: a block of their own there, with the history of the old one, which waits for an undo. */
import { BlockId, type FollowId, newId, type PersonId } from "@tessera/model";
import type { FollowMove, FollowView } from "../contract/follow-records.ts";
import { addBlock, copyBlockHistory, findBlock, lockPage, ownKey, readBlock } from "./blocks.ts";
import type { Connection } from "./connection.ts";
import { dropUnfollowedBlocks } from "./drop.ts";
import { changedEvent, findFollowView, lockFollowRow } from "./follow-views.ts";
import { settleObservation } from "./observations.ts";
import { bringPageForward } from "./pages.ts";
import type { Row } from "./tables.ts";
import { giveTurn, passTurn } from "./turns.ts";

export async function moveFollow(
  connection: Connection,
  { owner, id, move }: { readonly owner: PersonId; readonly id: FollowId; readonly move: FollowMove },
): Promise<FollowView | null> {
  const row = await lockFollowRow(connection, owner, id);
  if (!row || row.deleted_at !== null || row.page_id === move.pageId) return null;
  const block = await readBlock(connection, row.block_id);
  if (block.lessons !== move.lessons) return null;
  await lockPage(connection, move.pageId);
  const { pageId, captureId, pick, memory, observation, now } = move;
  const blockId = newId(BlockId, now);
  const there = { pageId, pick, memory, firstCaptureId: captureId, dynamics: null, shelved: undefined };
  await addBlock(connection, { ...block, ...there, id: blockId, lessons: block.lessons + 1 }, ownKey(pick, row.id));
  await copyBlockHistory(connection, { block, to: blockId, followId: row.id, now });
  await connection.db
    .updateTable("follows")
    .set({ page_id: pageId, moved_from: block.id, moved_at: now, updated_at: now })
    .where("id", "=", row.id)
    .execute();
  // only the last move can be undone
  if (row.moved_from) await dropUnfollowedBlocks(connection, [row.moved_from]);
  await settleObservation(connection, { followId: row.id, blockId, captureId, observation });
  return arrived(connection, row, { page: pageId, now });
}

/** The follow as it was before it was moved; what was seen of it on the other page goes. */
export async function moveBack(
  connection: Connection,
  { owner, id, now }: { readonly owner: PersonId; readonly id: FollowId; readonly now: number },
): Promise<FollowView | null> {
  const row = await lockFollowRow(connection, owner, id);
  const before = row?.moved_from ? await findBlock(connection, row.moved_from) : null;
  if (!row || !before || row.deleted_at !== null) return null;
  const { latestObservationId } = before;
  await connection.db
    .updateTable("follows")
    .set({
      page_id: before.pageId,
      block_id: before.id,
      seen_observation_id: latestObservationId,
      told_observation_id: latestObservationId,
      moved_from: null,
      moved_at: null,
      updated_at: now,
    })
    .where("id", "=", row.id)
    .execute();
  await dropUnfollowedBlocks(connection, [row.block_id]);
  return arrived(connection, row, { page: before.pageId, now });
}

/** From the page that the row names to the one that is named. */
async function arrived(
  connection: Connection,
  row: Row<"follows">,
  { page, now }: { readonly page: string; readonly now: number },
): Promise<FollowView | null> {
  const owner = row.person_id as PersonId;
  await giveTurn(connection, page, owner);
  await passTurn(connection, row.page_id, owner);
  await bringPageForward(connection, page, now);
  connection.announce(changedEvent(row, now));
  return findFollowView(connection, owner, row.id as FollowId);
}

/** Moves that can no longer be undone: the blocks of before go. */
export async function settleMoves(connection: Connection, until: number): Promise<void> {
  const rows = await connection.db
    .selectFrom("follows")
    .select(["id", "moved_from"])
    .where("moved_from", "is not", null)
    .where("moved_at", "<=", until)
    .limit(MOVES_A_SWEEP)
    .execute();
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await connection.db.updateTable("follows").set({ moved_from: null, moved_at: null }).where("id", "in", ids).execute();
  await dropUnfollowedBlocks(
    connection,
    rows.flatMap(({ moved_from }) => moved_from ?? []),
  );
}

const MOVES_A_SWEEP = 50;
