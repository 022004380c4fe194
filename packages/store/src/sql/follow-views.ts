/** Follows together with what a list or a tile shows of them, in a handful of queries however many there are. */
import { Follow, type FollowId, type LiveEvent, type PersonId } from "@tessera/model";
import type { FollowView } from "../contract/follow-records.ts";
import { blockFactsOf, lockPage } from "./blocks.ts";
import { batches, type Connection } from "./connection.ts";
import { mapping } from "./mapping.ts";
import { observationOf } from "./observations.ts";
import { pageOf } from "./pages.ts";
import type { Row } from "./tables.ts";

export const { rowOf: followRow, recordOf: followOf, columnsOf: followColumns } = mapping(Follow);

/** The views of these follows, in their order. */
export async function viewsOf(connection: Connection, rows: readonly Row<"follows">[]): Promise<readonly FollowView[]> {
  const { db } = connection;
  const blockIds = rows.map((row) => row.block_id);
  const blocks = await byId(blockIds, (ids) => db.selectFrom("blocks").selectAll().where("id", "in", ids).execute());
  const pageIds = rows.map((row) => row.page_id);
  const pages = await byId(pageIds, (ids) => db.selectFrom("pages").selectAll().where("id", "in", ids).execute());
  const shownIds = [...blocks.values()].flatMap((block) => [block.latest_observation_id, block.latest_found_id]);
  const observations = await byId(
    shownIds.filter((id) => id !== null),
    async (ids) =>
      (await db.selectFrom("observations").selectAll().where("id", "in", ids).execute()).map(observationOf),
  );
  return rows.flatMap((row): FollowView[] => {
    const block = blocks.get(row.block_id);
    const page = pages.get(row.page_id);
    if (!block || !page) return [];
    return [
      {
        follow: followOf(row),
        block: blockFactsOf(block),
        page: pageOf(page),
        latest: observations.get(block.latest_observation_id ?? "") ?? null,
        latestFound: observations.get(block.latest_found_id ?? "") ?? null,
      },
    ];
  });
}

/** Rows by id, read in batches. */
async function byId<R extends { readonly id: string }>(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<readonly R[]>,
): Promise<ReadonlyMap<string, R>> {
  const found = new Map<string, R>();
  for (const some of batches([...new Set(ids)])) for (const row of await read(some)) found.set(row.id, row);
  return found;
}

/** The row as it stays until the end of the transaction, its block included. */
export async function lockFollowRow(
  connection: Connection,
  owner: PersonId,
  id: FollowId,
): Promise<Row<"follows"> | undefined> {
  const row = await findFollowRow(connection, owner, id);
  if (!row) return undefined;
  await lockPage(connection, row.page_id);
  return findFollowRow(connection, owner, id);
}

export async function findFollowRow(
  { db }: Connection,
  owner: PersonId,
  id: FollowId,
): Promise<Row<"follows"> | undefined> {
  return db.selectFrom("follows").selectAll().where("id", "=", id).where("person_id", "=", owner).executeTakeFirst();
}

export async function findFollowView(
  connection: Connection,
  owner: PersonId,
  id: FollowId,
): Promise<FollowView | null> {
  const row = await findFollowRow(connection, owner, id);
  return row ? ((await viewsOf(connection, [row]))[0] ?? null) : null;
}

export function changedEvent(follow: Pick<Row<"follows">, "id" | "person_id">, at: number): LiveEvent {
  return { kind: "follow-changed", personId: follow.person_id as PersonId, followId: follow.id as FollowId, at };
}
