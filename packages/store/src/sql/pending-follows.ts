/** Wishes: claimed like pages and deliveries, gone once they are granted. */
import { randomUUID } from "node:crypto";
import type { PendingFollow, PersonId } from "@tessera/model";
import { sql } from "kysely";
import type { ClaimRequest } from "../contract/check-records.ts";
import type { ClaimedPendingFollow, PendingFollowOutcome, PendingFollowRecords } from "../contract/follow-records.ts";
import { checkCap } from "./caps.ts";
import { batches, type Connection, inTransaction } from "./connection.ts";
import { fromJson, listing, NO_LEASE, toJson } from "./rows.ts";
import type { NewRow, Row } from "./tables.ts";
import { countBy, pastTheMany, Turns } from "./turns.ts";

export function pendingFollowRecords(connection: Connection): PendingFollowRecords {
  const { db } = connection;
  const turns = new Turns();
  return {
    add: (wishes) =>
      inTransaction(connection, async (inside) => {
        for (const [person, some] of Map.groupBy(wishes, ({ personId }) => personId)) {
          await checkCap(inside, person, { cap: "wishes", count: some.length });
        }
        for (const some of batches(wishes, 50)) {
          await inside.db.insertInto("wishes").values(some.map(pendingFollowRow)).execute();
        }
      }),
    claim: (request) => inTransaction(connection, (inside) => claimPendingFollows(inside, request, turns)),
    settle: (claimed, outcome) => settlePendingFollow(connection, claimed, outcome),
    async releaseHeldBy(prefix) {
      const { numUpdatedRows } = await db
        .updateTable("wishes")
        .set(NO_LEASE)
        .where("lease_until", "is not", null)
        .where(sql<boolean>`substr(lease_holder, 1, ${prefix.length}) = ${prefix}`)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
    async list(owner, slice) {
      let query = db.selectFrom("wishes").selectAll().where("person_id", "=", owner);
      if (slice.after) query = query.where("id", ">", slice.after);
      const rows = await query
        .orderBy("id")
        .limit(slice.limit + 1)
        .execute();
      return listing(rows, slice.limit, { item: wishOf, cursor: (row) => row.id });
    },
    async bringForward(owner, id, now) {
      const { numUpdatedRows } = await db
        .updateTable("wishes")
        .set({ due_at: now })
        .where("id", "=", id)
        .where("person_id", "=", owner)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async remove(owner, id) {
      const { numDeletedRows } = await db
        .deleteFrom("wishes")
        .where("id", "=", id)
        .where("person_id", "=", owner)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
    async nextDueAt() {
      const row = await db
        .selectFrom("wishes")
        .select("due_at")
        .where("due_at", "is not", null)
        .where("lease_until", "is", null)
        .orderBy("due_at")
        .limit(1)
        .executeTakeFirst();
      return row?.due_at ?? null;
    },
  };
}

/** Wishes that are looked at for a claim. */
const CANDIDATES = 100;

async function claimPendingFollows(
  connection: Connection,
  request: ClaimRequest,
  turns: Turns,
): Promise<readonly ClaimedPendingFollow[]> {
  const { now, limit, leaseMs, holder, perPerson } = request;
  const { db } = connection;
  await connection.lock(db, "claim wishes");
  const underWay = await db.selectFrom("wishes").select("person_id as turn").where("lease_until", ">", now).execute();
  const candidates = await pastTheMany(CANDIDATES, (except) =>
    db
      .selectFrom("wishes")
      .selectAll()
      .select("person_id as turn")
      .where("due_at", "<=", now)
      .where((is) => is.or([is("lease_until", "is", null), is("lease_until", "<=", now)]))
      .$if(except.length > 0, (query) => query.where("person_id", "not in", except))
      .orderBy("due_at")
      .orderBy("id")
      .limit(CANDIDATES)
      .execute(),
  );
  const before = countBy(underWay, ({ turn }) => turn);
  const rows = turns.next(candidates, { limit, before, perPerson }).map(({ candidate }) => candidate);
  const claimed = rows.map((row) => ({ wish: wishOf(row), token: randomUUID() }));
  for (const { wish, token } of claimed) {
    await db
      .updateTable("wishes")
      .set({ lease_token: token, lease_until: now + leaseMs, lease_holder: holder })
      .where("id", "=", wish.id)
      .execute();
  }
  return claimed;
}

async function settlePendingFollow(
  { db }: Connection,
  { wish, token }: ClaimedPendingFollow,
  outcome: PendingFollowOutcome,
): Promise<boolean> {
  if (outcome.kind === "granted") {
    const { numDeletedRows } = await db
      .deleteFrom("wishes")
      .where("id", "=", wish.id)
      .where("lease_token", "=", token)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
  const dueAt = outcome.kind === "again" ? outcome.dueAt : null;
  const { numUpdatedRows } = await db
    .updateTable("wishes")
    .set((row) => ({ ...NO_LEASE, due_at: dueAt, error: outcome.error, attempts: row("attempts", "+", 1) }))
    .where("id", "=", wish.id)
    .where("lease_token", "=", token)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function pendingFollowRow(wish: PendingFollow): NewRow<"wishes"> {
  const { id, personId, attempts, dueAt, error, createdAt, ...wanted } = wish;
  const template_id = wish.wish.kind === "like" ? wish.wish.templateId : null;
  const state = { attempts, due_at: dueAt, error, created_at: createdAt };
  return { id, person_id: personId, wanted: toJson(wanted), template_id, ...state };
}

export function wishOf(row: Row<"wishes">): PendingFollow {
  return {
    ...fromJson<Omit<PendingFollow, "id" | "personId" | "attempts" | "dueAt" | "error" | "createdAt">>(row.wanted),
    id: row.id as PendingFollow["id"],
    personId: row.person_id as PersonId,
    attempts: row.attempts,
    dueAt: row.due_at,
    error: row.error,
    createdAt: row.created_at,
  };
}
