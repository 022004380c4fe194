/** Deliveries: claimed like pages, settled by whoever holds the newest claim. */
import { randomUUID } from "node:crypto";
import { type ChannelId, Delivery } from "@tessera/model";
import { type ExpressionBuilder, sql } from "kysely";
import type { ClaimedDelivery, DeliveryClaimRequest, DeliveryRecords, Settled } from "../contract/notify-records.ts";
import { channelOf } from "./channels.ts";
import { type Connection, inTransaction } from "./connection.ts";
import { mapping } from "./mapping.ts";
import { listing, NO_LEASE } from "./rows.ts";
import type { Tables } from "./tables.ts";

export const { rowOf: deliveryRow, recordOf: deliveryOf } = mapping(Delivery);

export function deliveryRecords(connection: Connection): DeliveryRecords {
  const { db } = connection;
  return {
    add: (deliveries) =>
      inTransaction(connection, async (inside) => {
        for (const delivery of deliveries)
          await inside.db.insertInto("deliveries").values(deliveryRow(delivery)).execute();
      }),
    plan: (channel, delivery) => inTransaction(connection, (inside) => planDelivery(inside, channel, delivery)),
    claim: (request) => inTransaction(connection, (inside) => claimDeliveries(inside, request)),
    async settle(claimed, outcome) {
      const { numUpdatedRows } = await db
        .updateTable("deliveries")
        .set((row) => ({
          ...NO_LEASE,
          ...settled(outcome),
          ...(outcome.kind !== "held" && { attempts: row("attempts", "+", 1) }),
        }))
        .where("id", "=", claimed.delivery.id)
        .where("lease_token", "=", claimed.token)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async releaseHeldBy(prefix) {
      const { numUpdatedRows } = await db
        .updateTable("deliveries")
        .set(NO_LEASE)
        .where("lease_until", "is not", null)
        .where(sql<boolean>`substr(lease_holder, 1, ${prefix.length}) = ${prefix}`)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
    async list(owner, state, slice) {
      let query = db.selectFrom("deliveries").selectAll().where("person_id", "=", owner).where("state", "=", state);
      if (slice.after) query = query.where("id", "<", slice.after);
      const rows = await query
        .orderBy("id", "desc")
        .limit(slice.limit + 1)
        .execute();
      return listing(rows, slice.limit, { item: deliveryOf, cursor: (row) => row.id });
    },
    async revive(owner, id, now) {
      const { numUpdatedRows } = await db
        .updateTable("deliveries")
        .set({ state: "waiting", due_at: now, attempts: 0 })
        .where("id", "=", id)
        .where("person_id", "=", owner)
        .where("state", "=", "dead")
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async nextDueAt(except) {
      let query = db
        .selectFrom("deliveries")
        .select("due_at")
        .where("due_at", "is not", null)
        .where("lease_until", "is", null)
        .where("channel_id", "in", openChannels);
      if (except.length > 0) query = query.where("person_id", "not in", except);
      const row = await query.orderBy("due_at").limit(1).executeTakeFirst();
      return row?.due_at ?? null;
    },
  };
}

async function planDelivery({ db }: Connection, channel: ChannelId, delivery: Delivery | null): Promise<void> {
  await db
    .deleteFrom("deliveries")
    .where("channel_id", "=", channel)
    .where("state", "=", "waiting")
    .where("follow_id", "is", null)
    .where("observation_id", "is", null)
    .execute();
  if (delivery) await db.insertInto("deliveries").values(deliveryRow(delivery)).execute();
}

function settled(outcome: Settled) {
  switch (outcome.kind) {
    case "sent":
      return { state: "sent", sent_at: outcome.at, due_at: null, last_error: null };
    case "again":
      return { due_at: outcome.dueAt, last_error: outcome.error };
    case "held":
      return { due_at: outcome.dueAt };
    case "dead":
      return { state: "dead", due_at: null, last_error: outcome.error };
  }
}

async function claimDeliveries(
  connection: Connection,
  request: DeliveryClaimRequest,
): Promise<readonly ClaimedDelivery[]> {
  const { now, leaseMs, holder } = request;
  const { db } = connection;
  await connection.lock(db, "claim deliveries");
  const claimed: ClaimedDelivery[] = [];
  for (const { person_id } of await peopleWaiting(db, request)) {
    const rows = await dueDeliveries(db, now)
      .selectAll()
      .where("person_id", "=", person_id)
      .orderBy("id")
      .limit(request.perPerson)
      .execute();
    for (const row of rows) {
      const token = randomUUID();
      await db
        .updateTable("deliveries")
        .set({ lease_token: token, lease_until: now + leaseMs, lease_holder: holder })
        .where("id", "=", row.id)
        .execute();
      const channel = await db
        .selectFrom("channels")
        .selectAll()
        .where("id", "=", row.channel_id)
        .executeTakeFirstOrThrow();
      claimed.push({ delivery: deliveryOf(row), channel: channelOf(channel), token });
    }
  }
  return claimed;
}

function dueDeliveries(db: Connection["db"], now: number) {
  return db
    .selectFrom("deliveries")
    .where("due_at", "<=", now)
    .where((is) => is.or([is("lease_until", "is", null), is("lease_until", "<=", now)]))
    .where("channel_id", "in", openChannels);
}

function openChannels(from: ExpressionBuilder<Tables, "deliveries">) {
  return from.selectFrom("channels").select("channels.id").where("paused_at", "is", null);
}

/** Who has something due, the longest wait first. */
function peopleWaiting(db: Connection["db"], { now, people, except }: DeliveryClaimRequest) {
  let query = dueDeliveries(db, now).select("person_id").groupBy("person_id");
  if (except.length > 0) query = query.where("person_id", "not in", except);
  return query
    .orderBy((from) => from.fn.min("due_at"))
    .orderBy("person_id")
    .limit(people)
    .execute();
}
