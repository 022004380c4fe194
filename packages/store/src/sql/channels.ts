/** Channels. */
import type { Channel, ChannelId, PersonId } from "@tessera/model";
import type { Changed, ChangeOptions } from "../contract/listing.ts";
import type { ChannelPatch, ChannelRecords } from "../contract/notify-records.ts";
import { checkCap } from "./caps.ts";
import { type Connection, inTransaction } from "./connection.ts";
import { changedOr, fromJson, fromJsonOrNull, toJson, toJsonOrNull } from "./rows.ts";
import type { NewRow, Row } from "./tables.ts";

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
      ...(patch.name !== undefined && { name: patch.name }),
      ...(patch.target !== undefined && { target: toJson(patch.target) }),
      ...(patch.quietHours !== undefined && { quiet_hours: toJsonOrNull(patch.quietHours) }),
      ...(patch.gathering !== undefined && { gathering: toJson(patch.gathering) }),
      ...(patch.isDefault !== undefined && { is_default: patch.isDefault ? 1 : 0 }),
      ...(patch.pausedAt !== undefined && { paused_at: patch.pausedAt }),
      updated_at: options.now,
      version: row("version", "+", 1),
    }))
    .where("id", "=", id)
    .where("person_id", "=", owner);
  if (options.ifVersion !== undefined) update = update.where("version", "=", options.ifVersion);
  const updated = await update.returningAll().executeTakeFirst();
  return updated ? changedOr(channelOf(updated), null) : changedOr(null, await findChannel(connection, owner, id));
}

export function channelRow(channel: Channel): NewRow<"channels"> {
  return {
    id: channel.id,
    person_id: channel.personId,
    name: channel.name,
    target: toJson(channel.target),
    quiet_hours: toJsonOrNull(channel.quietHours),
    gathering: toJson(channel.gathering),
    is_default: channel.isDefault ? 1 : 0,
    paused_at: channel.pausedAt,
    created_at: channel.createdAt,
    updated_at: channel.updatedAt,
    version: channel.version,
  };
}

export function channelOf(row: Row<"channels">): Channel {
  return {
    id: row.id as ChannelId,
    personId: row.person_id as PersonId,
    name: row.name,
    target: fromJson<Channel["target"]>(row.target),
    quietHours: fromJsonOrNull<Channel["quietHours"]>(row.quiet_hours),
    gathering: fromJson<Channel["gathering"]>(row.gathering),
    isDefault: row.is_default === 1,
    pausedAt: row.paused_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
}
