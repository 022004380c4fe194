/** All that a person follows on a page is fetched otherwise from now on: that is another page, and their blocks go there. */
import { isDeepStrictEqual } from "node:util";
import { BlockId, newId, type Page, type PageId, type PersonId, withPatch } from "@tessera/model";
import type { FetchWay } from "../contract/follow-records.ts";
import { addBlock, copyBlockHistory, lockPage, ownKey, readBlock } from "./blocks.ts";
import type { Connection } from "./connection.ts";
import { changedEvent } from "./follow-views.ts";
import { bringPageForward, ensurePage, findPage } from "./pages.ts";
import type { Row } from "./tables.ts";
import { giveTurn, passTurn } from "./turns.ts";

export interface FetchBy extends FetchWay {
  readonly owner: PersonId;
  readonly page: PageId;
}

export async function fetchPageBy(
  connection: Connection,
  { owner, page, patch, now, ...way }: FetchBy,
): Promise<Page | null> {
  await lockPage(connection, page);
  const rows = await connection.db
    .selectFrom("follows")
    .selectAll()
    .where("person_id", "=", owner)
    .where("page_id", "=", page)
    .execute();
  const before = await findPage(connection, page);
  if (!before || rows.every((row) => row.deleted_at !== null)) return null;
  const source = withPatch(before.source, patch);
  if (isDeepStrictEqual(source, withPatch(before.source, {}))) return before;
  // what only a person's browser saw is private for that alone; any other page stays whose it is
  const isPrivate = way.isPrivate || (before.privateTo !== null && before.source.fetcher !== "own-browser");
  const there = await ensurePage(connection, source, { asker: owner, now, isPrivate });
  const isSecret = before.privateTo !== null && there.privateTo === null;
  for (const row of rows) await bringOver(connection, row, { page: there.id, isSecret, now });
  await giveTurn(connection, there.id, owner);
  await passTurn(connection, page, owner);
  await bringPageForward(connection, there.id, now);
  return findPage(connection, there.id);
}

/** With its block where nobody else follows that, else with a copy of it. */
async function bringOver(
  connection: Connection,
  row: Row<"follows">,
  { page, isSecret, now }: { readonly page: PageId; readonly isSecret: boolean; readonly now: number },
): Promise<void> {
  const { db } = connection;
  const others = await db
    .selectFrom("follows")
    .select("id")
    .where("block_id", "=", row.block_id)
    .where("person_id", "!=", row.person_id)
    .limit(1)
    .execute();
  if (others.length === 0) {
    const { pick } = await readBlock(connection, row.block_id);
    // its history is of what only this person could see: nobody joins it on a page that others follow
    const key = isSecret && { pick_key: ownKey(pick, row.id) };
    await db
      .updateTable("blocks")
      .set({ page_id: page, ...key })
      .where("id", "=", row.block_id)
      .execute();
  } else {
    const block = await readBlock(connection, row.block_id);
    const id = newId(BlockId, now);
    await addBlock(connection, { ...block, id, pageId: page }, ownKey(block.pick, row.id));
    await copyBlockHistory(connection, { block, to: id, followId: row.id, now });
  }
  await db.updateTable("follows").set({ page_id: page, updated_at: now }).where("id", "=", row.id).execute();
  connection.announce(changedEvent(row, now));
}
