/** Channels. */
import { Channel, type ChannelId, type PersonId } from "@tessera/model";
import type { Changed, ChangeOptions } from "../contract/listing.ts";
import type { ChannelPatch, ChannelRecords } from "../contract/notify-records.ts";
import { checkCap } from "./caps.ts";
import { type Connection, inTransaction } from "./connection.ts";
import { mapping } from "./mapping.ts";
import { changedOr } from "./rows.ts";

const channels = mapping(Channel);
export const { rowOf: channelRow, recordOf: channelOf } = channels;

export function channelRecords(connection: Connection): ChannelRecords {
  const { db } = connection;
  return {
    add: (channel) =>
      inTransaction(connection, async (inside) => {
        await checkCap(inside, channel.personId, { cap: "channels" });
        await inside.db.insertInto("channels").values(channelRow(channel)).execute();
      }),
    async list(owner) {
      const rows = await db.selectFrom("channels").selectAll().where("person_id", "=", owner).orderBy("id").execute();
      return rows.map(channelOf);
    },
    async every({ after, limit }) {
      const query = db.selectFrom("channels").selectAll().orderBy("id").limit(limit);
      return (await (after === null ? query : query.where("id", ">", after)).execute()).map(channelOf);
    },
    find: (owner, id) => findChannel(connection, owner, id),
    change: (owner, id, patch, options) => changeChannel(connection, { owner, id, patch, options }),
    async remove(owner, id) {
      const { numDeletedRows } = await db
        .deleteFrom("channels")
        .where("id", "=", id)
        .where("person_id", "=", owner)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

async function findChannel({ db }: Connection, owner: PersonId, id: ChannelId): Promise<Channel | null> {
  const row = await db
    .selectFrom("channels")
    .selectAll()
    .where("id", "=", id)
    .where("person_id", "=", owner)
    .executeTakeFirst();
  return row ? channelOf(row) : null;
}

async function changeChannel(
  connection: Connection,
  change: {
    readonly owner: PersonId;
    readonly id: ChannelId;
    readonly patch: ChannelPatch;
    readonly options: ChangeOptions;
  },
): Promise<Changed<Channel>> {
  const { owner, id, patch, options } = change;
  let update = connection.db
    .updateTable("channels")
    .set((row) => ({
      ...channels.columnsOf(patch),
      updated_at: options.now,
      version: row("version", "+", 1),
    }))
    .where("id", "=", id)
    .where("person_id", "=", owner);
  if (options.ifVersion !== undefined) update = update.where("version", "=", options.ifVersion);
  const updated = await update.returningAll().executeTakeFirst();
  return updated ? changedOr(channelOf(updated), null) : changedOr(null, await findChannel(connection, owner, id));
}
