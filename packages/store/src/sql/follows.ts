/** Follows. */
import { type Follow, type FollowId, normalTag, type PersonId } from "@tessera/model";
import { sql } from "kysely";
import type {
  FollowFilter,
  FollowPatch,
  FollowRecords,
  FollowView,
  NewFollow,
  Repick,
} from "../contract/follow-records.ts";
import type { Changed, ChangeOptions, Listing } from "../contract/listing.ts";
import { addBlock, joinableBlock, lockPage, ownBlock } from "./blocks.ts";
import { checkCap } from "./caps.ts";
import { type Connection, inTransaction } from "./connection.ts";
import { fetchPageBy } from "./fetch-by.ts";
import { followNews } from "./follow-news.ts";
import {
  changedEvent,
  findFollowRow,
  findFollowView,
  followColumns,
  followOf,
  followRow,
  lockFollowRow,
  viewsOf,
} from "./follow-views.ts";
import { moveBack, moveFollow } from "./moves.ts";
import { isLaterThan, observationRow, settleObservation } from "./observations.ts";
import { bringPageForward } from "./pages.ts";
import { changedOr, likePattern, toJson } from "./rows.ts";
import { giveTurn, passTurn } from "./turns.ts";

export function followRecords(connection: Connection): FollowRecords {
  const { db } = connection;
  return {
    start: (start) => inTransaction(connection, (inside) => startFollow(inside, start)),
    find: (owner, id) => findFollowView(connection, owner, id),
    list: (owner, filter) => listFollows(connection, owner, filter),
    async count(owner) {
      const row = await db
        .selectFrom("follows")
        .select((from) => from.fn.countAll<number>().as("count"))
        .where("person_id", "=", owner)
        .where("deleted_at", "is", null)
        .executeTakeFirst();
      return Number(row?.count ?? 0);
    },
    async findByFeedKey(feedKey) {
      const rows = await db
        .selectFrom("follows")
        .selectAll()
        .where("feed_key", "=", feedKey)
        .where("deleted_at", "is", null)
        .where("person_id", "in", (from) =>
          from.selectFrom("people").select("people.id").where("disabled_at", "is", null),
        )
        .execute();
      return (await viewsOf(connection, rows))[0] ?? null;
    },
    change: (owner, id, patch, options) =>
      inTransaction(connection, (inside) => changeFollow(inside, { owner, id, patch, options })),
    repick: (owner, id, repick) => inTransaction(connection, (inside) => repickFollow(inside, { owner, id, repick })),
    move: (owner, id, move) => inTransaction(connection, (inside) => moveFollow(inside, { owner, id, move })),
    fetchBy: (owner, page, way) => inTransaction(connection, (inside) => fetchPageBy(inside, { owner, page, ...way })),
    news: (owner, limit) => followNews(connection, owner, limit),
    moveBack: (owner, id, now) => inTransaction(connection, (inside) => moveBack(inside, { owner, id, now })),
    async markSeen(owner, id, observation) {
      await db
        .updateTable("follows")
        .set({ seen_observation_id: observation })
        .where("id", "=", id)
        .where("person_id", "=", owner)
        .where(isLaterThan(observation, sql.ref("follows.seen_observation_id")))
        .executeTakeFirst();
      return (await findFollowRow(connection, owner, id)) !== undefined;
    },
    remove: (owner, id, now) => inTransaction(connection, (inside) => setDeleted(inside, { owner, id, now, to: now })),
    restore: (owner, id, now) =>
      inTransaction(connection, async (inside) => {
        await checkCap(inside, owner, { cap: "follows", isBack: true });
        return setDeleted(inside, { owner, id, now, to: null });
      }),
  };
}

async function startFollow(
  connection: Connection,
  start: NewFollow,
): Promise<{ readonly view: FollowView; readonly isShared: boolean }> {
  const { db } = connection;
  await checkCap(connection, start.follow.personId, { cap: "follows" });
  await lockPage(connection, start.follow.pageId);
  const joined = await joinableBlock(connection, start.block);
  const block = joined ?? start.block;
  if (!joined) {
    // a pointer is set before what it points to is there; both are by the end of the transaction
    await addBlock(connection, start.block);
    if (start.observation) await db.insertInto("observations").values(observationRow(start.observation)).execute();
  }
  const seen = joined ? joined.latestFoundId : (start.observation?.id ?? null);
  const follow: Follow = { ...start.follow, blockId: block.id, seenObservationId: seen, toldObservationId: seen };
  await db.insertInto("follows").values(followRow(follow)).execute();
  await giveTurn(connection, follow.pageId, follow.personId);
  await bringPageForward(connection, follow.pageId, start.dueAt);
  connection.announce(changedEvent({ id: follow.id, person_id: follow.personId }, follow.createdAt));
  const view = await findFollowView(connection, follow.personId, follow.id);
  if (!view) throw new Error(`follow ${follow.id} was not stored`);
  return { view, isShared: joined !== null };
}

async function repickFollow(
  connection: Connection,
  { owner, id, repick }: { readonly owner: PersonId; readonly id: FollowId; readonly repick: Repick },
): Promise<FollowView | null> {
  const row = await lockFollowRow(connection, owner, id);
  const { observation } = repick;
  if (!row || observation?.captureId === null) return null;
  const blockId = await ownBlock(connection, row, repick);
  if (observation?.captureId) {
    const { captureId } = observation;
    await settleObservation(connection, { followId: row.id, blockId, captureId, observation });
  }
  await bringPageForward(connection, row.page_id, repick.now);
  connection.announce(changedEvent(row, repick.now));
  return findFollowView(connection, owner, id);
}

async function listFollows(
  connection: Connection,
  owner: PersonId,
  filter: FollowFilter,
): Promise<Listing<FollowView>> {
  let query = connection.db.selectFrom("follows").selectAll("follows").where("person_id", "=", owner);
  query =
    filter.state === "deleted" ? query.where("deleted_at", "is not", null) : query.where("deleted_at", "is", null);
  if (filter.state === "active") query = query.where("paused_at", "is", null);
  if (filter.state === "paused") query = query.where("paused_at", "is not", null);
  if (filter.page) query = query.where("page_id", "=", filter.page);
  if (filter.tag !== undefined) query = query.where(hasTag(filter.tag));
  const { sheet } = filter;
  if (sheet === "none") {
    query = query.where("id", "not in", (from) =>
      from
        .selectFrom("tile_follows")
        .innerJoin("tiles", "tiles.id", "tile_follows.tile_id")
        .innerJoin("sheets", "sheets.id", "tiles.sheet_id")
        .select("tile_follows.follow_id")
        .where("sheets.person_id", "=", owner)
        .where("sheets.deleted_at", "is", null),
    );
  } else if (sheet) {
    query = query.where("id", "in", (from) =>
      from
        .selectFrom("tile_follows")
        .innerJoin("tiles", "tiles.id", "tile_follows.tile_id")
        .select("tile_follows.follow_id")
        .where("sheet_id", "=", sheet),
    );
  }
  if (filter.words) {
    const pattern = likePattern(filter.words);
    query = query.where((is) =>
      is.or([
        sql<boolean>`lower(title) like ${pattern} escape '\\'`,
        is.exists(
          is
            .selectFrom("pages")
            .select("pages.id")
            .whereRef("pages.id", "=", "follows.page_id")
            .where(sql<boolean>`lower(pages.source) like ${pattern} escape '\\'`),
        ),
      ]),
    );
  }
  if (filter.after) query = query.where("id", ">", filter.after);
  const rows = await query
    .orderBy("id")
    .limit(filter.limit + 1)
    .execute();
  const shown = rows.slice(0, filter.limit);
  return {
    items: await viewsOf(connection, shown),
    next: rows.length > filter.limit ? (shown.at(-1)?.id ?? null) : null,
  };
}

/** Tags are JSON in which a tag stands between quotes, and none has a quote or needs to be escaped in it. */
function hasTag(tag: string) {
  const pattern = likePattern(toJson(normalTag(tag)));
  return sql<boolean>`tags <> '[]' and tags like ${pattern} escape '\\'`;
}

async function changeFollow(
  connection: Connection,
  change: {
    readonly owner: PersonId;
    readonly id: FollowId;
    readonly patch: FollowPatch;
    readonly options: ChangeOptions;
  },
): Promise<Changed<Follow>> {
  const { patch, options } = change;
  let update = connection.db
    .updateTable("follows")
    .set((row) => ({
      ...followColumns(patch),
      updated_at: options.now,
      version: row("version", "+", 1),
    }))
    .where("id", "=", change.id)
    .where("person_id", "=", change.owner);
  if (options.ifVersion !== undefined) update = update.where("version", "=", options.ifVersion);
  const updated = await update.returningAll().executeTakeFirst();
  if (!updated) {
    const current = await findFollowRow(connection, change.owner, change.id);
    return changedOr(null, current ? followOf(current) : null);
  }
  // the next check works out from the new schedule when the one after it is due
  const isAwake = updated.paused_at === null && updated.deleted_at === null;
  if (isAwake && (patch.schedule !== undefined || patch.pausedAt !== undefined)) {
    await bringPageForward(connection, updated.page_id, options.now);
  }
  connection.announce(changedEvent(updated, options.now));
  return changedOr(followOf(updated), null);
}

async function setDeleted(
  connection: Connection,
  change: {
    readonly owner: PersonId;
    readonly id: FollowId;
    readonly now: number;
    readonly to: number | null;
  },
): Promise<boolean> {
  const updated = await connection.db
    .updateTable("follows")
    .set((row) => ({ deleted_at: change.to, updated_at: change.now, version: row("version", "+", 1) }))
    .where("id", "=", change.id)
    .where("person_id", "=", change.owner)
    .where("deleted_at", change.to === null ? "is not" : "is", null)
    .returning(["id", "person_id", "page_id"])
    .executeTakeFirst();
  if (!updated) return false;
  if (change.to === null) {
    await giveTurn(connection, updated.page_id, change.owner);
    await bringPageForward(connection, updated.page_id, change.now);
  } else {
    await passTurn(connection, updated.page_id, change.owner);
  }
  connection.announce(changedEvent(updated, change.now));
  return true;
}
