/** Claims on pages, and the one transaction that records a check. */
import { randomUUID } from "node:crypto";
import type { PageId, PersonId } from "@tessera/model";
import { type ExpressionBuilder, sql } from "kysely";
import type { CheckRecords, Claim, ClaimRequest, PastRecord } from "../contract/check-records.ts";
import { findBlock, findMemories } from "./blocks.ts";
import { type PlacedBodies, putBody, withPlacedBodies } from "./bodies.ts";
import { loadChecks } from "./check-work.ts";
import { batches, type Connection, inTransaction } from "./connection.ts";
import { observationOf, observationRow } from "./observations.ts";
import { captureRow, findCapture } from "./pages.ts";
import { recordCheck } from "./record-check.ts";
import { isHeld, NO_LEASE } from "./rows.ts";
import { shownAsPictures } from "./sheets.ts";
import type { Tables } from "./tables.ts";
import { countBy, pastTheMany, Turns } from "./turns.ts";

export function checkRecords(connection: Connection): CheckRecords {
  const { db } = connection;
  const turns = new Turns();
  return {
    // where nobody else claims pages, only the leases need be written in one piece
    claim: (request) =>
      connection.isAlone
        ? claimDue(connection, request, turns)
        : inTransaction(connection, (inside) => claimDue(inside, request, turns)),
    claimPage: (page, request) => claimPage(connection, page, request),
    async renew(claims, until) {
      for (const some of batches(claims))
        await db
          .updateTable("pages")
          .set({ lease_until: until })
          .where((is) => isHeld(is, some))
          .execute();
    },
    async release(claims, dueAt) {
      for (const some of batches(claims))
        await db
          .updateTable("pages")
          .set({ ...NO_LEASE, ...(dueAt !== undefined && { due_at: dueAt, queued_at: null }) })
          .where((is) => isHeld(is, some))
          .execute();
    },
    async releaseHeldBy(prefix) {
      const { numUpdatedRows } = await db
        .updateTable("pages")
        .set(NO_LEASE)
        .where("lease_until", "is not", null)
        .where(sql<boolean>`substr(lease_holder, 1, ${prefix.length}) = ${prefix}`)
        .executeTakeFirst();
      return Number(numUpdatedRows);
    },
    load: async ({ pageId }) => (await loadChecks(connection, [pageId])).get(pageId) ?? null,
    memories: (blocks) => findMemories(connection, blocks),
    shownAsPictures: (blocks) => shownAsPictures(connection, blocks),
    async cookies(page) {
      const row = await db.selectFrom("pages").select("cookies").where("id", "=", page).executeTakeFirst();
      return row?.cookies ?? null;
    },
    capture: (id) => findCapture(connection, id),
    block: (id) => findBlock(connection, id),
    async observation(id) {
      const row = await db.selectFrom("observations").selectAll().where("id", "=", id).executeTakeFirst();
      return row ? observationOf(row) : null;
    },
    record: (claim, check) =>
      withPlacedBodies(connection, check.bodies, (inside, placed) => recordCheck(inside, claim, { ...check, placed })),
    recordPast: (past) =>
      withPlacedBodies(connection, past.bodies, (inside, placed) => recordPast(inside, { ...past, placed })),
    claimOf: (owner, page, held) => claimOf(connection, { owner, page, ...held }),
    async nextDueAt(browserOf) {
      const row = await db
        .selectFrom("pages")
        .select("due_at")
        .where("due_at", "is not", null)
        .where((is) => waitsFor(is, browserOf))
        .where("lease_until", "is", null)
        .orderBy("due_at")
        .limit(1)
        .executeTakeFirst();
      return row?.due_at ?? null;
    },
    backlog: (now) => backlog(connection, now),
  };
}

async function backlog({ db }: Connection, now: number): Promise<{ readonly due: number; readonly lagMs: number }> {
  const row = await db
    .selectFrom("pages")
    .select((from) => [from.fn.countAll<number>().as("due"), from.fn.min("due_at").as("oldest")])
    .where("due_at", "<=", now)
    .where((is) => is.or([is("lease_until", "is", null), is("lease_until", "<=", now)]))
    .where((is) => waitsFor(is))
    .executeTakeFirst();
  const oldest = row?.oldest ?? null;
  return { due: Number(row?.due ?? 0), lagMs: oldest === null ? 0 : now - Number(oldest) };
}

/** Due pages that are looked at for a claim: many more than are claimed at a time. */
const CANDIDATES = 1_000;

/** The longest overdue pages, people in turns, at most `perHost` of each host with the ones under way. */
async function claimDue(connection: Connection, request: ClaimRequest, turns: Turns): Promise<readonly Claim[]> {
  const { now, limit, leaseMs, holder, perHost = 1, perPerson, browserOf } = request;
  const { db } = connection;
  await connection.lock(db, "claim pages");
  const underWay = await db
    .selectFrom("pages")
    .select(["host", "turn"])
    .where("lease_until", ">", now)
    .where((is) => waitsFor(is, browserOf))
    .execute();
  const onHost = countBy(underWay, ({ host }) => host);
  const fullHosts = [...onHost].filter(([, count]) => count >= perHost).map(([host]) => host);
  const candidates = await pastTheMany(CANDIDATES, (except) =>
    db
      .selectFrom("pages")
      .select(["id", "host", "due_at", "turn"])
      .where("due_at", "<=", now)
      .where((is) => is.or([is("lease_until", "is", null), is("lease_until", "<=", now)]))
      .where((is) => waitsFor(is, browserOf))
      .$if(fullHosts.length > 0, (query) => query.where("host", "not in", fullHosts))
      .$if(except.length > 0, (query) => query.where(sql`coalesce(turn, '')`, "not in", except))
      .orderBy("due_at")
      .orderBy("id")
      .limit(CANDIDATES)
      .execute(),
  );
  const take = ({ host }: { readonly host: string }): boolean => {
    const count = onHost.get(host) ?? 0;
    if (count < perHost) onHost.set(host, count + 1);
    return count < perHost;
  };
  const before = countBy(underWay, ({ turn }) => turn);
  const rows = turns.next(candidates, { limit, before, perPerson, take }).map(({ candidate }) => candidate);
  const claims = rows.map(
    (row): Claim => ({
      pageId: row.id as PageId,
      host: row.host,
      token: randomUUID(),
      until: now + leaseMs,
      dueAt: row.due_at ?? now,
      isAsked: false,
      turn: row.turn as PersonId | null,
    }),
  );
  return lease(connection, claims, { holder, now });
}

/** Pages that a browser of this person looks at, or those that are the server's own work. */
export function waitsFor(is: ExpressionBuilder<Tables, "pages">, browserOf?: PersonId) {
  return browserOf === undefined
    ? is("own_browser", "=", 0)
    : is.and([is("own_browser", "=", 1), is("private_to", "=", browserOf)]);
}

async function claimOf(
  { db }: Connection,
  { owner, page, token, now }: { readonly owner: PersonId; readonly page: PageId; readonly token: string; now: number },
): Promise<Claim | null> {
  const row = await db
    .selectFrom("pages")
    .select(["host", "due_at", "lease_until", "turn"])
    .where("id", "=", page)
    .where("lease_token", "=", token)
    .where("lease_until", ">", now)
    .where((is) => waitsFor(is, owner))
    .executeTakeFirst();
  if (!row?.lease_until) return null;
  const { host, due_at, lease_until: until } = row;
  return { pageId: page, host, token, until, dueAt: due_at ?? now, isAsked: false, turn: row.turn as PersonId | null };
}

async function claimPage(
  { db }: Connection,
  page: PageId,
  { now, leaseMs, holder, takesOver = false }: Parameters<CheckRecords["claimPage"]>[1],
): Promise<Claim | null> {
  const token = randomUUID();
  const row = await db
    .updateTable("pages")
    .set({ lease_token: token, lease_until: now + leaseMs, lease_holder: holder })
    .where("id", "=", page)
    .$if(!takesOver, (query) =>
      query.where((is) => is.or([is("lease_until", "is", null), is("lease_until", "<=", now)])),
    )
    .returning(["host", "due_at", "turn"])
    .executeTakeFirst();
  if (!row) return null;
  const dueAt = Math.min(row.due_at ?? now, now);
  const turn = row.turn as PersonId | null;
  return { pageId: page, host: row.host, token, until: now + leaseMs, dueAt, isAsked: true, turn };
}

/** Without those that somebody who asked for this very page was faster with. */
async function lease(
  { db }: Connection,
  claims: readonly Claim[],
  { holder, now }: { readonly holder: string; readonly now: number },
): Promise<readonly Claim[]> {
  const held = new Set<string>();
  for (const some of batches(claims, 100)) {
    const wanted = sql.join(
      some.map(({ pageId, token, until }) => sql`(${pageId}, ${token}, cast(${until} as bigint))`),
    );
    const { rows } = await sql<{ id: string }>`
      with wanted (id, token, until) as (values ${wanted})
      update pages set lease_token = wanted.token, lease_until = wanted.until, lease_holder = ${holder}
      from wanted where pages.id = wanted.id and (pages.lease_until is null or pages.lease_until <= ${now})
      returning pages.id as id`.execute(db);
    for (const { id } of rows) held.add(id);
  }
  return claims.filter(({ pageId }) => held.has(pageId));
}

/** What is not older than everything known of the block is left out, so that a past given twice is there once. */
async function recordPast(
  connection: Connection,
  past: PastRecord & { readonly placed: PlacedBodies },
): Promise<number> {
  const { db } = connection;
  const earliest = await db
    .selectFrom("observations")
    .select("at")
    .where("block_id", "=", past.blockId)
    .orderBy("at")
    .limit(1)
    .executeTakeFirst();
  const isKnown = await db.selectFrom("blocks").select("id").where("id", "=", past.blockId).executeTakeFirst();
  if (!isKnown) return 0;
  const observations = past.observations.filter(({ at }) => at < (earliest?.at ?? Number.POSITIVE_INFINITY));
  const captureIds = new Set(observations.map(({ captureId }) => captureId));
  const captures = past.captures.filter(({ id }) => captureIds.has(id));
  const named = new Set([
    ...captures.flatMap(({ html, layout, images, drawings }) => [html, layout, images, drawings]),
    ...observations.flatMap(({ content, diff }) => [content, diff]),
  ]);
  for (const body of past.bodies) if (named.has(body.hash)) await putBody(connection, body, past);
  for (const capture of captures) await db.insertInto("captures").values(captureRow(capture)).execute();
  for (const observation of observations) {
    await db.insertInto("observations").values(observationRow(observation)).execute();
  }
  return observations.length;
}
