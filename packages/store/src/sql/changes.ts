/** What changed over all follows of a person: from the follows where they are few, otherwise from the latest change on. */
import type { FollowId, PersonId, SheetId } from "@tessera/model";
import { type RawBuilder, sql } from "kysely";
import type {
  ChangeFilter,
  ChangeName,
  ChangeRecords,
  FollowChange,
  FollowSheet,
  SeenChanges,
} from "../contract/change-records.ts";
import type { Listing } from "../contract/listing.ts";
import { batches, type Connection, inTransaction } from "./connection.ts";
import { followOf } from "./follow-views.ts";
import { observationOf } from "./observations.ts";
import { pageOf } from "./pages.ts";
import { listing } from "./rows.ts";

/** Up to so many follows it is quicker to ask each for its changes than to read the changes of everybody. */
const FEW_FOLLOWS = 500;

export function changeRecords(connection: Connection): ChangeRecords {
  return {
    list: (owner, filter) => listChanges(connection, owner, filter),
    countUnseen: (owner, max) => countUnseen(connection, owner, max),
    markSeen: (owner, what) => inTransaction(connection, (inside) => markAllSeen(inside, owner, what)),
    markUnseen: (owner, changes) => inTransaction(connection, (inside) => markUnseen(inside, owner, changes)),
    sheetsOf: (owner, follows) => sheetsOf(connection, owner, follows),
  };
}

/** Written so that it is no bound of a range in an index: what was seen bounds more, and SQLite takes one of both. */
const IS_CHANGE = sql`o.change IN ('changed', 'verdict') AND o.at + 0 >= f.created_at`;

/** Later than what was seen; everything where that is no longer kept. */
const SEEN_AT = sql`coalesce((SELECT s.at FROM observations s WHERE s.id = f.seen_observation_id), -1)`;
const IS_UNSEEN = sql`o.at > ${SEEN_AT}`;

type OfFollows = Pick<ChangeFilter, "sheet" | "isUnseen">;

function ofPerson(owner: PersonId, which: OfFollows): RawBuilder<unknown> {
  return ofFollows(owner, which, { person: sql`f.person_id`, hasNews: sql`f.has_news` });
}

/** The same of a follow that is there already: by an index of theirs, all follows of the person would be gone through each time. */
function isOfPerson(owner: PersonId, which: OfFollows): RawBuilder<unknown> {
  return ofFollows(owner, which, { person: sql`(f.person_id || '')`, hasNews: sql`(f.has_news + 0)` });
}

function ofFollows(
  owner: PersonId,
  { sheet, isUnseen }: OfFollows,
  { person, hasNews }: Readonly<Record<"person" | "hasNews", RawBuilder<unknown>>>,
): RawBuilder<unknown> {
  const parts = [sql`${person} = ${owner} AND f.deleted_at IS NULL`];
  if (isUnseen) parts.push(sql`${hasNews} = 1`);
  if (sheet !== undefined) parts.push(isOn(owner, sheet));
  return sql.join(parts, sql` AND `);
}

function isOn(owner: PersonId, sheet: SheetId | "none"): RawBuilder<unknown> {
  const tiles = sql`SELECT 1 FROM tile_follows tf JOIN tiles t ON t.id = tf.tile_id JOIN sheets sh ON sh.id = t.sheet_id
    WHERE tf.follow_id = f.id AND sh.person_id = ${owner} AND sh.deleted_at IS NULL`;
  return sheet === "none" ? sql`NOT EXISTS (${tiles})` : sql`EXISTS (${tiles} AND sh.id = ${sheet})`;
}

interface FoundChange {
  readonly followId: string;
  readonly observationId: string;
  readonly at: number;
  readonly isUnseen: number | boolean;
}

async function listChanges(
  connection: Connection,
  owner: PersonId,
  filter: ChangeFilter,
): Promise<Listing<FollowChange>> {
  const { db } = connection;
  const follows = ofPerson(owner, filter);
  const few = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (SELECT 1 FROM follows f WHERE ${follows} LIMIT ${FEW_FOLLOWS + 1}) AS counted`.execute(
    db,
  );
  const isFew = Number(few.rows[0]?.count ?? 0) <= FEW_FOLLOWS;
  const parts = [IS_CHANGE];
  if (filter.isUnseen) parts.push(IS_UNSEEN);
  if (filter.from !== undefined) parts.push(sql`o.at >= ${filter.from}`);
  if (filter.until !== undefined) parts.push(sql`o.at < ${filter.until}`);
  const after = filter.after === undefined ? null : cursorOf(filter.after);
  if (after) {
    const { observationId, followId } = after;
    parts.push(
      sql`(o.at < ${after.at} OR (o.at = ${after.at} AND (o.id < ${observationId} OR (o.id = ${observationId} AND f.id < ${followId}))))`,
    );
    // the same said so that the index of the instants is used
    parts.push(sql`o.at <= ${after.at}`);
  }
  const found = sql.join(parts, sql` AND `);
  const theirs = sql`o.block_id = f.block_id AND ${isOfPerson(owner, filter)}`;
  const from = isFew
    ? sql`follows f ${observationsOf(connection, found)} WHERE ${follows}`
    : sql`observations o ${connection.each(sql`follows`, sql`f`, theirs)} WHERE ${found}`;
  const { rows } = await sql<FoundChange>`
    SELECT f.id AS "followId", o.id AS "observationId", o.at AS at, CASE WHEN ${IS_UNSEEN} THEN 1 ELSE 0 END AS "isUnseen"
    FROM ${from} ORDER BY o.at DESC, o.id DESC, f.id DESC LIMIT ${filter.limit + 1}`.execute(db);
  const { items, next } = listing(rows, filter.limit, {
    item: (row) => row,
    cursor: (row) => `${row.at}.${row.observationId}.${row.followId}`,
  });
  return { items: await changesOf(connection, owner, items), next };
}

/** Of each follow. */
function observationsOf({ each }: Connection, which: RawBuilder<unknown>): RawBuilder<unknown> {
  return each(sql`observations`, sql`o`, sql`o.block_id = f.block_id AND ${which}`);
}

/** Where a slice ended; null where the text is not one of our cursors, which then means the start. */
function cursorOf(text: string): Omit<FoundChange, "isUnseen"> | null {
  const [at, observationId, followId] = text.split(".");
  const instant = Number(at);
  return at && observationId && followId && Number.isSafeInteger(instant)
    ? { at: instant, observationId, followId }
    : null;
}

async function changesOf(
  connection: Connection,
  owner: PersonId,
  found: readonly FoundChange[],
): Promise<FollowChange[]> {
  if (found.length === 0) return [];
  const { db } = connection;
  const ids = (of: "followId" | "observationId"): string[] => [...new Set(found.map((row) => row[of]))];
  const followIds = ids("followId");
  const followRows = await db.selectFrom("follows").selectAll().where("id", "in", followIds).execute();
  const follows = new Map(followRows.map((row) => [row.id, followOf(row)]));
  const pageIds = [...new Set(followRows.map((row) => row.page_id))];
  const pageRows = await db.selectFrom("pages").selectAll().where("id", "in", pageIds).execute();
  const pages = new Map(pageRows.map((row) => [row.id, pageOf(row)]));
  const observationRows = await db
    .selectFrom("observations")
    .selectAll()
    .where("id", "in", ids("observationId"))
    .execute();
  const observations = new Map(observationRows.map((row) => [row.id, observationOf(row)]));
  const sheets = await sheetsOf(connection, owner, followIds as FollowId[]);
  return found.flatMap((row) => {
    const [follow, observation] = [follows.get(row.followId), observations.get(row.observationId)];
    const page = follow && pages.get(follow.pageId);
    if (!follow || !page || !observation) return [];
    return [{ follow, page, observation, sheet: sheets.get(follow.id) ?? null, isSeen: Number(row.isUnseen) === 0 }];
  });
}

async function countUnseen(connection: Connection, owner: PersonId, max: number): Promise<number> {
  const unseen = observationsOf(connection, sql`${IS_CHANGE} AND ${IS_UNSEEN}`);
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (
      SELECT 1 FROM follows f ${unseen} WHERE ${ofPerson(owner, { isUnseen: true })} LIMIT ${max}
    ) AS counted`.execute(connection.db);
  return Number(rows[0]?.count ?? 0);
}

async function markAllSeen(
  { db }: Connection,
  owner: PersonId,
  { since, until, sheet }: SeenChanges,
): Promise<readonly ChangeName[]> {
  const upTo = sql`FROM observations o WHERE o.block_id = f.block_id AND o.at <= ${until}`;
  const isIn = since === undefined ? sql`` : sql`AND EXISTS (SELECT 1 ${upTo} AND ${IS_CHANGE} AND o.at >= ${since})`;
  const which = sql`WHERE ${ofPerson(owner, { isUnseen: true, ...(sheet === undefined ? {} : { sheet }) })}
    AND (SELECT max(o.at) ${upTo}) > ${SEEN_AT} ${isIn}`;
  const first = sql`SELECT o.id ${upTo} AND ${IS_CHANGE} AND ${IS_UNSEEN} ORDER BY o.at, o.id LIMIT 1`;
  const { rows } = await sql<ChangeName>`
    SELECT f.id AS "followId", (${first}) AS "observationId" FROM follows f ${which}`.execute(db);
  await sql`
    UPDATE follows AS f SET seen_observation_id = (SELECT o.id ${upTo} ORDER BY o.at DESC, o.id DESC LIMIT 1)
    ${which}`.execute(db);
  return rows.filter(({ observationId }) => observationId !== null);
}

async function markUnseen({ db }: Connection, owner: PersonId, changes: readonly ChangeName[]): Promise<number> {
  let count = 0;
  for (const { followId, observationId } of changes) {
    const of = sql`FROM observations o WHERE o.block_id = f.block_id`;
    const at = sql`(SELECT o.at ${of} AND o.id = ${observationId})`;
    const { numAffectedRows } = await sql`
      UPDATE follows AS f
      SET seen_observation_id = (SELECT o.id ${of} AND o.at < ${at} ORDER BY o.at DESC, o.id DESC LIMIT 1)
      WHERE f.id = ${followId} AND f.person_id = ${owner} AND f.deleted_at IS NULL AND ${at} <= ${SEEN_AT}`.execute(db);
    count += Number(numAffectedRows ?? 0);
  }
  return count;
}

/** By follow, the first sheet in the person's order that has a tile of it. */
export async function sheetsOf(
  { db }: Connection,
  owner: PersonId,
  follows: readonly FollowId[],
): Promise<ReadonlyMap<FollowId, FollowSheet>> {
  const rows: { follow_id: string; id: string; title: string; position: number }[] = [];
  for (const some of batches(follows)) {
    rows.push(
      ...(await db
        .selectFrom("tile_follows")
        .innerJoin("tiles", "tiles.id", "tile_follows.tile_id")
        .innerJoin("sheets", "sheets.id", "tiles.sheet_id")
        .select(["tile_follows.follow_id", "sheets.id", "sheets.title", "sheets.position"])
        .where("tile_follows.follow_id", "in", some)
        .where("sheets.person_id", "=", owner)
        .where("sheets.deleted_at", "is", null)
        .execute()),
    );
  }
  const sheets = new Map<FollowId, FollowSheet>();
  rows.sort((one, other) => one.position - other.position || (one.id < other.id ? -1 : 1));
  for (const { follow_id, id, title } of rows) {
    if (!sheets.has(follow_id as FollowId)) sheets.set(follow_id as FollowId, { id: id as SheetId, title });
  }
  return sheets;
}
