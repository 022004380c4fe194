/** The fleet's side of the schedule: pages that wait in the queue, and hosts that one worker at a time may visit. */
import { randomUUID } from "node:crypto";
import type { PageId, PersonId } from "@tessera/model";
import { type ExpressionBuilder, sql } from "kysely";
import type { Claim } from "../contract/check-records.ts";
import type {
  Departure,
  EnqueueRequest,
  QueueClaimRequest,
  QueueClaims,
  QueuedPage,
  QueueRecords,
  Visit,
} from "../contract/queue-records.ts";
import { waitsFor } from "./checks.ts";
import { batches, type Connection, inTransaction } from "./connection.ts";
import { pageOf } from "./pages.ts";
import { isHeld } from "./rows.ts";
import type { Tables } from "./tables.ts";
import { countBy, pastTheMany, Turns } from "./turns.ts";

/** The token of a host that is kept for a page in the queue. */
const PROMISED = "promised";

export function queueRecords(connection: Connection): QueueRecords {
  const { db } = connection;
  const turns = new Turns();
  return {
    enqueue: (request) => inTransaction(connection, (inside) => enqueue(inside, request, turns)),
    async ask(page, now) {
      const row = await db
        .updateTable("pages")
        .set({ queued_at: sql<number>`coalesce(queued_at, ${now})` })
        .where("id", "=", page)
        .returningAll()
        .executeTakeFirst();
      return row ? pageOf(row) : null;
    },
    async depth() {
      const row = await db
        .selectFrom("pages")
        .select((from) => from.fn.countAll<number>().as("count"))
        .where("queued_at", "is not", null)
        .executeTakeFirst();
      return Number(row?.count ?? 0);
    },
    claim: (pages, request) => inTransaction(connection, (inside) => claimQueued(inside, pages, request)),
    renew: (claims, until) => renew(connection, claims, until),
    async visit(host, { now, leaseMs }) {
      const token = randomUUID();
      const taken = await takeHosts(connection, [host], { now, token, until: now + leaseMs });
      return taken.has(host) ? { host, token: `${token}:` } : null;
    },
    leave: (departures) => inTransaction(connection, (inside) => leave(inside, departures)),
  };
}

async function enqueue(connection: Connection, request: EnqueueRequest, turns: Turns): Promise<readonly QueuedPage[]> {
  const { now, limit, staleMs } = request;
  const { db } = connection;
  await connection.lock(db, "enqueue");
  const candidates = await pastTheMany(limit, (except) =>
    db
      .selectFrom("pages")
      .selectAll()
      .where("due_at", "<=", now)
      .where((is) => waitsFor(is))
      .where((is) => is.or([is("queued_at", "is", null), is("queued_at", "<=", now - staleMs)]))
      .where((is) => is.or([is("lease_until", "is", null), is("lease_until", "<=", now)]))
      .where((is) => is.not(is.exists(restingHost(is, now))))
      .$if(except.length > 0, (query) => query.where(sql`coalesce(turn, '')`, "not in", except))
      .orderBy("due_at")
      .limit(limit)
      .execute(),
  );
  const waiting = await db.selectFrom("pages").select("turn").where("queued_at", "is not", null).execute();
  const before = countBy(waiting, ({ turn }) => turn);
  const hosts = new Set<string>();
  const take = ({ host }: { readonly host: string }): boolean => !hosts.has(host) && Boolean(hosts.add(host));
  const chosen = turns.next(candidates, { limit, before, take });
  for (const some of batches(chosen)) {
    // hosts before pages, as whoever claims them does, so that neither waits for the other
    const toTake = some.map(({ candidate }) => candidate.host);
    await takeHosts(connection, toTake, { now, token: PROMISED, until: now + staleMs });
    const ids = some.map(({ candidate }) => candidate.id);
    await db.updateTable("pages").set({ queued_at: now }).where("id", "in", ids).execute();
  }
  return chosen.map(({ candidate, place }) => ({ page: pageOf(candidate), dueAt: candidate.due_at ?? now, place }));
}

/** Visited, to be left alone for a while, or promised to a page that waits. */
function restingHost(is: ExpressionBuilder<Tables, "pages">, now: number) {
  return is
    .selectFrom("hosts")
    .select("hosts.host")
    .whereRef("hosts.host", "=", "pages.host")
    .where("hosts.free_at", ">", now);
}

/** Of each host the row that comes first, in the order of the rows. */
function firstOfHosts<R extends { readonly host: string }>(rows: readonly R[]): ReadonlyMap<string, R> {
  const first = new Map<string, R>();
  for (const row of rows) if (!first.has(row.host)) first.set(row.host, row);
  return first;
}

/** The hosts first: whoever has the host may have the page. */
async function claimQueued(
  connection: Connection,
  ids: readonly PageId[],
  request: QueueClaimRequest,
): Promise<QueueClaims> {
  if (ids.length === 0) return { claims: [], busy: [], done: [] };
  const { db } = connection;
  const waiting = await db
    .selectFrom("pages")
    .select(["id", "host", "lease_until"])
    .where("id", "in", [...ids])
    .where("queued_at", "is not", null)
    .orderBy("due_at")
    .execute();
  const free = waiting.filter((row) => row.lease_until === null || row.lease_until <= request.now);
  const firstOfHost = firstOfHosts(free);
  const token = randomUUID();
  const { now, leaseMs } = request;
  const hosts = await takeHosts(connection, [...firstOfHost.keys()], { now, token, until: now + leaseMs });
  const candidates = [...firstOfHost.values()].filter((row) => hosts.has(row.host));
  const claims = await leasePages(connection, candidates, { ...request, token });
  const claimed = new Set<string>(claims.map((claim) => claim.pageId));
  const idle = candidates.filter((row) => !claimed.has(row.id)).map((row) => row.host);
  if (idle.length > 0) await freeHosts(connection, idle, { token, freeAt: request.now });
  const known = new Set(waiting.map((row) => row.id));
  return {
    claims,
    busy: waiting.filter((row) => !claimed.has(row.id)).map((row) => row.id as PageId),
    done: ids.filter((id) => !known.has(id)),
  };
}

interface Lease extends QueueClaimRequest {
  readonly token: string;
}

interface HostLease {
  readonly token: string;
  readonly now: number;
  readonly until: number;
}

/**
 * Takes those of the hosts that are free. A promise holds back other promises, not visits: whoever comes first to a host
 * that is only promised has it. They are taken in one order by all, so that two of these never wait for each other.
 */
async function takeHosts(
  { db }: Connection,
  hosts: readonly string[],
  { token, now, until }: HostLease,
): Promise<ReadonlySet<string>> {
  if (hosts.length === 0) return new Set();
  const rows = await db
    .insertInto("hosts")
    .values(hosts.toSorted().map((host) => ({ host, lease_token: token, free_at: until })))
    .onConflict((conflict) =>
      conflict
        .column("host")
        .doUpdateSet({ lease_token: token, free_at: until })
        .where((is) => is.or([is("hosts.free_at", "<=", now), is("hosts.lease_token", "=", PROMISED)])),
    )
    .returning("host")
    .execute();
  return new Set(rows.map((row) => row.host));
}

/** The token of a claim begins with that of its host, and ends with the page so that each can be given back alone. */
async function leasePages(
  { db }: Connection,
  pages: readonly { readonly id: string }[],
  { now, leaseMs, holder, token }: Lease,
): Promise<readonly Claim[]> {
  if (pages.length === 0) return [];
  const rows = await db
    .updateTable("pages")
    .set({ lease_token: sql<string>`${token} || ':' || id`, lease_until: now + leaseMs, lease_holder: holder })
    .where(
      "id",
      "in",
      pages.map((page) => page.id),
    )
    .where("queued_at", "is not", null)
    .where((is) => is.or([is("lease_until", "is", null), is("lease_until", "<=", now)]))
    .returning(["id", "host", "due_at", "turn"])
    .execute();
  return rows.map((row) => ({
    pageId: row.id as PageId,
    host: row.host,
    token: `${token}:${row.id}`,
    until: now + leaseMs,
    dueAt: Math.min(row.due_at ?? now, now),
    isAsked: false,
    turn: row.turn as PersonId | null,
  }));
}

async function renew({ db }: Connection, claims: readonly Claim[], until: number): Promise<void> {
  for (const some of batches(claims)) {
    await db
      .updateTable("pages")
      .set({ lease_until: until })
      .where((is) => isHeld(is, some))
      .execute();
    await db
      .updateTable("hosts")
      .set({ free_at: until })
      .where("lease_token", "in", [...new Set(some.map(hostToken))])
      .where(
        "host",
        "in",
        some.map((claim) => claim.host),
      )
      .execute();
  }
}

async function leave(connection: Connection, departures: readonly Departure[]): Promise<void> {
  const sorted = departures.toSorted((one, other) => (one.visit.host < other.visit.host ? -1 : 1));
  for (const some of batches(sorted)) {
    const left = sql.join(
      some.map(({ visit, freeAt }) => sql`(${visit.host}, ${hostToken(visit)}, cast(${Math.ceil(freeAt)} as bigint))`),
    );
    await sql`
      with departed (host, token, free_at) as (values ${left})
      update hosts set lease_token = null, free_at = departed.free_at
      from departed where hosts.host = departed.host and hosts.lease_token = departed.token`.execute(connection.db);
  }
}

async function freeHosts(
  { db }: Connection,
  hosts: readonly string[],
  { token, freeAt }: { readonly token: string; readonly freeAt: number },
): Promise<void> {
  await db
    .updateTable("hosts")
    .set({ lease_token: null, free_at: freeAt })
    .where("host", "in", [...hosts])
    .where("lease_token", "=", token)
    .execute();
}

function hostToken({ token }: Visit): string {
  return token.slice(0, token.indexOf(":"));
}
