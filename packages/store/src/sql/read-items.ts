/** Marks of items that were read. */
import type { FollowId, PersonId } from "@tessera/model";
import { MAX_READ_ITEMS, type Reader, type ReadItemRecords, type ReadMarks } from "../contract/read-item-records.ts";
import { batches, type Connection, inTransaction } from "./connection.ts";

/** Five values a row: few enough for the parameters of either dialect. */
const ROWS_A_STATEMENT = 150;

export function readItemRecords(connection: Connection): ReadItemRecords {
  return {
    mark: (owner, follow, marks) =>
      inTransaction(connection, async (inside) => {
        if ((await ownOf(inside, owner, [follow])).length === 0) return false;
        await put(inside, follow, marks);
        return true;
      }),
    begin: (owner, follow, known) =>
      inTransaction(connection, async (inside) => {
        const isTheirs = (await ownOf(inside, owner, [follow])).length > 0;
        const any = await marksOf(inside, follow, known).select("item").limit(1).executeTakeFirst();
        if (isTheirs && !any) await put(inside, follow, { ...known, isRead: true });
      }),
    async of(owner, follows, { by }) {
      const read = new Map<FollowId, Set<string>>();
      for (const some of batches(follows)) {
        for (const id of await ownOf(connection, owner, some)) read.set(id, new Set());
        const rows = await connection.db
          .selectFrom("read_items")
          .select(["follow_id", "item"])
          .where("person_id", "=", by)
          .where("follow_id", "in", some)
          .where("is_read", "=", 1)
          .execute();
        for (const { follow_id, item } of rows) read.get(follow_id as FollowId)?.add(item);
      }
      return read;
    },
  };
}

async function ownOf({ db }: Connection, owner: PersonId, follows: readonly FollowId[]): Promise<readonly FollowId[]> {
  if (follows.length === 0) return [];
  const rows = await db
    .selectFrom("follows")
    .select("id")
    .where("id", "in", follows)
    .where("person_id", "=", owner)
    .where("deleted_at", "is", null)
    .execute();
  return rows.map(({ id }) => id as FollowId);
}

function marksOf({ db }: Connection, follow: FollowId, { by }: Reader) {
  return db.selectFrom("read_items").where("person_id", "=", by).where("follow_id", "=", follow);
}

async function put(connection: Connection, follow: FollowId, marks: ReadMarks): Promise<void> {
  const { db } = connection;
  const { items, by, isRead, now } = marks;
  const mark = { is_read: isRead ? 1 : 0, read_at: now };
  for (const some of batches(items.slice(0, MAX_READ_ITEMS), ROWS_A_STATEMENT)) {
    await db
      .insertInto("read_items")
      .values(some.map((item) => ({ person_id: by, follow_id: follow, item, ...mark })))
      // what is marked once more is still of use
      .onConflict((conflict) => conflict.columns(["person_id", "follow_id", "item"]).doUpdateSet(mark))
      .execute();
  }
  const oldest = await marksOf(connection, follow, marks)
    .select("item")
    .orderBy("read_at", "desc")
    .orderBy("item")
    .offset(MAX_READ_ITEMS)
    .limit(MAX_READ_ITEMS)
    .execute();
  for (const some of batches(oldest.map(({ item }) => item))) {
    await db
      .deleteFrom("read_items")
      .where("person_id", "=", by)
      .where("follow_id", "=", follow)
      .where("item", "in", some)
      .execute();
  }
}
